"""Rows of fleets, all of them projections of the log."""

from rosters.models.cards import FleetAsset, ShipCard, Squadron, UpgradeCard
from rosters.models.fleet import Fleet, FleetSlug, LedgerLine, ValuePoint

__all__ = [
    "Fleet",
    "FleetAsset",
    "FleetSlug",
    "LedgerLine",
    "ShipCard",
    "Squadron",
    "UpgradeCard",
    "ValuePoint",
]
