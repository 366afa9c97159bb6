"""Closing the post-game phases of several fleets with one press (CR-145)."""

from __future__ import annotations

from django.db import transaction

from league.kernel.refusal import Refusal
from league.models import Member
from league.services.acts import Seen, act
from rosters.rules.desk.orders import CloseDesks


def close_desks(campaign_id: int, member: Member | None, fleets: tuple[int, ...], seen: Seen) -> bool:
    """Close the phases of these fleets, all or none, and return whether one act closed several of them.

    Each gets an act of its own, so that it can be undone alone. If one before the last ends the campaign, in
    which nothing else can be closed, one act closes all of them. Raises `Refusal`, also for no fleets, and
    `Stale` if a shard in `seen` has changed since.
    """
    if len(fleets) < 2:
        act(campaign_id, member, CloseDesks(fleets), seen=seen)
        return False
    try:
        with transaction.atomic():
            for number in fleets:
                label = f"rosters:{number}"
                own = {label: seen[label]} if label in seen else {}
                act(campaign_id, member, CloseDesks((number,)), seen=own)
    except Refusal as refusal:
        if refusal.code != "ended":
            raise
        act(campaign_id, member, CloseDesks(fleets), seen=seen)
        return True
    return False
