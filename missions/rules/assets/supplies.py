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
from missions.rules.game.results import both_crippled
from missions.rules.game.sides import SIDES, SideName
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
    """Free munitions that each fielded ship of a squadron can take (CR-086)."""
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


def reinforced_sides(game: GameState) -> tuple[SideName, ...]:
    """The sides for which Reinforcements act in this game (CR-082, CR-087)."""
    if game.pregame is None:
        return ()
    return tuple(side for side in SIDES if game.pregame.works_for(side, "reinforcements"))


def ships_to_replace(game: GameState, fleet: FleetState, side: SideName) -> tuple[FieldedShip, ...]:
    """The ships of a side for which Reinforcements may bring one, as the report stands; `fleet` is the side's
    (CR-087)."""
    return tuple(ship for ship in game.ships_of(side) if replacing_refusal(game, fleet, ship) is None)


def replacing_refusal(game: GameState, fleet: FleetState, lost: FieldedShip) -> Refusal | None:
    """Reason why Reinforcements bring no ship for this one of their fleet; None if they may (CR-087). A ship
    with both sections crippled counts as destroyed (CR-117)."""
    side = game.side_of(lost.fleet)
    if side not in reinforced_sides(game):
        return _no_arrival(
            "no_reinforcements",
            f"{fleet.name} committed no Reinforcements to this game, or they were cancelled.",
            field="",
        )
    if arrivals_left(game, side, lost.id) < 1:
        return _no_arrival(
            "come_already",
            f"No further ship comes for {lost.name}: each Reinforcements brings at most one ship for a "
            "destroyed one. Choose another destroyed ship.",
        )
    line = game.report.lines.get(lost.id)
    if line is not None and line.fate != "destroyed" and not both_crippled(game, lost):
        return _no_arrival(
            "not_destroyed",
            f"The report says that {lost.name} was not destroyed. Correct its line first.",
        )
    if coming_card(fleet, lost) is None:
        return _no_arrival(
            "no_generic",
            f"Every card of the {lost.model} has the unique mark, so no ship comes for {lost.name}.",
        )
    return None


def _no_arrival(code: str, message: str, field: str = "lost") -> Refusal:
    return Refusal(code, message, rule="CR-087", field=field)


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
