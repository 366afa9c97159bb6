"""The photos of an account in the file with everything about it."""

from __future__ import annotations

from functools import partial
from typing import Any

from league.selectors.own_data import Files, Owner, moment, provides_own_data
from missions.models import Photo
from missions.services.photos.files import read


@provides_own_data
def _photos(owner: Owner) -> Files:
    """One entry for each photo that the account added, and its large picture. One query; a picture is read
    when it is written into the file."""
    listed: list[dict[str, Any]] = []
    pictures: dict[str, Any] = {}
    for each in Photo.objects.filter(user=owner.user).select_related("campaign").order_by("pk"):
        name = "/".join(("photos", f"{each.campaign_id}-{each.pk}.jpg"))
        listed.append(
            {
                "campaign": each.campaign.name,
                "game": each.game,
                "caption": each.caption,
                "added": moment(each.added_at),
                "file": name,
            }
        )
        pictures[name] = partial(read, each, "large")
    return {"photos.json": listed, **pictures}
