"""PURE: what players and organisers can do with a game. Importing this package registers every order of a
game."""

from missions.rules import calling_off, folding, folding_assets
from missions.rules.orders import confirm, draw, play, report
from missions.rules.orders.classes import (
    AcceptDraw,
    ChooseLimited,
    ConfirmResult,
    DisputeLine,
    PressReady,
    ReopenReport,
    SaveChoices,
    SaveReportFacts,
    SaveReportLine,
    SettleReport,
    SubmitReport,
    VoidGame,
    WithdrawDispute,
)

__all__ = [
    "AcceptDraw",
    "ChooseLimited",
    "ConfirmResult",
    "DisputeLine",
    "PressReady",
    "ReopenReport",
    "SaveChoices",
    "SaveReportFacts",
    "SaveReportLine",
    "SettleReport",
    "SubmitReport",
    "VoidGame",
    "WithdrawDispute",
    "calling_off",
    "confirm",
    "draw",
    "folding",
    "folding_assets",
    "play",
    "report",
]
