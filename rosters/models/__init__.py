"""Rows of fleets, projections of the log, and what belongs to people: their models, and what they shared."""

from rosters.models.cards import FleetAsset, ShipCard, Squadron, UpgradeCard
from rosters.models.fleet import Fleet, FleetSlug, LedgerLine, ValuePoint
from rosters.models.owned import OwnedShip
from rosters.models.shared import SharedSquadron

__all__ = [
    "Fleet",
    "FleetAsset",
    "FleetSlug",
    "LedgerLine",
    "OwnedShip",
    "SharedSquadron",
    "ShipCard",
    "Squadron",
    "UpgradeCard",
    "ValuePoint",
]
