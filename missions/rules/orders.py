"""PURE: what players and organisers can do with a game. Importing this module registers every order."""

import missions.rules.assets.folding
import missions.rules.assets.orders.commitments
import missions.rules.assets.orders.supplies
import missions.rules.game.folding
import missions.rules.game.orders.confirm
import missions.rules.game.orders.draw
import missions.rules.game.orders.friendly
import missions.rules.game.orders.play
import missions.rules.game.orders.remind
import missions.rules.game.orders.report
import missions.rules.game.orders.telling
import missions.rules.game.undoing
import missions.rules.hex_battle.folding
import missions.rules.hex_battle.orders
import missions.rules.overrides.folding
import missions.rules.overrides.orders
import missions.rules.pregame.calling_off
import missions.rules.pregame.folding
import missions.rules.pregame.links
import missions.rules.pregame.orders.preparation
import missions.rules.pregame.orders.reinforcements  # noqa: F401  registers appliers and deciding functions
from missions.rules.game.orders.classes import (
    AcceptCorrections,
    AcceptDraw,
    ChooseLimited,
    ConfirmResult,
    CorrectReport,
    DisputeLine,
    FillNonce,
    PressReady,
    RefuseCorrections,
    ReopenReport,
    ReportRestUnhurt,
    SaveChoices,
    SaveReportFacts,
    SaveReportLine,
    SettleReport,
    ShowNonce,
    SubmitReport,
    TakeOverReport,
    TellGame,
    VoidGame,
    WithdrawDispute,
)
from missions.rules.game.orders.friendly import ArrangeFriendly
from missions.rules.hex_battle.orders import (
    AnswerBattle,
    FillReport,
    ProposeBattle,
)
from missions.rules.overrides.orders import (
    GiveAsset,
    TakeAwayAsset,
)
from missions.rules.pregame.orders.classes import (
    BringShip,
    ChooseMission,
    ChooseStrength,
    CommitAssets,
    DrawMissionSquadron,
    DrawReinforcement,
    ExchangeSquadron,
    GoOn,
    LayOrder,
    LookAtSquadron,
    NominateShip,
    PassEffect,
    PassReinforcement,
    RestSquadrons,
    RuleResult,
    ShowNomination,
    SpendLinks,
    SwapSquadron,
    TakeBack,
    TakeSupplies,
)

__all__ = [
    "AcceptCorrections",
    "AcceptDraw",
    "AnswerBattle",
    "ArrangeFriendly",
    "BringShip",
    "ChooseLimited",
    "ChooseMission",
    "ChooseStrength",
    "CommitAssets",
    "ConfirmResult",
    "CorrectReport",
    "DisputeLine",
    "DrawMissionSquadron",
    "DrawReinforcement",
    "ExchangeSquadron",
    "FillNonce",
    "FillReport",
    "GiveAsset",
    "GoOn",
    "LayOrder",
    "LookAtSquadron",
    "NominateShip",
    "PassEffect",
    "PassReinforcement",
    "PressReady",
    "ProposeBattle",
    "RefuseCorrections",
    "ReopenReport",
    "TakeOverReport",
    "ReportRestUnhurt",
    "RestSquadrons",
    "RuleResult",
    "SaveChoices",
    "SaveReportFacts",
    "SaveReportLine",
    "SettleReport",
    "ShowNomination",
    "ShowNonce",
    "SpendLinks",
    "SubmitReport",
    "SwapSquadron",
    "TakeAwayAsset",
    "TakeBack",
    "TakeSupplies",
    "TellGame",
    "VoidGame",
    "WithdrawDispute",
]
