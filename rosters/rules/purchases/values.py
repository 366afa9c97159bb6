"""Prices and values: price and squad points (CR-005), fleet value (CR-002), halves (CR-004)."""

from __future__ import annotations

from collections.abc import Iterable

from rosters.catalogue import UpgradeCard, catalogue
from rosters.rules.fitting.rigs import Rig, rig
from rosters.rules.state import FleetState, ShipState


def half(points: int) -> int:
    """Half of a sum of prices, rounded up (CR-004). Halve once, after adding up."""
    return -(-points // 2)


def upgrade_price(card_id: str) -> int:
    """Printed points of an upgrade card; negative for a few (CR-005, CR-041). Raises KeyError for an
    unknown card."""
    return catalogue().upgrades[card_id].points


def ship_price(fleet: FleetState, ship_id: int) -> int:
    """Printed points of a ship card and of every upgrade on it, missing ones left out (CR-005)."""
    card = catalogue().ship_cards[fleet.ships[ship_id].card]
    return card.points + _prices_on(fleet, ship_id)


def squad_points(fleet: FleetState, ship_id: int) -> int:
    """Squad points of a ship in its squadron: printed points less the discounts of cards attached to it
    (CR-005)."""
    return rig_squad_points(rig(fleet, ship_id))


def upgrade_squad_points(fleet: FleetState, upgrade_id: int) -> int:
    """Squad points of one upgrade in its place: 0 while it is missing, its printed points while it is
    loose (CR-005)."""
    upgrade = fleet.upgrades[upgrade_id]
    card = catalogue().upgrades[upgrade.card]
    if upgrade.mia:
        return 0
    return card.points if upgrade.ship is None else discounted(card, rig(fleet, upgrade.ship).working)


def fleet_value(fleet: FleetState) -> int:
    """Prices of everything on the roster that is neither missing nor on a missing ship; points in hand
    are not in it (CR-002)."""
    ship_cards, upgrades = catalogue().ship_cards, catalogue().upgrades
    present = {ship.id for ship in available(fleet)}
    ships = sum(ship_cards[fleet.ships[number].card].points for number in present)
    return ships + sum(
        upgrades[each.card].points
        for each in fleet.upgrades.values()
        if not each.mia and (each.ship is None or each.ship in present)
    )


def recovery_parts(fleet: FleetState, ship_id: int) -> tuple[tuple[str, int], ...]:
    """Name and printed points of a ship card and of every upgrade that comes back with it (CR-142)."""
    card = catalogue().ship_cards[fleet.ships[ship_id].card]
    upgrades = (catalogue().upgrades[each.card] for each in fleet.upgrades_on(ship_id) if not each.mia)
    return ((card.name, card.points), *((each.name, each.points) for each in upgrades))


def recovery_price(fleet: FleetState, ship_id: int) -> int:
    """Half of a missing ship with all that comes back on it, halved once (CR-142, CR-004).

    An upgrade that is missing by itself does not come back with the ship; it is recovered on its own.
    """
    return half(sum(points for _, points in recovery_parts(fleet, ship_id)))


def upgrade_recovery_price(card_id: str) -> int:
    """Half of a missing upgrade that is recovered on its own (CR-142, CR-004)."""
    return half(upgrade_price(card_id))


def repair_price(fleet: FleetState, ship_id: int, section: str) -> int:
    """Half of a section card, without its upgrades (CR-143). Raises KeyError for a section the ship has
    not."""
    return half(section_price(rig(fleet, ship_id), section))


def squadron_value(fleet: FleetState, card: int) -> int:
    """Squad points of a squadron's ships, missing ones left out (CR-011, CR-018)."""
    return sum(squad_points(fleet, ship.id) for ship in fleet.ships_in(card) if not ship.mia)


def available(fleet: FleetState) -> tuple[ShipState, ...]:
    """The ships that are not missing, squadrons and inventory alike."""
    return tuple(ship for ship in fleet.ships.values() if not ship.mia)


def rig_squad_points(of: Rig) -> int:
    """Squad points of a ship as rigged (CR-005)."""
    working = of.working
    return of.card.points + sum(discounted(card, working) for card in working)


def discounted(card: UpgradeCard, together: Iterable[UpgradeCard]) -> int:
    """Squad points of a card among the cards attached to the same ship.

    Discounts never bring a card below 0, and a card with negative points keeps them in full (CR-005).
    """
    off = sum(
        change for other in together for slot, change in other.points_mod if slot is None or slot == card.slot
    )
    return card.points if card.points <= 0 else max(0, card.points + off)


def section_price(of: Rig, section: str) -> int:
    """Printed points of a section card. Raises KeyError for a section the ship has not."""
    for part in of.card.sections:
        if part.section == section:
            return part.points
    raise KeyError(section)


def _prices_on(fleet: FleetState, ship_id: int) -> int:
    return sum(upgrade_price(each.card) for each in fleet.upgrades_on(ship_id) if not each.mia)
