"""Fleets of members whose earlier fleet is gone."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from league.rules.standings import OUT
from league.rules.state import LeagueState


class Owned(Protocol):
    """A fleet, as far as its owner's next one depends on it."""

    @property
    def member(self) -> int: ...
    @property
    def standing(self) -> str: ...
    @property
    def ranked(self) -> bool: ...


def is_gone(standing: str) -> bool:
    """Whether a fleet of that standing takes part no more; "" stands for no fleet."""
    return standing in ("", *OUT)


def needs_organiser(league: LeagueState, member: int, fleets: Iterable[Owned]) -> bool:
    """Whether the member cannot found a fleet alone, as the campaign runs and one that they had took part in
    it: it is eliminated (CR-150, CR-151), has left, or was given away. A draft never took part. `fleets` are
    the member's own, or all of the campaign."""
    if league.phase != "running":
        return False
    seat = league.members.get(member)
    if seat is not None and seat.had_fleet:
        return True
    return any(each.member == member and each.standing in OUT and each.ranked for each in fleets)


def may_found(league: LeagueState, member: int, fleets: Collection[Owned], *, organises: bool) -> bool:
    """Whether a member who is no visitor can found a fleet now. `fleets` as for `needs_organiser`;
    `organises` says whether the member does."""
    has_one = any(each.member == member and not is_gone(each.standing) for each in fleets)
    if has_one or league.phase == "ended":
        return False
    return organises or not needs_organiser(league, member, fleets)
