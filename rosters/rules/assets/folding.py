"""Changes of a fleet's assets (CR-076, CR-083, CR-094), and of the munitions that they bring (CR-086)."""

from __future__ import annotations

from league.kernel.fold import applies, must
from rosters.rules import events as ev
from rosters.rules.folding import known_fleet
from rosters.rules.state import (
    ASSET_RANKS,
    AssetOffer,
    AssetState,
    FleetState,
    RostersState,
    ShipState,
    UpgradeState,
)


@applies(RostersState, ev.AssetOffered)
def _offered(state: RostersState, e: ev.AssetOffered) -> None:
    fleet = known_fleet(state, e.fleet)
    must(fleet.offer is None, f"{fleet.name} has another offer open")
    fleet.offer = AssetOffer(e.game, e.choices, e.target, e.target_side, e.target_name)


@applies(RostersState, ev.AssetGained)
def _gained(state: RostersState, e: ev.AssetGained) -> None:
    fleet = known_fleet(state, e.fleet)
    _add(fleet, AssetState(e.asset, e.asset_kind, e.name, e.rank, e.target, e.target_side, e.target_name))
    if e.game is not None and fleet.offer is not None and fleet.offer.game == e.game:
        fleet.offer = None


def _add(fleet: FleetState, asset: AssetState) -> None:
    must(
        asset.rank in ASSET_RANKS and asset.rank not in [each.rank for each in fleet.assets.values()],
        f"{fleet.name} has no place {asset.rank} left for an asset",
    )
    fleet.assets[asset.id] = asset


@applies(RostersState, ev.AssetDeclined)
def _declined(state: RostersState, e: ev.AssetDeclined) -> None:
    fleet = known_fleet(state, e.fleet)
    must(fleet.offer is not None and fleet.offer.game == e.game, "that offer is not open")
    fleet.offer = None


@applies(RostersState, ev.AssetGone)
def _gone(state: RostersState, e: ev.AssetGone) -> None:
    fleet = known_fleet(state, e.fleet)
    must(e.asset in fleet.assets, f"{e.name} is not on the roster")
    del fleet.assets[e.asset]


@applies(RostersState, ev.AssetReturned)
def _returned(state: RostersState, e: ev.AssetReturned) -> None:
    _add(
        known_fleet(state, e.fleet),
        AssetState(e.asset, e.asset_kind, e.name, e.rank, e.target, e.target_side, e.target_name),
    )


@applies(RostersState, ev.ShipJoined)
def _joined(state: RostersState, e: ev.ShipJoined) -> None:
    fleet = known_fleet(state, e.fleet)
    must(e.ship not in fleet.ships, f"{e.name} is on the roster already")
    fleet.ships[e.ship] = ShipState(e.ship, e.card)


@applies(RostersState, ev.MunitionSupplied)
def _supplied(state: RostersState, e: ev.MunitionSupplied) -> None:
    fleet = known_fleet(state, e.fleet)
    must(fleet.game == e.game, f"{fleet.name} is not in that game")
    must(e.upgrade not in fleet.upgrades, f"{e.name} is on the roster already")
    must(e.ship in fleet.ships, f"the ship for {e.name} is not on the roster")
    fleet.upgrades[e.upgrade] = UpgradeState(e.upgrade, e.card, e.ship, e.section)


@applies(RostersState, ev.MunitionTakenBack)
def _taken_back(state: RostersState, e: ev.MunitionTakenBack) -> None:
    fleet = known_fleet(state, e.fleet)
    must(e.upgrade in fleet.upgrades, f"{e.name} is not on the roster")
    del fleet.upgrades[e.upgrade]
