"""The versions of a squadron: what it was after every act that changed it, and two of them compared.

A version is the fleet cut down to the squadron. The rosters part is folded again from the log, so what a
version holds is what the roster held then; rosters are open (CR-006).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import Literal

from league.kernel.fold import apply_to
from league.kernel.history import Logged
from league.rules.events import PairingMade
from rosters.rules.events import DeskClosed, FleetLocked
from rosters.rules.purchases.values import squadron_value
from rosters.rules.state import FleetState, RostersState

Occasion = Literal["start", "game", "desk"]


@dataclass(frozen=True, slots=True)
class Mark:
    """An occasion at which a version stood: the start of the campaign, before a game of the round with that
    number against the fleet of that name, or the end of a post-game phase of that round."""

    occasion: Occasion
    round: int = 0
    rival: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """A squadron from `at` until the next version. `number` counts 1, 2, 3 …; `fleet` holds nothing but the
    squadron; `marks` are the occasions at which it stood, oldest first."""

    number: int
    at: datetime
    fleet: FleetState
    value: int
    ships: int
    marks: list[Mark] = field(default_factory=list)


def cut_to(fleet: FleetState, card: int) -> FleetState:
    """The fleet with its name, side and suit and nothing else but that squadron. Raises KeyError for a card
    that is no squadron."""
    ships = {
        ship.id: replace(
            ship,
            damaged=list(ship.damaged),
            crippled=list(ship.crippled),
            recovered_in=None,
            waits_for=None,
        )
        for ship in fleet.ships_in(card)
    }
    return FleetState(
        0,
        0,
        fleet.name,
        fleet.side,
        fleet.suit,
        ships=ships,
        upgrades={each.id: replace(each) for each in fleet.upgrades.values() if each.ship in ships},
        squadrons={card: replace(fleet.squadrons[card])},
    )


def versions(logged: Iterable[Logged], number: int, card: int) -> list[Version]:
    """Every version of the squadron `card` of fleet `number`, oldest first. `logged`: the events of all
    fleets that count, in order."""
    rosters, found = RostersState(), list[Version]()
    standing: Version | None = None
    for _, act in groupby(logged, key=lambda each: each.act):
        events = list(act)
        for each in events:
            apply_to(rosters, each.event)
        fleet = rosters.fleets.get(number)
        if fleet is None or card not in fleet.squadrons:
            standing = None
            continue
        now = cut_to(fleet, card)
        if standing is None or _content(now) != _content(standing.fleet):
            ships = sum(not ship.mia for ship in now.ships.values())
            standing = Version(len(found) + 1, events[-1].at, now, squadron_value(now, card), ships)
            found.append(standing)
        standing.marks.extend(mark for each in events if (mark := _mark(each.event, number, rosters)))
    return found


def _content(fleet: FleetState) -> tuple[object, ...]:
    return fleet.squadrons, fleet.ships, fleet.upgrades


def _mark(event: object, number: int, rosters: RostersState) -> Mark | None:
    match event:
        case FleetLocked(fleet=fleet) if fleet == number:
            return Mark("start")
        case PairingMade() if number in (event.fleet, event.opposing):
            rival = rosters.fleets[event.opposing if number == event.fleet else event.fleet]
            return Mark("game", event.round, rival.name)
        case DeskClosed(fleet=fleet) if fleet == number:
            return Mark("desk", event.round)
    return None


def before_the_latest(found: list[Version]) -> Version | None:
    """The version with which to compare the newest one, unless somebody chooses: the latest before it that
    stood at an occasion, else the one just before it. None if there is only one."""
    earlier = found[:-1]
    return next((each for each in reversed(earlier) if each.marks), earlier[-1] if earlier else None)
