"""The one door for links to squadrons: sharing one as it stands, and withdrawing the link.

A link is no part of the log: nothing in the campaign follows from it, and it can be taken back, which no
event could ([decision 35](../../docs/decisions/0035-a-shared-squadron-is-a-snapshot.md)).
"""

from __future__ import annotations

from datetime import datetime

import msgspec
from django.db import transaction
from django.utils import timezone

from league import limits
from league.kernel.refusal import NotYours, Refusal
from league.models import Campaign, Member
from league.rules.command import commanders
from league.services.organising import refuse_without_second_step
from league.services.quotas import count
from rosters.models import SharedSquadron
from rosters.rules.squadrons.versions import cut_to
from rosters.rules.state import FleetState


def may_share(fleet: FleetState, member: Member | None) -> bool:
    """Whether the member commands the fleet."""
    return member is not None and member.number in commanders(fleet)


def may_withdraw(fleet: FleetState, member: Member | None) -> bool:
    """Whether the member commands the fleet or organises its campaign."""
    return member is not None and (member.organises or may_share(fleet, member))


def snapshot(fleet: FleetState, card: int) -> str:
    """The text that a link to the squadron shows. Raises KeyError for a card that is no squadron."""
    return msgspec.json.encode(cut_to(fleet, card)).decode()


def share(
    member: Member | None, campaign: Campaign, fleet: FleetState, card: int, now: datetime | None = None
) -> SharedSquadron:
    """Put the squadron as it stands behind a link; a link that is there already keeps its address. Raises
    `NotYours` for other people's fleets, `Refusal` for a squadron without ships, `TooMany`."""
    if member is None or not may_share(fleet, member):
        raise NotYours(
            "not_your_squadron", f"Only the commander of {fleet.name} can share its squadrons. Ask them."
        )
    if not any(not ship.mia for ship in fleet.ships_in(card)):
        raise Refusal("empty_squadron", "Nothing flies in this squadron. Put a ship into it, then share it.")
    words = f"An account can share {limits.SHARES.most} squadrons in an hour."
    count("share", f"account {member.user_id}", limits.SHARES, words, now=now)
    shown = {"user_id": member.user_id, "doc": snapshot(fleet, card), "shared_at": now or timezone.now()}
    with transaction.atomic():
        made, _ = SharedSquadron.objects.update_or_create(
            campaign=campaign, fleet=fleet.id, card=card, defaults=shown
        )
    return made


def withdraw(member: Member | None, campaign: Campaign, fleet: FleetState, card: int) -> None:
    """Delete the link, if there is one: from now on nobody can open it. Raises `NotYours` for other people's
    fleets, unless the member organises."""
    if not may_withdraw(fleet, member):
        raise NotYours(
            "not_your_squadron",
            f"Only the commander of {fleet.name} and the organisers can withdraw this link.",
        )
    if not may_share(fleet, member):
        refuse_without_second_step(member.user_id if member else None)
    SharedSquadron.objects.filter(campaign=campaign, fleet=fleet.id, card=card).delete()
