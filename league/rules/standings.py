"""Order of the standings (CR-152): victories, then fleet value, then points destroyed; fleets, and teams
by their sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from league.kernel.fold import CampaignState
from league.ports import FleetFacts, fleet_facts
from league.rules.events import CampaignEnded
from league.rules.state import LeagueState

OUT = ("eliminated", "retired")


def order(facts: Iterable[FleetFacts]) -> list[FleetFacts]:
    """The facts, best first (CR-152). Fleets that are equal in all three stand in the order of their numbers.

    The digest does not set eliminated fleets apart: they keep the place that their record earns.
    """
    return sorted(facts, key=lambda each: (-each.victories, -each.value, -each.destroyed_points, each.id))


class Record(Protocol):
    """The figures that CR-152 compares."""

    @property
    def victories(self) -> int: ...
    @property
    def value(self) -> int: ...
    @property
    def destroyed_points(self) -> int: ...


class TeamRecord(Record, Protocol):
    """The sums in a team's line."""

    @property
    def side(self) -> str: ...
    @property
    def standing(self) -> str: ...
    @property
    def defeats(self) -> int: ...
    @property
    def draws(self) -> int: ...


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team's line: the sums over its `fleets`, of which `living` still take part."""

    side: str
    fleets: int
    living: int
    victories: int
    defeats: int
    draws: int
    value: int
    destroyed_points: int


def teams(records: Iterable[TeamRecord]) -> list[TeamStanding]:
    """The teams of these fleets, best first; equal ones in the order in which they turn up (CR-152).

    Hand in the fleets that are ranked: those that fell count with what they achieved.
    """
    by_side: dict[str, list[TeamRecord]] = {}
    for each in records:
        by_side.setdefault(each.side, []).append(each)
    found = [
        TeamStanding(
            side,
            len(fleets),
            sum(each.standing not in OUT for each in fleets),
            sum(each.victories for each in fleets),
            sum(each.defeats for each in fleets),
            sum(each.draws for each in fleets),
            sum(each.value for each in fleets),
            sum(each.destroyed_points for each in fleets),
        )
        for side, fleets in by_side.items()
    ]
    return sorted(found, key=lambda each: (-each.victories, -each.value, -each.destroyed_points))


def same_place(one: Record, other: Record) -> bool:
    """Whether CR-152 cannot tell the two apart."""
    return (one.victories, one.value, one.destroyed_points) == (
        other.victories,
        other.value,
        other.destroyed_points,
    )


def places(records: Sequence[Record], *, start: int = 0, better: int | None = None) -> list[int]:
    """Places of a stretch of the standings, best first. Records that CR-152 cannot tell apart share one, and
    the next place counts them all.

    `start` is the first record's 0-based position, `better` the number of records ahead of it in the
    standings (`start` if none of them is level with it).
    """
    found: list[int] = []
    for position, each in enumerate(records):
        if position and same_place(each, records[position - 1]):
            found.append(found[-1])
        else:
            found.append(start + position + 1 if position or better is None else better + 1)
    return found


def final(state: CampaignState) -> tuple[int, ...]:
    """The fleet numbers of everybody who took part, best first (CR-152)."""
    return tuple(each.id for each in _ranked(state))


def _ranked(state: CampaignState) -> list[FleetFacts]:
    return order(each for each in fleet_facts(state).values() if each.ranked)


def ending(state: CampaignState, reason: str = "", *, decided: bool = False) -> CampaignEnded:
    """The end of the campaign as it stands now, with who leads; `decided` as in the event (CR-152)."""
    ranked = _ranked(state)
    level = sum(same_place(each, ranked[0]) for each in ranked) if ranked else 1
    sides = teams(ranked) if state.of(LeagueState).format == "team" else []
    return CampaignEnded(
        standings=tuple(each.id for each in ranked),
        reason=reason,
        level=level,
        teams=tuple(each.side for each in sides if same_place(each, sides[0])),
        decided=decided,
    )
