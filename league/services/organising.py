"""The host's rule that organisers need a second step of sign-in (`ORGANISERS_NEED_SECOND_STEP`).

Until they have one, they read everything and act as players do. Accounts without a password, such as those of
bots, need none: nobody gets into them with a password alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from league.kernel.decision import Actor
from league.kernel.refusal import NotYours, Refusal
from league.models import Member
from league.second_step import lacking

NEEDED = (
    "This site asks organisers for a second step of sign-in, and your account has none. Set it up, then do "
    "this again."
)
ROLES = ("organiser", "co_organiser")
T = TypeVar("T")


class SecondStepNeeded(NotYours):
    """The act waits until the organiser's account has a second step."""

    def __init__(self) -> None:
        super().__init__("second_step_needed", NEEDED)


def refuse_without_second_step(user_id: int | None) -> None:
    """Raise `SecondStepNeeded` if the host's rule keeps this account from organisers' acts."""
    if lacking([user_id]):
        raise SecondStepNeeded


def within_rule(member: Member | None, actor: Actor, decided: Callable[[Actor], T]) -> T:
    """Decide for the actor; one who lacks a second step decides as a player. If `decided` refuses the player,
    it is called a second time, so it has to begin from the same state each time.

    Raises `SecondStepNeeded` for an act that the actor may do as an organiser alone, else as `decided` does.
    """
    if member is None or actor.role not in ROLES or not lacking([member.user_id]):
        return decided(actor)
    try:
        return decided(replace(actor, role="player"))
    except Refusal:
        decided(actor)
        raise SecondStepNeeded from None


def held_back() -> list[int]:
    """Accounts, by number, that organise a campaign and lack the second step that the host asks for."""
    seats = Member.objects.filter(active=True, role__in=ROLES, user__is_active=True)
    return lacking(seats.values_list("user_id", flat=True))
