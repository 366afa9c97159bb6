"""The report on the page: as a form, as sentences, and what it adds up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from league.kernel.refusal import Finding
from league.rules.phrases import full_stop
from missions.presenters.game.page import FleetBadge, Fleets
from missions.presenters.report.verdict import Outlook, named, then_words
from missions.rules.content.mission_data import Mission, missions
from missions.rules.game.choices import Ask
from missions.rules.game.report import hull_after, hull_at_start, unhurt
from missions.rules.game.secrets import GameView, ReportView
from missions.rules.game.ship_labels import which_of
from missions.rules.game.state import (
    SIDES,
    WHOLE_GAME,
    Dispute,
    Facts,
    FieldedShip,
    FieldedUpgrade,
    ShipFate,
    ShipReport,
    SideName,
)
from rosters.rules.labels import SECTION_WORDS

FATE_WORDS: dict[ShipFate, str] = {
    "survived": "survived",
    "destroyed": "destroyed",
    "driven_off": "driven off",
    "withdrawn": "withdrawn",
}
FATE_TONES: dict[ShipFate, str] = {
    "survived": "tag-good",
    "destroyed": "tag-bad",
    "driven_off": "tag-info",
    "withdrawn": "tag-info",
}
ABOUT_ENDING = ("not_over", "already_won", "nothing_to_concede", "over_already", "markers")
"""Codes of findings about the end of the game and the markers."""
HULL_WORDS = {**SECTION_WORDS, "whole": "hull"}


@dataclass(frozen=True, slots=True)
class SectionField:
    """Figures of a hull in the report. `start` is the hull that it began with; `left` is "" if it is
    just that less the damage. `field` begins the names of its fields."""

    key: str
    field: str
    label: str
    start: str
    damage: str
    left: str
    crippled: bool
    may_cripple: bool

    @property
    def part(self) -> str:
        """Part of a label that tells it from the ship's other section."""
        return f", {self.key}" if self.may_cripple else ""


@dataclass(frozen=True, slots=True)
class CardField:
    id: str
    name: str
    spendable: bool
    lost: bool
    spent: bool
    barred: bool = False


@dataclass(frozen=True, slots=True)
class LineField:
    """One ship's line of the report, as a form and as a sentence. `dispute` says who disputes it and why;
    `which` tells it from others of its name and says what it is to the mission; `happened`: the report says
    anything else than that it survived unhurt; `given_up`: it was on the table when its side conceded."""

    ship: int
    name: str
    model: str
    rank: str
    squadron: int
    points: int
    fate: str
    fate_word: str
    tone: str
    sentence: str
    saved: bool
    sections: tuple[SectionField, ...]
    cards: tuple[CardField, ...]
    findings: tuple[Finding, ...]
    dispute: str
    may_withdraw: bool
    which: str = ""
    happened: bool = False
    given_up: bool = False

    @property
    def key(self) -> str:
        """The ship's number, as addresses and fields have it."""
        return str(self.ship)

    @property
    def about(self) -> str:
        return ", ".join(each for each in (self.model, f"{self.points} points", self.which) if each)

    @property
    def besides(self) -> str:
        """The report's words besides the fate: "2 damage to the hull, 1 of 3 left"."""
        return self.sentence.removesuffix(".").partition("; ")[2] if self.saved else ""

    @property
    def remark(self) -> str:
        """The copy of the ship that is meant, if there are several, and the words besides the fate."""
        return ", ".join(each for each in (self.which, self.besides) if each)

    @property
    def fate_typed(self) -> str:
        """The fate that the form shows: a ship survived if nobody says anything else."""
        return self.fate or "survived"

    @property
    def stands_out(self) -> bool:
        """Whether the line is read before those of ships to which nothing happened."""
        return self.happened or self.given_up or bool(self.dispute)

    @property
    def cards_reported(self) -> bool:
        return any(card.lost or card.spent for card in self.cards)


@dataclass(frozen=True, slots=True)
class ReportSide:
    """`fates` are those that ships of this side can have: some missions let them withdraw (CR-098)."""

    fleet: FleetBadge
    lines: tuple[LineField, ...]
    fates: tuple[tuple[ShipFate, str], ...]

    @property
    def in_short(self) -> str:
        """Number of ships with each fate, of survivors without harm, and of cards lost and used up: "3
        survived (2 unhurt), 1 destroyed; 2 cards lost"."""
        fates = Counter("given_up" if line.given_up else line.fate for line in self.lines)
        unhurt = sum(line.saved and not line.happened and not line.given_up for line in self.lines)
        words: dict[str, str] = dict(FATE_WORDS.items())
        words |= {"survived": f"survived ({unhurt} unhurt)", "given_up": "given up", "": "not reported"}
        ships = ", ".join(f"{fates[fate]} {word}" for fate, word in words.items() if fates[fate])
        return "; ".join(each for each in (ships, *self._cards_in_short) if each)

    @property
    def _cards_in_short(self) -> tuple[str, ...]:
        cards = [card for line in self.lines for card in line.cards]
        counts = {"lost": sum(card.lost for card in cards), "used up": sum(card.spent for card in cards)}
        return tuple(
            f"{count} {'card' if count == 1 else 'cards'} {how}" for how, count in counts.items() if count
        )


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums of the report so far: `reported` of `ships` lines, points that each side has scored."""

    reported: int
    ships: int
    active: int
    opposing: int


@dataclass(frozen=True, slots=True)
class Disputed:
    """A line that is disputed, in a sentence about `name`; `ship` is its number, 0 for the facts about the
    whole game. `corrects`: the other side says how it was. `then`: the result if this correction alone is
    accepted; "" if it does not fit the rest of the report without the others."""

    ship: int
    name: str
    text: str
    corrects: bool
    then: str = ""


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The report with its facts. `ending`: "", "stopped", or the side that conceded. `markers` could be
    scanned in this mission, `scanned` of them were (CR-090). `corrections` says all that is disputed, and
    `corrected` whether any of it says how it was; `corrected_result` is the result with all corrections.
    `mission`: the game has one. `ending_findings` stand at the question how the game ended."""

    writer: str
    sides: tuple[ReportSide, ...]
    totals: Totals
    ending: str
    ending_sentence: str
    endings: tuple[tuple[str, str, str], ...]
    facts_dispute: str
    may_withdraw_facts: bool
    decided: str
    findings: tuple[Finding, ...]
    markers: int = 0
    scanned: int = 0
    corrections: tuple[Disputed, ...] = ()
    corrected: bool = False
    corrected_result: str = ""
    mission: bool = False
    ending_findings: tuple[Finding, ...] = ()

    @property
    def ships_at_fault(self) -> bool:
        """Whether a ship's line has to be corrected."""
        return any(line.findings for side in self.sides for line in side.lines)

    @property
    def ending_help(self) -> str:
        """Sentences about the ways in which a game ends (CR-092, CR-095)."""
        decided = ", or the mission is decided" if self.mission else ""
        return (
            f"Played to the end: one side has no ship left on the table{decided}. Ended early: both sides "
            "still have ships there. If a side concedes, its ships on the table count as destroyed."
        )


@dataclass(frozen=True, slots=True)
class AskForm:
    """A choice as fields of a form: `name` of the field, `one` of several or any number of them."""

    ask: Ask
    name: str
    one: bool


@dataclass(frozen=True, slots=True)
class SideChoices:
    """The choices of one side."""

    fleet: FleetBadge
    asks: tuple[AskForm, ...]

    @property
    def missing(self) -> bool:
        return any(not each.ask.answered for each in self.asks)


def report_page(
    view: GameView,
    fleets: Fleets,
    scores: Mapping[SideName, int],
    *,
    writer: str,
    me: int = 0,
    members: Mapping[int, str] | None = None,
    findings: Iterable[Finding] = (),
    outlook: Outlook | None = None,
) -> ReportPage:
    """The report's lines side by side; `findings` are placed at their ships, the rest stands above.
    `members` names those who dispute; `outlook` says what their corrections lead to."""
    report = view.report
    placed, rest = _placed(replace(each, message=named(each.message, fleets)) for each in findings)
    writer_number = report.by if report else 0
    known = Disputes(report.disputes if report else {}, members or {}, me, writer_number)
    ending = ending_of(report) if report else ""
    lines = report.lines if report else {}
    whole = known.all.get(0)
    facts = whole.facts if whole else None
    dispute, mine = known.about(0, _facts_words(facts, fleets) if facts else "")
    mission = _mission(view)
    return ReportPage(
        writer=writer,
        sides=tuple(_side(view, fleets, side, placed, known) for side in SIDES),
        totals=Totals(len(lines), len(view.ships), scores["active"], scores["opposing"]),
        ending=ending,
        ending_sentence=_ending(ending, fleets),
        endings=_endings(fleets),
        facts_dispute=dispute,
        may_withdraw_facts=mine,
        mission=mission is not None,
        decided=_decided(view, report, {**(members or {}), me: "You"}, fleets) if report else "",
        findings=tuple(each for each in rest if each.code not in ABOUT_ENDING),
        ending_findings=tuple(each for each in rest if each.code in ABOUT_ENDING),
        markers=mission.markers if mission else 0,
        scanned=report.scanned if report else 0,
        corrections=_corrections(view, known, fleets, outlook),
        corrected_result=then_words(outlook, outlook.together, fleets) if outlook else "",
        corrected=any(each.line or each.facts for each in known.all.values()),
    )


def _corrections(
    view: GameView, disputes: Disputes, fleets: Fleets, outlook: Outlook | None
) -> tuple[Disputed, ...]:
    """Everything that is disputed, in sentences: what the report says, how it was, and what that leads to."""
    report = view.report
    if report is None:
        return ()
    said = []
    for number in disputes.all:
        ship = view.ships.get(number)
        then = then_words(outlook, outlook.alone.get(number), fleets) if outlook else ""
        if ship is not None:
            reported = sentence(ship, report.lines[number]) if number in report.lines else ""
            told = disputes.told(number, reported, _correction(ship, disputes))
            said.append(Disputed(number, _exact(view, ship), told, disputes.all[number].corrects, then))
            continue
        facts = disputes.all[number].facts
        corrected = _facts_words(facts, fleets) if facts else ""
        told = disputes.told(number, _facts_words(report, fleets), corrected)
        said.append(Disputed(number, "How the game ended", told, facts is not None, then))
    return tuple(said)


def _exact(view: GameView, ship: FieldedShip) -> str:
    """The name of a ship, with its number among those of one card."""
    which = which_of(ship, (each for side in SIDES for each in view.squadrons[side]), view.ships)
    return f"{ship.name}, {which}" if which else ship.name


def _correction(ship: FieldedShip, disputes: Disputes) -> str:
    found = disputes.all.get(ship.id)
    return sentence(ship, found.line) if found and found.line else ""


def _facts_words(facts: Facts | ReportView, fleets: Fleets) -> str:
    markers = f" {facts.scanned} markers were scanned." if facts.scanned else ""
    return f"{_ending(ending_of(facts), fleets)}{markers}"


@dataclass(frozen=True, slots=True)
class Disputes:
    """Disputes for one reader, who is told what each correction says by `correction`."""

    all: Mapping[int, Dispute]
    names: Mapping[int, str]
    me: int
    writer: int

    @property
    def refusal(self) -> str:
        """The words for a correction that the writer of the report does not accept."""
        own = self.me and self.me == self.writer
        return "You do not accept it." if own else "The reporter does not accept it."

    def about(self, ship: int, correction: str = "") -> tuple[str, bool]:
        """Sentence on the dispute of a line ("" without one), and whether the reader may withdraw it.
        `correction` says how it was.
        """
        found = self.all.get(ship)
        if found is None:
            return "", False
        who = self.names.get(found.member, "somebody")
        said = [full_stop(each) for each in (correction, found.reason) if each]
        verb = "Corrected" if correction else "Disputed"
        if found.refused:
            said.append(self.refusal)
        return f"{verb} by {who}: {' '.join(said)}", self.me == found.member

    def told(self, ship: int, reported: str, correction: str) -> str:
        """The dispute of a line beside what the report says of it."""
        found = self.all[ship]
        who = self.names.get(found.member, "somebody")
        change = f"{reported.rstrip('.')} → {correction} Corrected" if correction else f"{reported} Disputed"
        refused = f" {self.refusal}" if found.refused else ""
        return f"{change} by {who}{': ' + full_stop(found.reason) if found.reason else '.'}{refused}"


def _decided(view: GameView, report: ReportView, members: Mapping[int, str], fleets: Fleets) -> str:
    """The decisions about disputed lines and what each of them changed; "" if there was none."""
    parts = []
    accepted = _lines_of(view, report, report.accepted, fleets)
    if accepted:
        what = "the correction" if len(accepted) == 1 else "the corrections"
        parts += [f"{members.get(report.accepted_by, 'The reporter')} accepted {what}.", *accepted]
    if report.settled_reason:
        who, reason = members.get(report.settled_by, "An organiser"), full_stop(report.settled_reason)
        settled = _lines_of(view, report, report.changed, fleets) or ["No line changed."]
        parts += [f"{who} settled the report: {reason}", *settled]
    return " ".join(parts)


def _lines_of(view: GameView, report: ReportView, numbers: Sequence[int], fleets: Fleets) -> list[str]:
    """The report's lines of these ships in sentences; WHOLE_GAME stands for how the game ended."""
    lines = {ship: report.lines[ship] for ship in numbers if ship in report.lines}
    said = [f"{_exact(view, view.ships[ship])}: {sentence(view.ships[ship], lines[ship])}" for ship in lines]
    if WHOLE_GAME in numbers:
        said.append(f"How the game ended: {_facts_words(report, fleets)}")
    return said


def _placed(findings: Iterable[Finding]) -> tuple[dict[int, list[Finding]], tuple[Finding, ...]]:
    placed: dict[int, list[Finding]] = {}
    rest = []
    for finding in findings:
        subject = finding.about.split(":")
        if subject[0] == "ship":
            placed.setdefault(int(subject[1]), []).append(finding)
        else:
            rest.append(finding)
    return placed, tuple(rest)


def ending_of(facts: Facts | ReportView) -> str:
    """The end of the game as forms have it: "", "stopped", or the side that conceded."""
    return facts.conceded or ("stopped" if facts.stopped else "")


def _ending(ending: str, fleets: Fleets) -> str:
    if ending in ("active", "opposing"):
        return f"{fleets['active' if ending == 'active' else 'opposing'].name} conceded."
    return "Ended early." if ending else "Nobody conceded."


def _endings(fleets: Fleets) -> tuple[tuple[str, str, str], ...]:
    return (
        ("", "Played to the end", "check"),
        ("stopped", "Ended early", "clock"),
        ("active", f"{fleets['active'].name} conceded", ""),
        ("opposing", f"{fleets['opposing'].name} conceded", ""),
    )


def _side(
    view: GameView, fleets: Fleets, side: SideName, placed: Mapping[int, list[Finding]], disputes: Disputes
) -> ReportSide:
    numbers = [number for drawn in view.squadrons[side] for number in drawn.ships]
    numbers += [ship.id for ship in view.ships.values() if ship.arrived and ship.fleet == fleets[side].number]
    return ReportSide(
        fleets[side],
        tuple(line_field(view, number, tuple(placed.get(number, ())), disputes) for number in numbers),
        tuple((fate, FATE_WORDS[fate].capitalize()) for fate in view.fates[side]),
    )


def _mission(view: GameView) -> Mission | None:
    return missions().get(view.pregame.mission) if view.pregame else None


def line_field(
    view: GameView, number: int, findings: tuple[Finding, ...] = (), disputes: Disputes | None = None
) -> LineField:
    """One ship's line."""
    ship = view.ships[number]
    line = view.report.lines.get(number) if view.report else None
    dispute, may_withdraw = ("", False)
    if disputes is not None:
        dispute, may_withdraw = disputes.about(number, _correction(ship, disputes))
    fate: ShipFate | None = line.fate if line else None
    given_up = fate == "survived" and _conceded(view, ship)
    return LineField(
        ship=ship.id,
        name=ship.name,
        model=ship.model,
        rank=ship.rank,
        squadron=ship.squadron,
        points=ship.points,
        fate=fate or "",
        fate_word="Given up" if given_up else FATE_WORDS[fate].capitalize() if fate else "Not reported",
        tone="tag-bad" if given_up else FATE_TONES.get(fate, "") if fate else "",
        sentence=sentence(ship, line) if line else "Not reported yet.",
        saved=line is not None,
        sections=tuple(_section(ship, each, line) for each in ship.hulls if each not in ship.crippled),
        cards=tuple(_card(view, one, line) for one in ship.upgrades),
        findings=findings,
        dispute=dispute,
        may_withdraw=may_withdraw,
        which=_which(view, ship),
        happened=line is not None and line != unhurt(ship),
        given_up=given_up,
    )


def _conceded(view: GameView, ship: FieldedShip) -> bool:
    """Whether the side of the ship conceded, in a report that is complete: its ships that were still on the
    table count as destroyed (CR-095)."""
    report = view.report
    if report is None or not report.submitted or report.conceded is None:
        return False
    return ship.fleet == (view.active if report.conceded == "active" else view.opposing)


def with_fields(view: GameView, line: LineField, typed: ShipReport) -> LineField:
    """A ship's line with the fields of a form as they were typed. Its sentence stays: nothing was saved."""
    ship = view.ships[typed.ship]
    return replace(
        line,
        fate=typed.fate,
        sections=tuple(_section(ship, each, typed) for each in ship.hulls if each not in ship.crippled),
        cards=tuple(_card(view, one, typed) for one in ship.upgrades),
    )


def _which(view: GameView, ship: FieldedShip) -> str:
    """Label that tells a ship from others of its name in its squadron; for a reader who may know, it also
    marks the nominated one (CR-091)."""
    mission = _mission(view)
    key = mission is not None and view.pregame is not None and view.pregame.nominated == ship.id
    alike = which_of(ship, (each for side in SIDES for each in view.squadrons[side]), view.ships)
    called = f"the {mission.key_called}" if mission is not None and key else ""
    return ", ".join(each for each in (alike, called) if each)


def _card(view: GameView, card: FieldedUpgrade, line: ShipReport | None) -> CardField:
    """A card that could not be used is not offered as used up, unless it was reported so."""
    lost, spent = (line.lost, line.spent) if line else ((), ())
    barred = card.id in view.barred
    used_up = card.id in spent
    return CardField(
        str(card.id), card.name, card.spendable and (used_up or not barred), card.id in lost, used_up, barred
    )


def _section(ship: FieldedShip, section: str, line: ShipReport | None) -> SectionField:
    figures = line.sections.get(section) if line else None
    left = ""
    if figures is not None:
        after = hull_after(ship, section, figures.damage_taken, crippled=figures.crippled)
        left = "" if figures.hull_left == after else str(figures.hull_left)
    return SectionField(
        section,
        f"s{ship.id}-{section}",
        HULL_WORDS.get(section, section),
        str(hull_at_start(ship, section)),
        str(figures.damage_taken if figures else 0),
        left,
        figures.crippled if figures else False,
        len(ship.hulls) > 1,
    )


def sentence(ship: FieldedShip, line: ShipReport) -> str:
    """A line of the report in words."""
    parts = [FATE_WORDS[line.fate]]
    if line.fate != "destroyed":
        parts += [_figures(ship, key, line) for key in line.sections]
    names = {one.id: one.name for one in ship.upgrades}
    if line.lost:
        parts.append("lost " + ", ".join(names[number] for number in line.lost))
    if line.spent:
        parts.append("used up " + ", ".join(names[number] for number in line.spent))
    text = "; ".join(parts)
    return text[:1].upper() + text[1:] + "."


def _figures(ship: FieldedShip, key: str, line: ShipReport) -> str:
    figures = line.sections[key]
    label = HULL_WORDS.get(key, key)
    if figures.crippled:
        return f"{label} crippled"
    if not figures.damage_taken:
        return f"{label} unhurt"
    return f"{figures.damage_taken} damage to the {label}, {figures.hull_left} of {ship.hulls[key]} left"


def side_choices(asks: Mapping[SideName, Iterable[Ask]], fleets: Fleets) -> tuple[SideChoices, ...]:
    """The choices of the sides that have any."""
    made = [SideChoices(fleets[side], tuple(_ask_form(ask) for ask in asks.get(side, ()))) for side in SIDES]
    return tuple(each for each in made if each.asks)


def _ask_form(ask: Ask) -> AskForm:
    return AskForm(ask, f"{ask.kind}-{ask.key}" if ask.key else ask.kind, ask.kind == "promoted")
