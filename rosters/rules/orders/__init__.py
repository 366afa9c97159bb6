"""PURE: what can be ordered of fleets. Importing this package registers every order and its deciding
function."""

import rosters.rules.asset_folding
import rosters.rules.facts
import rosters.rules.folding
import rosters.rules.override_folding  # noqa: F401  an order needs the appliers of its events
from rosters.rules.orders.assets import DeclineAsset, TakeAsset
from rosters.rules.orders.buying import BuyShip, BuyUpgrade
from rosters.rules.orders.closing import Closing, closing, proposed_order
from rosters.rules.orders.desk import CloseDesk, Promote, RecoverShip, RecoverUpgrade, RepairSection
from rosters.rules.orders.draft import ChangeSide, FoundFleet, ImportXws, ReturnShip, ReturnUpgrade
from rosters.rules.orders.importing import XwsPreview, preview_xws
from rosters.rules.orders.names import NamePilot, RenameFleet
from rosters.rules.orders.override import (
    AdjustPoints,
    RestoreName,
    SetShipStatus,
    SetUpgradeStatus,
    StrikeElimination,
)
from rosters.rules.orders.people import HandOverFleet, LeaveCampaign, RemoveMember, RetireFleet
from rosters.rules.orders.prices import Priced, desk_prices
from rosters.rules.orders.proxy import AppointProxy
from rosters.rules.orders.refit import (
    FormSquadron,
    MoveShip,
    MoveUpgrade,
    Rearrange,
    RetypeSquadron,
    StrikeSquadron,
)
from rosters.rules.orders.start import LockFleet, StartCampaign, start_report

__all__ = [
    "AdjustPoints",
    "AppointProxy",
    "BuyShip",
    "BuyUpgrade",
    "ChangeSide",
    "CloseDesk",
    "Closing",
    "DeclineAsset",
    "FormSquadron",
    "FoundFleet",
    "HandOverFleet",
    "ImportXws",
    "LeaveCampaign",
    "LockFleet",
    "MoveShip",
    "MoveUpgrade",
    "NamePilot",
    "Priced",
    "Promote",
    "Rearrange",
    "RecoverShip",
    "RecoverUpgrade",
    "RemoveMember",
    "RenameFleet",
    "RepairSection",
    "RestoreName",
    "RetireFleet",
    "ReturnShip",
    "ReturnUpgrade",
    "RetypeSquadron",
    "SetShipStatus",
    "SetUpgradeStatus",
    "StartCampaign",
    "StrikeElimination",
    "StrikeSquadron",
    "TakeAsset",
    "XwsPreview",
    "closing",
    "desk_prices",
    "preview_xws",
    "proposed_order",
    "start_report",
]
