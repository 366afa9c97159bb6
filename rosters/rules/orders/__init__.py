"""PURE: what can be ordered of fleets. Importing this package registers every order and its deciding
function."""

from rosters.rules.orders.buying import BuyShip, BuyUpgrade
from rosters.rules.orders.desk import CloseDesk, Promote, RecoverShip, RecoverUpgrade, RepairSection
from rosters.rules.orders.draft import ChangeSide, FoundFleet, ImportXws, ReturnShip, ReturnUpgrade
from rosters.rules.orders.names import NamePilot, RenameFleet
from rosters.rules.orders.people import HandOverFleet, LeaveCampaign, RetireFleet
from rosters.rules.orders.refit import (
    FormSquadron,
    MoveShip,
    MoveUpgrade,
    Rearrange,
    RetypeSquadron,
    StrikeSquadron,
)
from rosters.rules.orders.start import LockFleet, StartCampaign

__all__ = [
    "BuyShip",
    "BuyUpgrade",
    "ChangeSide",
    "CloseDesk",
    "FormSquadron",
    "FoundFleet",
    "HandOverFleet",
    "ImportXws",
    "LeaveCampaign",
    "LockFleet",
    "MoveShip",
    "MoveUpgrade",
    "NamePilot",
    "Promote",
    "Rearrange",
    "RecoverShip",
    "RecoverUpgrade",
    "RenameFleet",
    "RepairSection",
    "RetireFleet",
    "RetypeSquadron",
    "ReturnShip",
    "ReturnUpgrade",
    "StartCampaign",
    "StrikeSquadron",
]
