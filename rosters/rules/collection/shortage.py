"""The models that a fleet needs on the table and its owner does not have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
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
    flying = {
        card: [ship for ship in fleet.ships_in(card) if not ship.mia] for card in sorted(fleet.squadrons)
    }
    found = {card: _missing(ships, owned) for card, ships in flying.items()}
    everything = (ship for ships in flying.values() for ship in ships)
    return Shortages({card: lines for card, lines in found.items() if lines}, _missing(everything, owned))


def _missing(ships: Iterable[ShipState], owned: Mapping[str, int]) -> tuple[Shortage, ...]:
    cards = catalogue()
    needed = Counter(cards.ship_cards[ship.card].ship for ship in ships if ship.card in cards.ship_cards)
    return tuple(
        Shortage(ship, cards.ships[ship].name, count, owned.get(ship, 0))
        for ship, count in sorted(needed.items(), key=lambda each: cards.ships[each[0]].name)
        if count > owned.get(ship, 0)
    )
