"""The orders of a game as plain data. Their deciding functions: `draw`, `play`, `report`, `confirm` beside
this module."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from league.kernel.decision import Order, UndoBy
from missions.rules.game.state import SectionReport, ShipFate, ShipReport, SideName


@dataclass(frozen=True, slots=True)
class PressReady(Order):
    """A side is ready for the draw. `nonce` is its part of the chance (any text up to 64 characters). If it
    is empty, `seal` holds it back, and without a seal the server makes one up. `against` is the seal of the
    other side that the browser saw before it gave the nonce; the site compares it with the one that it has.

    By the fleet's owner or proxy, or an organiser for them.
    """

    name: ClassVar[str] = "press_ready"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    side: SideName
    nonce: str = ""
    seal: str = ""
    against: str = ""


@dataclass(frozen=True, slots=True)
class ShowNonce(Order):
    """A side gives the nonce that it had held back, which fits its seal."""

    name: ClassVar[str] = "show_nonce"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    side: SideName
    nonce: str


@dataclass(frozen=True, slots=True)
class FillNonce(Order):
    """The server makes up the nonce that a side holds back. By that side at any time; by the other side and
    by organisers when the draw has waited for it long enough."""

    name: ClassVar[str] = "fill_nonce"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    side: SideName


@dataclass(frozen=True, slots=True)
class AcceptDraw(Order):
    """A side takes an unbalanced draw (CR-061)."""

    name: ClassVar[str] = "accept_draw"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    side: SideName


@dataclass(frozen=True, slots=True)
class VoidGame(Order):
    """An organiser calls the game off before its result is confirmed; both fleets are free again. A friendly
    game is called off by either side as well.

    Nobody undoes this: the draw's secret is open from then on (CR-079).
    """

    name: ClassVar[str] = "void_game"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    reason: str


@dataclass(frozen=True, slots=True)
class ChooseLimited(Order):
    """A side says which copy of a Squadron Limited card is used (CR-038)."""

    name: ClassVar[str] = "choose_limited"
    game: int
    upgrade: int


@dataclass(frozen=True, slots=True)
class TellGame(Order):
    """The account of a game that is over, by a player or by an organiser who plays no side of it, in their
    own words; empty words take it back."""

    name: ClassVar[str] = "tell_game"
    game: int
    account: str


@dataclass(frozen=True, slots=True)
class SaveReportLine(Order):
    """One fielded ship's line of the report, saved as a draft. Figures are checked when the report is
    submitted."""

    name: ClassVar[str] = "save_report_line"
    game: int
    ship: int
    fate: ShipFate
    sections: dict[str, SectionReport] = field(default_factory=dict)
    lost: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportRestUnhurt(Order):
    """Report that every ship without a line survived without damage."""

    name: ClassVar[str] = "report_rest_unhurt"
    game: int


@dataclass(frozen=True, slots=True)
class SaveReportFacts(Order):
    """Save the side that conceded (CR-095), whether the players stopped with ships of both sides on the
    table, and how many markers were `scanned` (CR-090)."""

    name: ClassVar[str] = "save_report_facts"
    game: int
    conceded: SideName | None = None
    stopped: bool = False
    scanned: int = 0


@dataclass(frozen=True, slots=True)
class SubmitReport(Order):
    """The report is complete and waits for the other side. A refusal carries every fault as a finding."""

    name: ClassVar[str] = "submit_report"
    game: int


@dataclass(frozen=True, slots=True)
class TakeOverReport(Order):
    """The other player goes on with a report that somebody began and left. Its lines stay."""

    name: ClassVar[str] = "take_over_report"
    game: int


@dataclass(frozen=True, slots=True)
class ReopenReport(Order):
    """The reporter (or an organiser) takes a submitted report back before it is confirmed."""

    name: ClassVar[str] = "reopen_report"
    game: int


@dataclass(frozen=True, slots=True)
class DisputeLine(Order):
    """The other side does not accept a line: a ship's number, or 0 for the facts about the whole game."""

    name: ClassVar[str] = "dispute_line"
    game: int
    ship: int
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectReport(Order):
    """The other side says how it was: `lines` of ships, and the facts about the whole game if `change_facts`
    is set. Corrections of the same lines take the place of earlier ones. `notes` says something about a ship,
    or about the facts (0)."""

    name: ClassVar[str] = "correct_report"
    game: int
    lines: tuple[ShipReport, ...] = ()
    change_facts: bool = False
    conceded: SideName | None = None
    stopped: bool = False
    scanned: int = 0
    notes: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AcceptCorrections(Order):
    """The side that wrote the report accepts corrections of the other side: those of `ships` (0: the facts
    about the whole game), or all of them if none is named."""

    name: ClassVar[str] = "accept_corrections"
    game: int
    ships: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RefuseCorrections(Order):
    """The side that wrote the report stands by it. An organiser then settles it."""

    name: ClassVar[str] = "refuse_corrections"
    game: int


@dataclass(frozen=True, slots=True)
class WithdrawDispute(Order):
    """Accept a line after disputing it."""

    name: ClassVar[str] = "withdraw_dispute"
    game: int
    ship: int


@dataclass(frozen=True, slots=True)
class SettleReport(Order):
    """An organiser settles all disputes with a reason that both sides see.

    `lines` replaces the lines of those ships; the facts are replaced when `change_facts` is set.
    """

    name: ClassVar[str] = "settle_report"
    undo_by: ClassVar[UndoBy] = "organiser"
    game: int
    reason: str
    lines: tuple[ShipReport, ...] = ()
    change_facts: bool = False
    conceded: SideName | None = None
    stopped: bool = False
    scanned: int = 0


@dataclass(frozen=True, slots=True)
class SaveChoices(Order):
    """A side's choices: `elite` ships (CR-118), `promoted` ship by squadron card (CR-119), `kept` upgrades by
    "ship:section" (CR-117). Replaces what that side had chosen before."""

    name: ClassVar[str] = "save_choices"
    game: int
    side: SideName
    elite: tuple[int, ...] = ()
    promoted: dict[int, int] = field(default_factory=dict)
    kept: dict[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ConfirmResult(Order):
    """The other side (or an organiser) accepts the report; the whole post-game update follows (section
    10)."""

    name: ClassVar[str] = "confirm_result"
    undo_by: ClassVar[UndoBy] = "organiser"
    game: int
