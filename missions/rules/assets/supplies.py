"""Supplies from assets: free munitions aboard (CR-086), ships for destroyed ones (CR-087); and the
munitions that assets bar (CR-080)."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from functools import cache

from league.kernel.fold import CampaignState
from league.kernel.refusal import Refusal
from missions.rules.game.access import fleet_on
from missions.rules.game.draws import field_ship
from missions.rules.game.sides import SideName
from missions.rules.game.state import FieldedShip, FieldedUpgrade, GameState
from rosters.catalogue import ShipCard, Side, UpgradeCard, catalogue
from rosters.rules.purchases.buying import find_place
from rosters.rules.state import FleetState, ShipState
from rosters.rules.uniques.names import may_own_upgrade
from rosters.rules.uniques.team import Mates, mates_of


@cache
def munitions() -> tuple[UpgradeCard, ...]:
    """All mines, bombs, missiles and torpedoes, by slot and name (CR-080)."""
    return tuple(card for card in catalogue().upgrades.values() if card.munition)


def munitions_for(fleet: FleetState, ship: int, mates: Mates) -> tuple[UpgradeCard, ...]:
    """The munitions that a ship can take into a free slot (CR-086)."""
    return tuple(
        card
        for card in munitions()
        if not may_own_upgrade(fleet, card.id, mates=mates) and _fits(fleet, ship, card, mates)
    )


def supply_choices(
    state: CampaignState, game: GameState, side: SideName, card: int
) -> dict[int, tuple[UpgradeCard, ...]]:
    """For each fielded ship of a squadron that can take a free munition: which (CR-086)."""
    fleet = fleet_on(state, game, side)
    mates = mates_of(state, fleet)
    found = {
        ship.id: munitions_for(fleet, ship.id, mates) for ship in game.ships_of(side) if ship.squadron == card
    }
    return {ship: cards for ship, cards in found.items() if cards}


def may_be_supplied(state: CampaignState, game: GameState, side: SideName, card: int) -> bool:
    """Whether any ship of the squadron can take a free munition."""
    return bool(supply_choices(state, game, side, card))


def without_supplies(
    game: GameState, side: SideName, card: int, upgrades: Container[int]
) -> tuple[FieldedShip, ...]:
    """The fielded ships of a squadron as they were before these free munitions came aboard (CR-086)."""
    return tuple(
        replace(
            ship,
            points=ship.points - sum(each.points for each in ship.upgrades if each.id in upgrades),
            upgrades=tuple(each for each in ship.upgrades if each.id not in upgrades),
        )
        for ship in game.ships_of(side)
        if ship.squadron == card
    )


def _fits(fleet: FleetState, ship: int, card: UpgradeCard, mates: Mates) -> bool:
    try:
        find_place(fleet, ship, card, mates=mates)
    except Refusal:
        return False
    return True


def barred_by(short: Container[int], ship: FieldedShip, upgrade: FieldedUpgrade) -> bool:
    """Whether a card is a munition that Supply Shortage bars; `short` are the squadron cards of the ship's
    side that it fell on (CR-080)."""
    return ship.squadron in short and catalogue().upgrades[upgrade.card].munition


def coming_ship(fleet: FleetState, lost: FieldedShip, number: int) -> FieldedShip | None:
    """Ship that Reinforcements bring for a destroyed one, with the number that it will have: the cheapest
    card without the unique mark of that ship and side, unequipped; None if there is none (CR-087)."""
    card = coming_card(fleet, lost)
    if card is None:
        return None
    ship = ShipState(number, card.id)
    alone = replace(fleet, ships={number: ship}, upgrades={}, squadrons={})
    return replace(field_ship(alone, ship), arrived=True)


def coming_card(fleet: FleetState, lost: FieldedShip) -> ShipCard | None:
    """The card that Reinforcements bring for a destroyed ship (CR-087)."""
    return catalogue().cheapest_generic(catalogue().ship_cards[lost.card].ship, Side(fleet.side))


def arrivals_left(game: GameState, side: SideName, lost: int) -> int:
    """Number of further ships that may come for a destroyed one: one for each Reinforcements that acts
    (CR-087)."""
    assert game.pregame is not None
    come = sum(each.lost == lost for each in game.pregame.arrivals)
    return game.pregame.works_for(side, "reinforcements") - come
