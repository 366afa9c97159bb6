"""What the league's pages read of fleets and games without importing their apps.

Apps above register a function for each question when Django starts; without one the answer is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

EVERYBODY = 1_000_000
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class FleetRow:
    """One fleet's figures as the projections have them. `number`, `member` and `proxy` (0: nobody stands in)
    are numbers of the campaign."""

    campaign: int
    number: int
    member: int
    name: str
    side: str
    suit: str
    standing: str
    points: int
    value: int
    ships: int
    missing: int
    squadrons: int
    victories: int
    defeats: int
    draws: int
    destroyed_points: int
    proxy: int = 0

    @property
    def games(self) -> int:
        return self.victories + self.defeats + self.draws


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game in a list. `winner` is "active", "opposing", "draw" or empty."""

    number: int
    round: int
    active: int
    opposing: int
    step: str
    winner: str
    active_score: int
    opposing_score: int


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A fleet's value and points in hand at one moment; `round` is None before the first round."""

    fleet: int
    round: int | None
    value: int
    points: int


@dataclass(frozen=True, slots=True)
class StandingPage:
    """A stretch of the standings (CR-152): `rows` best first, from place `start` (0-based) of `total`.

    `better` counts the fleets whose record is better than the first row's.
    """

    rows: Sequence[FleetRow]
    start: int
    total: int
    better: int


_PROVIDERS: dict[str, Callable[..., Any]] = {}


def _register(question: str) -> Callable[[F], F]:
    def register(function: F) -> F:
        _PROVIDERS[question] = function
        return function

    return register


# (campaign id, numbers or None for all) → fleets
provides_fleets = _register("fleets")
# (pairs of campaign id and member number) → the fleets that they own or stand in for
provides_own_fleets = _register("own_fleets")
# (campaign id, start, limit, whether to count) → StandingPage
provides_standings = _register("standings")
# (campaign id, round number) → games
provides_games = _register("games")
# (campaign id, game numbers) → those of them that are friendly games, with their active and opposing fleet
provides_friendly_games = _register("friendly_games")
# (campaign id, fleet numbers) → value rows in order of time
provides_values = _register("values")


def fleets(campaign_id: int, numbers: Iterable[int] | None = None) -> list[FleetRow]:
    """The campaign's fleets by number; all, or those with these numbers. One query."""
    ask = _PROVIDERS.get("fleets")
    return ask(campaign_id, None if numbers is None else list(numbers)) if ask else []


@dataclass(frozen=True, slots=True)
class Command:
    """By campaign, the fleet that a member owns there, and those for whose owner he stands in."""

    own: Mapping[int, FleetRow]
    proxied: Mapping[int, Sequence[FleetRow]]


def commanded(seats: Iterable[tuple[int, int]]) -> Command:
    """What these (campaign, member) pairs command, one pair for each campaign. A retired fleet counts only
    where its owner has no other. One query."""
    ask, pairs = _PROVIDERS.get("own_fleets"), list(seats)
    own: dict[int, FleetRow] = {}
    proxied: dict[int, list[FleetRow]] = {}
    for row in ask(pairs) if ask else ():
        if (row.campaign, row.member) not in pairs:
            proxied.setdefault(row.campaign, []).append(row)
        elif row.campaign not in own or own[row.campaign].standing == "retired":
            own[row.campaign] = row
    return Command(own, proxied)


def own_fleets(seats: Iterable[tuple[int, int]]) -> Mapping[int, FleetRow]:
    """By campaign, the fleet that a member owns there; retired ones only where there is no other."""
    return commanded(seats).own


def standings(campaign_id: int, start: int = 0, limit: int = 50, *, counted: bool = True) -> StandingPage:
    """A stretch of the standings: the fleets that have taken part, best first (CR-152).

    Without `counted` the total is that of the stretch.
    """
    ask = _PROVIDERS.get("standings")
    return ask(campaign_id, start, limit, counted) if ask else StandingPage((), 0, 0, 0)


def ranked(campaign_id: int) -> Sequence[FleetRow]:
    """Every fleet that has taken part, best first (CR-152). One query."""
    return standings(campaign_id, 0, EVERYBODY, counted=False).rows


def games(campaign_id: int, round_number: int) -> dict[int, GameRow]:
    """The games of a round, by number. One query."""
    ask = _PROVIDERS.get("games")
    return {row.number: row for row in (ask(campaign_id, round_number) if ask else ())}


def friendly_games(campaign_id: int, numbers: Iterable[int]) -> Mapping[int, tuple[int, int]]:
    """Those of these games that are friendly games, with their active and opposing fleet. One query; nothing
    is asked for none."""
    ask, wanted = _PROVIDERS.get("friendly_games"), sorted(set(numbers))
    return ask(campaign_id, wanted) if ask and wanted else {}


def values(campaign_id: int, fleet_numbers: Iterable[int]) -> list[ValueRow]:
    """The charts' points of these fleets, in order of time. One query."""
    ask = _PROVIDERS.get("values")
    return ask(campaign_id, list(fleet_numbers)) if ask else []


def fleet_names(campaign_id: int, numbers: Iterable[int]) -> Mapping[int, str]:
    """Names of these fleets; nothing is asked for none."""
    wanted = sorted(set(numbers))
    return {row.number: row.name for row in fleets(campaign_id, wanted)} if wanted else {}
