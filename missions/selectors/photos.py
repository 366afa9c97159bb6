"""Reading the photos of games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.http import Http404

from league.prepared import Prepared
from missions.models import Photo
from missions.ports import PhotoRow

COLUMNS = ("pk", "campaign_id", "game", "user_id", "member", "width", "height", "caption", "added_at")
PHOTOS: Prepared[tuple[Any, ...]] = Prepared(
    lambda campaign, games: (
        Photo.objects.filter(campaign_id=campaign, game__in=games).order_by("pk").values_list(*COLUMNS)
    ),
    int,
    list,
)
PHOTO: Prepared[Photo] = Prepared(
    lambda campaign, number: Photo.objects.filter(campaign_id=campaign, pk=number), int, int
)


def photos_of(campaign_id: int, games: Iterable[int]) -> dict[int, list[PhotoRow]]:
    """The photos of each of these games, oldest first. One query."""
    found: dict[int, list[PhotoRow]] = defaultdict(list)
    for row in PHOTOS.rows(campaign_id, list(games)):
        photo = PhotoRow(*row)
        found[photo.game].append(photo)
    return found


def row_of(photo: Photo) -> PhotoRow:
    """A photo's row for presenters."""
    return PhotoRow(*(getattr(photo, name) for name in COLUMNS))


def photo_or_404(campaign_id: int, number: int, game: int | None = None) -> Photo:
    """A photo of the campaign, or of one game of it. Raises Http404. One query."""
    photo = PHOTO.first(campaign_id, number)
    if photo is None or game not in (None, photo.game):
        raise Http404("There is no such photo.")
    return photo
