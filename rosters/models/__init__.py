"""Rows of fleets, projections of the log, and the models that people own."""

from rosters.models.cards import FleetAsset, ShipCard, Squadron, UpgradeCard
from rosters.models.fleet import Fleet, FleetSlug, LedgerLine, ValuePoint
from rosters.models.owned import OwnedShip

__all__ = [
    "Fleet",
    "FleetAsset",
    "FleetSlug",
    "LedgerLine",
    "OwnedShip",
    "ShipCard",
    "Squadron",
    "UpgradeCard",
    "ValuePoint",
]
