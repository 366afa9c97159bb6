"""All that the templates of the game page read, besides the frame around every campaign page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from league.addresses import Address
from league.kernel.refusal import Refusal
from league.selectors.undoings import UndoneBy
from missions.ports import Panel
from missions.presenters.game.draw import DrawPage
from missions.presenters.game.in_play import BattlePage, Nomination
from missions.presenters.game.page import FleetBadge, Fleets, Status
from missions.presenters.game.undoing import Stays
from missions.presenters.photos import PhotoStrip
from missions.presenters.pregame.forms import PregameForm
from missions.presenters.pregame.page import AssetSide, Decided, PregamePage
from missions.presenters.print.briefing import BriefingSheet
from missions.presenters.print.play_sheet import ForceSheet, LimitedChoice, TableNotes
from missions.presenters.report.effects import Effects
from missions.presenters.report.page import ReportPage, ReportSide, SideChoices
from missions.presenters.report.reading import Reading
from missions.presenters.report.verdict import Verdict
from missions.rules.game.orders.telling import ACCOUNT_LENGTH
from missions.rules.game.secrets import GameView
from missions.rules.game.state import GameStep
from missions.views.game.links import Waiting


@dataclass(slots=True)
class GamePage:
    """One game for one reader. Its parts are filled in as far as the game has come; templates leave out
    those that are empty.

    `own_url` is the address that a live page asks again, `was` what was drawn when it was made, `seen` the
    campaign's seq then. `turning`: the cards turn over in front of the reader.
    """

    view: GameView
    fleets: Fleets
    sides: Sequence[FleetBadge]
    round: int
    url: Address
    own_url: str
    round_url: str
    verify_url: str
    log_url: str
    draw: DrawPage
    status: Status
    seen: str
    friendly: bool = False
    playing: bool = False
    called_off: str = ""
    undone: UndoneBy | None = None
    ruling: str = ""
    unanswered: Sequence[str] = ()
    kept_photos: int = 0
    was: str = ""
    turning: bool = False
    fight: Panel | None = None

    # A game with a mission.
    mission_facts: Sequence[Decided] = ()
    given_back: Sequence[Decided] = ()
    nomination: Nomination | None = None
    closed_hand: FleetBadge | None = None
    pregame: PregamePage | None = None
    form: PregameForm | None = None
    waiting: Waiting | None = None
    for_others: Sequence[PregameForm] = ()
    take_back: bool = False
    battle: BattlePage | None = None
    committed: Sequence[AssetSide] = ()
    brief: BriefingSheet | None = None
    brief_notes: tuple[tuple[str, str], ...] = ()

    # On the table.
    forces: tuple[tuple[FleetBadge, ForceSheet], ...] = ()
    table: TableNotes | None = None
    start_damage: Sequence[str] = ()
    limited: Sequence[tuple[FleetBadge, LimitedChoice]] = ()

    # The report and what follows from it.
    report: ReportPage | None = None
    is_writer: bool = False
    writer: str = ""
    may_dispute: bool = False
    may_answer: bool = False
    may_take_back: bool = False
    reading: Reading | None = None
    may_confirm: bool = False
    confirms_for: str = ""
    may_settle: bool = False
    may_rule: bool = False
    may_take_over: bool = False
    may_call_off: bool = False
    verdict: Verdict | None = None
    effects: Sequence[Effects] = ()
    result_act: int = 0
    stays: Stays | None = None
    choices: Sequence[SideChoices] = ()
    accounts: Sequence[tuple[FleetBadge, str]] = ()
    organisers_account: str = ""
    may_tell: bool = False
    account_length: int = ACCOUNT_LENGTH
    photos: PhotoStrip | None = None
    may_add_photos: bool = False
    choices_missing: bool = False
    my_choices: bool = False

    # The report as a form, and an order that was refused.
    writing: bool = False
    settling: bool = False
    form_sides: Sequence[tuple[ReportSide, Any]] = field(default=())
    form_rest: Sequence[tuple[ReportSide, Any]] = field(default=())
    squadrons_folded: bool = False
    refusal: Refusal | None = None
    refused: str = ""
    reason: str = ""

    @property
    def shows_first(self) -> bool:
        """Whether the reader shows the nominated ship before they report: their bar offers it then."""
        key = self.nomination
        return self.view.step == "play" and not self.form_open and bool(key and key.mine and key.may_show)

    @property
    def waits_for_choices(self) -> bool:
        """Whether the reader could confirm the result, but for the choices of others."""
        blocked = self.my_choices or self.report is None or self.report.corrections
        return self.step == "confirm" and self.may_confirm and bool(self.choices_missing) and not blocked

    @property
    def mission_name(self) -> str:
        """The chosen mission with its number; "" without one."""
        return next((each.text for each in self.mission_facts if each.label == "Mission"), "")

    @property
    def holds_typed(self) -> bool:
        """Whether a form that was refused stands here with what was posted in it."""
        forms = [*([self.form] if self.form else ()), *self.for_others]
        return self.refused == "correct" or any(each.doing == self.refused and each.fields for each in forms)

    @property
    def form_open(self) -> bool:
        return self.writing or self.settling

    @property
    def asks_here(self) -> bool:
        """Whether the page itself tells the reader their next move: they play one of its sides, in the game
        or in the post-game phase after it, or they settle its report."""
        over = self.step in ("done", "void")
        return self.may_settle or any(side.mine and (not over or side.desk_open) for side in self.sides)

    @property
    def plays(self) -> bool:
        """Whether the reader plays a side, as its owner or as proxy."""
        return any(side.mine for side in self.sides)

    @property
    def settles_now(self) -> bool:
        """Whether the reader has to settle what the other side says about the report."""
        return self.may_settle and self.view.report is not None and bool(self.view.report.disputes)

    @property
    def step(self) -> GameStep:
        return self.view.step
