"""PURE: what can be ordered of fleets. Importing this module registers every order and its deciding
function."""

import rosters.rules.assets.folding
import rosters.rules.folding
import rosters.rules.overrides.folding  # noqa: F401  an order needs the appliers of its events
from rosters.rules.assets.orders import DeclineAsset, TakeAsset
from rosters.rules.desk.closing import Closing, closing, proposed_order
from rosters.rules.desk.orders import (
    CloseDesk,
    CloseDesks,
    Promote,
    RecoverShip,
    RecoverUpgrade,
    RepairSection,
)
from rosters.rules.desk.refit import (
    FormSquadron,
    MoveShip,
    MoveUpgrade,
    Rearrange,
    RetypeSquadron,
    StrikeSquadron,
)
from rosters.rules.desk.remind import RemindDesks
from rosters.rules.fleets.draft import ChangeSide, FoundFleet, ImportXws, ReturnShip, ReturnUpgrade
from rosters.rules.fleets.names import NamePilot, RenameFleet
from rosters.rules.fleets.people import HandOverFleet, LeaveCampaign, RemoveMember, RetireFleet
from rosters.rules.fleets.proxy import AppointProxy
from rosters.rules.fleets.ready import SayReady
from rosters.rules.fleets.start import LockFleet, StartCampaign, start_report
from rosters.rules.overrides.orders import (
    AdjustPoints,
    RestoreName,
    SetShipStatus,
    SetUpgradeStatus,
    StrikeElimination,
)
from rosters.rules.purchases.buying import BuyShip, BuyUpgrade
from rosters.rules.purchases.desk_prices import Priced, desk_prices
from rosters.rules.purchases.importing import XwsPreview, preview_xws

__all__ = [
    "AdjustPoints",
    "AppointProxy",
    "BuyShip",
    "BuyUpgrade",
    "ChangeSide",
    "CloseDesk",
    "CloseDesks",
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
    "RemindDesks",
    "RemoveMember",
    "RenameFleet",
    "RepairSection",
    "RestoreName",
    "RetireFleet",
    "ReturnShip",
    "ReturnUpgrade",
    "RetypeSquadron",
    "SayReady",
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
