"""The one door for photos: adding one, changing its caption, deleting it.

A photo is no part of the log. It belongs to the person who added it, and nothing in the campaign follows from
it.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from league import limits
from league.kernel.fold import CampaignState
from league.kernel.refusal import NotYours, Refusal, Unreadable
from league.models import Campaign, Member
from league.rules.campaign import shown_text
from league.services.organising import refuse_without_second_step
from league.services.quotas import count
from missions.models import Photo
from missions.models.photo import CAPTION_LENGTH
from missions.rules.game.access import side_of_player
from missions.rules.game.state import GameState
from missions.services.photos import files
from missions.services.photos.images import pictures_of


def refuse_adding(state: CampaignState, game: GameState, member: Member | None) -> None:
    """Raise `NotYours` unless the member plays the game or organises, `Refusal` while it is not over."""
    number, organises = (member.number, member.organises) if member else (0, False)
    side_of_player(state, game, number, organises, "add photos to it")
    if game.step != "done":
        raise Refusal(
            "not_over", "Photos are added when the game is over. Report and confirm the result first."
        )


def add_photo(
    member: Member,
    state: CampaignState,
    game: GameState,
    data: bytes,
    caption: str,
    now: datetime | None = None,
) -> Photo:
    """Keep a photo of a game. Raises `Refusal` for a game that is not over, a file that is no photo and a
    quota that is full; then nothing is kept."""
    refuse_adding(state, game, member)
    text = _caption(caption)
    user = member.user_id
    assert user is not None  # they are signed in
    _check_quotas(member, user, game.id)
    _check_disk()
    words = f"An account can add {limits.PHOTOS_ADDED.most} photos in an hour."
    count("photo", f"account {user}", limits.PHOTOS_ADDED, words, field="photo", now=now)
    pictures, key = pictures_of(data), secrets.token_hex(16)
    files.write(member.campaign_id, key, pictures)
    try:
        with transaction.atomic():
            # Two photos at once are not counted as one.
            Campaign.objects.select_for_update(no_key=True).get(pk=member.campaign_id)
            get_user_model().objects.select_for_update(no_key=True).get(pk=user)
            _check_quotas(member, user, game.id)
            return Photo.objects.create(
                campaign_id=member.campaign_id,
                game=game.id,
                user_id=user,
                member=member.number,
                key=key,
                caption=text,
                width=pictures.width,
                height=pictures.height,
                added_at=now or timezone.now(),
            )
    except BaseException:
        files.remove(member.campaign_id, key)
        raise


def _check_quotas(member: Member, user: int, game: int) -> None:
    """Raise `Refusal` if the game, the campaign or the account has as many photos as it may."""
    here = Photo.objects.filter(campaign_id=member.campaign_id)
    kept = (
        (here.filter(game=game), limits.PHOTOS_PER_GAME, "This game"),
        (here, limits.PHOTOS_PER_CAMPAIGN, "This campaign"),
        (Photo.objects.filter(user_id=user), limits.PHOTOS_PER_ACCOUNT, "Your account"),
    )
    for photos, most, owner in kept:
        if photos.count() >= most:
            raise Refusal(
                "too_many_photos",
                f"{owner} has {most} photos, as many as it can. Delete one of them first.",
                field="photo",
            )


def _check_disk() -> None:
    if files.room_left() < limits.PHOTO_DISK_LEFT:
        raise Refusal(
            "disk_full",
            "The site has no room for more photos. Tell the person who runs it.",
            field="photo",
        )


def _caption(text: str) -> str:
    shown = " ".join(shown_text(text).split())
    if not shown:
        raise Unreadable(
            "no_caption",
            "Say in a few words what the photo shows: some people cannot see it.",
            field="caption",
        )
    if len(shown) > CAPTION_LENGTH:
        raise Unreadable(
            "long_caption",
            f"Keep it to {CAPTION_LENGTH} characters; these are {len(shown)}.",
            field="caption",
        )
    return shown


def may_change(user_id: int, member: Member | None) -> bool:
    """Whether the member added the photos of that account, or organises their campaign and may delete
    them."""
    return member is not None and (member.organises or member.user_id == user_id)


def change_caption(member: Member | None, photo: Photo, caption: str) -> None:
    """Give an own photo another caption. Raises `NotYours` for photos of others, `Unreadable` without
    words."""
    if member is None or member.user_id != photo.user_id:
        raise NotYours(
            "not_your_caption",
            "A caption is in the words of the person who added the photo. Only they can change it.",
        )
    Photo.objects.filter(pk=photo.pk).update(caption=_caption(caption))


def delete_photo(member: Member | None, photo: Photo) -> None:
    """Delete a photo with its files. Raises `NotYours` for photos of others."""
    refuse_changing(photo, member)
    assert member is not None
    if member.user_id != photo.user_id:
        refuse_without_second_step(member.user_id)
    with transaction.atomic():
        photo.delete()


def refuse_changing(photo: Photo, member: Member | None) -> None:
    """Raise `NotYours` for photos of others, unless the member organises."""
    if not may_change(photo.user_id, member):
        raise NotYours(
            "not_your_photo", "Only the person who added this photo and organisers can change or delete it."
        )
