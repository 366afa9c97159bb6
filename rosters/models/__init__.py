"""Rows of fleets, all of them projections of the log."""

from rosters.models.cards import ShipCard, Squadron, UpgradeCard
from rosters.models.fleet import Fleet, LedgerLine, ValuePoint

__all__ = ["Fleet", "LedgerLine", "ShipCard", "Squadron", "UpgradeCard", "ValuePoint"]
