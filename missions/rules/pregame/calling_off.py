"""Giving back after a game is called off: committed assets, and the roster as it was before they acted."""

from __future__ import annotations

from collections.abc import Iterable

from league.kernel.decision import Decision
from league.kernel.refusal import Refusal
from missions.rules.game.access import fleet_on
from missions.rules.game.sides import SIDES
from missions.rules.game.state import GameState, MissionsState
from missions.rules.pregame.state import CommittedAsset, Pregame
from rosters.rules import events as roster
from rosters.rules.assets.orders import free_rank
from rosters.rules.labels import ship_name, upgrade_name
from rosters.rules.state import FleetState


def give_back_of(d: Decision, number: int) -> None:
    """`give_back` for the game of that number."""
    game = d.state.of(MissionsState).games.get(number)
    if game is not None:
        give_back(d, game)


def give_back(d: Decision, game: GameState) -> None:
    """Undo on the rosters what the assets of a game did: they return (CR-076), free munitions go (CR-086),
    marks of Sabotage are erased (CR-085). Raises `Refusal` when a fleet holds four others by now."""
    if game.pregame is None or not game.pregame.locked:
        return
    used = {effect.asset for effect in game.pregame.effects}
    for side in SIDES:
        fleet = fleet_on(d.state, game, side)
        for asset in game.pregame.commits[side]:
            if asset.asset in used:
                _return_asset(d, game, fleet, asset)
    for side in SIDES:
        take_munitions_back(d, game, fleet_on(d.state, game, side), game.pregame.free)
    if game.forces:
        _erase_marks(d, game, game.pregame)


def _return_asset(d: Decision, game: GameState, fleet: FleetState, asset: CommittedAsset) -> None:
    taken = [each.rank for each in fleet.assets.values()]
    rank = asset.rank if asset.rank not in taken else free_rank(fleet)
    if rank is None:
        raise Refusal(
            "four_assets",
            f"{fleet.name} would get {asset.name} back, but holds four other assets by now. Take one of them "
            "away first.",
            rule="CR-083",
        )
    d.emit(
        roster.AssetReturned(
            fleet=fleet.id,
            asset=asset.asset,
            asset_kind=asset.kind,
            name=asset.name,
            rank=rank,
            target=asset.target,
            target_side=asset.target_side,
            target_name=asset.target_name,
            game=game.id,
        )
    )


def take_munitions_back(
    d: Decision, game: GameState, fleet: FleetState, upgrades: Iterable[int], *, called_off: bool = True
) -> None:
    """Free munitions of a fleet go again, as far as they are still on its roster (CR-086)."""
    for number in upgrades:
        if number in fleet.upgrades:
            name = upgrade_name(fleet.upgrades[number])
            d.emit(roster.MunitionTakenBack(fleet.id, number, name, game.id, called_off=called_off))


def _erase_marks(d: Decision, game: GameState, pregame: Pregame) -> None:
    for found in pregame.sabotaged:
        fleet = fleet_on(d.state, game, found.side)
        ship = fleet.ships.get(found.ship)
        if found.fresh and ship is not None and found.section in ship.damaged:
            left = tuple(each for each in ship.damaged if each != found.section)
            d.emit(roster.DamageMarked(fleet.id, ship.id, ship_name(ship), left, "CR-085"))
