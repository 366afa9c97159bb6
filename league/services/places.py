"""Places of members who have no account on this site, and how the right person takes one over.

After a campaign was restored its members are names; an organiser sends each of them a link to their own
place. The link is signed, works for fourteen days and only while nobody has the place.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core import signing
from django.db import transaction

from league.accounts import display_name
from league.kernel.refusal import NotYours, Refusal
from league.keys import PLACES
from league.models import Campaign, Member
from league.services.acts import locked
from league.services.organising import refuse_without_second_step

LINK_DAYS = 14


def empty_places(campaign: Campaign) -> list[Member]:
    """Active members without an account, by name."""
    return list(Member.objects.filter(campaign=campaign, active=True, user=None).order_by("name", "number"))


def place_token(giver: Member, place: Member) -> str:
    """Token of a link to that place. Raises `Refusal` unless an organiser gives away an empty place.

    As with invitations, only the organiser makes links that make somebody a co-organiser.
    """
    if not giver.organises or giver.campaign_id != place.campaign_id:
        raise NotYours(
            "organisers_only", "Only an organiser can give a place to somebody. Ask yours to do it."
        )
    if place.role == "co_organiser" and giver.role != "organiser":
        raise NotYours(
            "organiser_only", f"{place.name} is a co-organiser: only the organiser can give that place away."
        )
    refuse_without_second_step(giver.user_id)
    if place.user_id is not None or not place.active:
        raise Refusal("place_taken", f"Somebody has {place.name}’s place already, or it no longer exists.")
    return signing.dumps([place.campaign_id, place.number], salt=PLACES)


def place_of(token: str) -> Member:
    """The place that a link leads to. Raises `Refusal` for a link that is not ours, too old or used up."""
    closed = Refusal(
        "place_closed",
        "This link is no longer open. Ask the organiser for a new one, or join by an invitation.",
    )
    place = _place_named_by(token)
    if place is None or place.user_id is not None:
        raise closed
    return place


def place_for(user: Any, token: str) -> Member:
    """The same for a visitor who is signed in or not. Raises `Refusal` too for one who cannot take it."""
    place = place_of(token)
    if user.is_authenticated:
        _refuse_second_place(user, place)
    return place


def _refuse_second_place(user: Any, place: Member) -> None:
    own = Member.objects.filter(campaign_id=place.campaign_id, user=user).first()
    if own is None:
        return
    helper = "You can" if own.active and own.organises else "An organiser can"
    to = "yourself" if own.active and own.organises else "you"
    raise Refusal(
        "has_place",
        f"You have a place in this campaign already, as {own.name}. {helper} hand the fleet of {place.name} "
        f"over to {to} instead.",
    )


def own_place(user: Any, token: str) -> Member | None:
    """The place that a link leads to if this account has it already, else None."""
    place = _place_named_by(token)
    return place if place is not None and place.user_id == user.pk else None


def _place_named_by(token: str) -> Member | None:
    """The member whose place a good link names, whether it is taken or not."""
    try:
        campaign, number = signing.loads(token, salt=PLACES, max_age=timedelta(days=LINK_DAYS))
    except signing.BadSignature:
        return None
    places = Member.objects.select_related("campaign")
    return places.filter(campaign_id=campaign, number=number, active=True).first()


def take_place(user: Any, token: str) -> Member:
    """Give the account the place, with its role, fleet and history; it then carries the account's name.

    Raises `Refusal` for a link that is not open, and for somebody who has been in the campaign already.
    """
    with transaction.atomic():
        locked(place_of(token).campaign_id)
        place = place_of(token)  # as it is now that nobody else can take it
        _refuse_second_place(user, place)
        place.user, place.name = user, display_name(user)
        place.save(update_fields=["user", "name"])
        return place
