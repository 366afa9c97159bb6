"""Deciding what assets bring: free munitions (CR-086) and ships for destroyed ones (CR-087)."""

from __future__ import annotations

from league.kernel.decision import Decision, decides
from league.kernel.refusal import Refusal, Unreadable, refuse_if
from missions.rules.assets.effects import asking_effect, finish, leave_open, supplied_card
from missions.rules.assets.supplies import coming_ship, munitions, replacing_refusal
from missions.rules.game.access import fielded, fleet_on, mission_game_at, only_side
from missions.rules.game.draws import field_ship
from missions.rules.game.state import FieldedShip, GameState
from missions.rules.pregame import events as ev
from missions.rules.pregame.orders.classes import BringShip, TakeSupplies
from missions.rules.pregame.stages import advance
from missions.rules.pregame.state import OpenChoice
from rosters.rules import events as roster
from rosters.rules.labels import upgrade_label
from rosters.rules.purchases.buying import find_place
from rosters.rules.state import FleetState
from rosters.rules.uniques.names import may_own_upgrade
from rosters.rules.uniques.team import mates_of


@decides(TakeSupplies)
def _take(d: Decision, o: TakeSupplies) -> None:
    game = mission_game_at(d, o.game, "pregame", rule="CR-086")
    found = asking_effect(game)
    if found is None or found[1].kind != "additional_supplies":
        raise Refusal("no_supplies", "No free munitions are being handed out now.", rule="CR-086")
    place, effect = found
    fleet = fleet_on(d.state, game, effect.side)
    only_side(d, game, effect.side, f"load munitions for {fleet.name}")
    squadron = supplied_card(game, place)
    assert squadron is not None
    ships = [ship for ship in game.ships_of(effect.side) if ship.squadron == squadron]
    taken = [
        _load(d, game, fleet, _on_card(ships, squadron, number), munition)
        for number, munition in sorted(o.munitions.items())
    ]
    if taken:
        loaded = tuple(field_ship(fleet, fleet.ships[ship.id]) for ship in ships)
        d.emit(
            ev.SuppliesTaken(
                game=game.id,
                side=effect.side,
                fleet=fleet.id,
                card=squadron,
                points=sum(ship.points for ship in loaded),
                ships=loaded,
                upgrades=tuple(taken),
            )
        )
    finish(d, game, place, effect, passed=not taken)
    leave_open(d, game, OpenChoice(effect.side, "supplies", place, upgrades=tuple(taken)))
    advance(d, game)


def _on_card(ships: list[FieldedShip], squadron: int, number: int) -> FieldedShip:
    found = next((ship for ship in ships if ship.id == number), None)
    if found is None:
        raise Unreadable(
            "other_squadron",
            f"The supplies are for the ships of squadron {squadron}.",
            rule="CR-086",
            field="munitions",
        )
    return found


def _load(d: Decision, game: GameState, fleet: FleetState, ship: FieldedShip, munition: str) -> int:
    """Put one free munition on a ship; its number. Raises `Refusal`."""
    card = next((each for each in munitions() if each.id == munition), None)
    if card is None:
        raise Unreadable(
            "no_munition",
            "Supplies are mines, bombs, missiles and torpedoes.",
            rule="CR-080",
            field="munitions",
        )
    mates = mates_of(d.state, fleet)
    refuse_if(may_own_upgrade(fleet, card.id, mates=mates))
    section, _ = find_place(fleet, ship.id, card, mates=mates)
    number = d.new_id()
    d.emit(roster.MunitionSupplied(fleet.id, number, card.id, upgrade_label(card), ship.id, section, game.id))
    return number


@decides(BringShip)
def _bring(d: Decision, o: BringShip) -> None:
    game = mission_game_at(d, o.game, "play", "report", rule="CR-087")
    lost = fielded(game, o.lost)
    side = game.side_of(lost.fleet)
    fleet = fleet_on(d.state, game, side)
    only_side(d, game, side, f"bring a ship for {fleet.name}")
    refusal = replacing_refusal(game, fleet, lost)
    if refusal is not None:
        raise refusal
    ship = coming_ship(fleet, lost, d.new_id())
    assert ship is not None
    d.emit(
        ev.ShipArrived(game=game.id, side=side, fleet=fleet.id, lost=lost.id, lost_name=lost.name, ship=ship)
    )
