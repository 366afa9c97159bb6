"""The models that a fleet needs on the table and its owner does not have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rosters.catalogue import catalogue
from rosters.rules.state import FleetState, ShipState


@dataclass(frozen=True, slots=True)
class Shortage:
    """A model of which more are needed than there are."""

    ship: str
    name: str
    needed: int
    owned: int


@dataclass(frozen=True, slots=True)
class Shortages:
    """Missing models of each squadron by its card, and of all squadrons on one table. Squadrons that lack
    none are left out."""

    squadrons: Mapping[int, tuple[Shortage, ...]]
    together: tuple[Shortage, ...]


def shortages(fleet: FleetState, owned: Mapping[str, int]) -> Shortages:
    """Compare a fleet with a collection. Missing ships are on no table, and neither is the inventory."""
    flying = {card: list(_flying_in(fleet, card)) for card in sorted(fleet.squadrons)}
    found = {card: _missing(_models(ships), owned) for card, ships in flying.items()}
    together = _missing(models_on_table(fleet), owned)
    return Shortages({card: lines for card, lines in found.items() if lines}, together)


def models_on_table(fleet: FleetState) -> Counter[str]:
    """The number of models of each ship that all squadrons of a fleet need together."""
    return _models(ship for card in fleet.squadrons for ship in _flying_in(fleet, card))


def _flying_in(fleet: FleetState, card: int) -> Iterator[ShipState]:
    return (ship for ship in fleet.ships_in(card) if not ship.mia)


def _models(ships: Iterable[ShipState]) -> Counter[str]:
    cards = catalogue().ship_cards
    return Counter(cards[ship.card].ship for ship in ships if ship.card in cards)


def _missing(needed: Counter[str], owned: Mapping[str, int]) -> tuple[Shortage, ...]:
    ships = catalogue().ships
    return tuple(
        Shortage(ship, ships[ship].name, count, owned.get(ship, 0))
        for ship, count in sorted(needed.items(), key=lambda each: ships[each[0]].name)
        if count > owned.get(ship, 0)
    )
