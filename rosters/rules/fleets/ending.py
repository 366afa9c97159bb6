"""The end of a campaign when one fleet, or one team, is left (CR-152)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from league.kernel.decision import Decision
from league.rules.events import RoundClosed
from league.rules.standings import ending
from league.rules.state import LeagueState
from rosters.rules.state import RostersState

LIVING = ("ready", "playing", "desk")


class Contender(Protocol):
    """A fleet, as far as the end of its campaign depends on it."""

    @property
    def side(self) -> str: ...
    @property
    def standing(self) -> str: ...


def contenders(fleets: Iterable[Contender], *, teams: bool) -> int:
    """Number of fleets, or teams, that still take part. Drafts do not take part yet."""
    living = [each for each in fleets if each.standing in LIVING]
    return len({each.side for each in living}) if teams else len(living)


def end_if_decided(d: Decision) -> None:
    """End a running campaign in which fewer than two fleets (team campaign: teams) still take part."""
    league = d.state.of(LeagueState)
    left = contenders(d.state.of(RostersState).fleets.values(), teams=league.format == "team")
    if league.phase != "running" or left > 1:
        return
    if league.open_round is not None:
        d.emit(RoundClosed(round=league.open_round.id))
    d.emit(ending(d.state, decided=True))
