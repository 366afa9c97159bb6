"""Fleets for tests, made as states: no events, no prices checked.

`a_fleet("rebel")` gives an empty roster; `with_ship(...)` and `with_upgrade(...)` put cards on it and
return their numbers. Numbers of one fleet count up from 1, ships and upgrades together.
"""

from __future__ import annotations

from collections.abc import Iterable

from rosters.catalogue import Slot, catalogue
from rosters.rules.state import (
    START_POINTS,
    FleetState,
    Rank,
    ShipState,
    SquadronState,
    SquadronType,
    Standing,
    UpgradeState,
)


def a_fleet(
    side: str = "rebel", *, points: int = START_POINTS, standing: Standing = "draft", number: int = 1
) -> FleetState:
    """An empty roster of a side."""
    return FleetState(
        number, 100 + number, f"Fleet {number}", side, "hearts", standing=standing, points=points
    )


def next_number(fleet: FleetState) -> int:
    return max((*fleet.ships, *fleet.upgrades), default=0) + 1


def with_squadron(fleet: FleetState, card: int, kind: SquadronType = "standard") -> int:
    """A squadron card of that type; an existing one is re-designated."""
    fleet.squadrons[card] = SquadronState(card, kind)
    return card


def with_ship(
    fleet: FleetState,
    card: str,
    upgrades: Iterable[str | tuple[str, str]] = (),
    squadron: int | None = None,
    *,
    rank: Rank = "",
    mia: bool = False,
    crippled: Iterable[str] = (),
    damaged: Iterable[str] = (),
) -> int:
    """A ship with upgrades, given as ids or as (id, section) on two-section ships. Makes a STANDARD
    squadron if there is none of that number. The first possible slot is chosen for cards with a choice."""
    if card not in catalogue().ship_cards:
        raise KeyError(card)
    number = next_number(fleet)
    if squadron is not None and squadron not in fleet.squadrons:
        with_squadron(fleet, squadron)
    fleet.ships[number] = ShipState(
        number, card, squadron, rank, mia=mia, crippled=list(crippled), damaged=list(damaged)
    )
    persona = catalogue().ship_cards[card].persona
    if persona and persona not in fleet.flown:
        fleet.flown.append(persona)
    for each in upgrades:
        upgrade, section = (each, "") if isinstance(each, str) else each
        with_upgrade(fleet, upgrade, number, section=section)
    return number


def with_upgrade(
    fleet: FleetState,
    card: str,
    ship: int | None = None,
    *,
    section: str = "",
    choice: str = "",
    mia: bool = False,
) -> int:
    """An upgrade on a ship, or loose in the inventory."""
    choices: tuple[Slot, ...] = catalogue().upgrades[card].adds_slots_choice
    number = next_number(fleet)
    picked = choice or (str(choices[0]) if choices and ship is not None else "")
    fleet.upgrades[number] = UpgradeState(number, card, ship, section, picked, mia)
    return number


def ships_of(fleet: FleetState, *cards: str, squadron: int | None = None) -> list[int]:
    """Several bare ships at once."""
    return [with_ship(fleet, card, squadron=squadron) for card in cards]


def upgrade_of(fleet: FleetState, card: str) -> int:
    """The number of the fleet's first upgrade of that card."""
    return next(each.id for each in fleet.upgrades.values() if each.card == card)
