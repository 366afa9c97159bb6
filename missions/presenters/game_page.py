"""The game page: who is at what, whose move it is, the cards drawn, the report and what it will do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.kernel.refusal import Finding
from missions.presenters.play_sheet import SIDE_TITLES
from missions.rules.consequences import Consequence
from missions.rules.state import SIDES, FieldedShip, GameStep, ShipFate, ShipReport, SideName
from missions.rules.views import GameView
from missions.rules.waiting import Awaited
from rosters.rules.squadrons import TYPE_NAMES, WEIGHTS

STEPS: tuple[tuple[GameStep, str], ...] = (
    ("draw", "Draw"),
    ("play", "Play"),
    ("report", "Report"),
    ("confirm", "Confirm"),
    ("done", "Result"),
)
FATES: tuple[tuple[ShipFate, str, str], ...] = (
    ("survived", "Survived", "check"),
    ("destroyed", "Destroyed", "error"),
    ("driven_off", "Driven off", "exit"),
)
FATE_WORDS: dict[ShipFate, str] = {
    "survived": "survived",
    "destroyed": "destroyed",
    "driven_off": "driven off",
    "withdrawn": "withdrawn",
}
TERMINATIONS = {
    "points": "on points",
    "elimination": "by elimination",
    "concession": "by concession",
    "": "",
}
SECTION_WORDS = {"whole": "hull", "fore": "fore section", "aft": "aft section"}


@dataclass(frozen=True, slots=True)
class FleetBadge:
    """One of the two fleets. `mine`: the reader plays it."""

    side: SideName
    title: str
    number: int
    name: str
    faction: str
    suit: str
    owner: str
    url: str
    mine: bool


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A squadron card on the table, in the order drawn."""

    card: int
    suit: str
    type: str
    type_name: str
    weight: int
    points: int
    ships: int


@dataclass(frozen=True, slots=True)
class DrawSide:
    """One side of the draw: `ready` pressed, `accepted` an unbalanced one, cards with their weights
    (CR-020).
    """

    fleet: FleetBadge
    ready: bool
    accepted: bool
    cards: tuple[DrawnCard, ...]

    @property
    def weight(self) -> int:
        return sum(card.weight for card in self.cards)


@dataclass(frozen=True, slots=True)
class SectionField:
    """Figures of a hull in the report. `start` is the hull that it began with."""

    key: str
    label: str
    start: int
    damage: int
    left: str
    crippled: bool
    may_cripple: bool


@dataclass(frozen=True, slots=True)
class CardField:
    id: int
    name: str
    spendable: bool
    lost: bool
    spent: bool


@dataclass(frozen=True, slots=True)
class LineField:
    """One ship's line of the report, as a form and as a sentence."""

    ship: int
    name: str
    model: str
    squadron: int
    points: int
    fate: str
    said: str
    saved: bool
    sections: tuple[SectionField, ...]
    cards: tuple[CardField, ...]
    findings: tuple[Finding, ...]
    dispute: str


@dataclass(frozen=True, slots=True)
class ReportSide:
    fleet: FleetBadge
    lines: tuple[LineField, ...]


@dataclass(frozen=True, slots=True)
class Effects:
    """What confirming does to one fleet, each sentence with its rule."""

    fleet: FleetBadge
    sentences: tuple[Consequence, ...]


def badges(
    view: GameView, fleets: Mapping[int, tuple[str, str, str, str]], base: str
) -> dict[SideName, FleetBadge]:
    """Both fleets; `fleets` maps a fleet's number to name, side, suit and owner's name; `base` is the
    campaign's address.
    """
    made: dict[SideName, FleetBadge] = {}
    for side, number in (("active", view.active), ("opposing", view.opposing)):
        name, faction, suit, owner = fleets[number]
        key: SideName = "active" if side == "active" else "opposing"
        url = f"{base}fleets/{number}/"
        made[key] = FleetBadge(
            key, SIDE_TITLES[key], number, name, faction, suit, owner, url, view.viewer == key
        )
    return made


def steps(step: GameStep) -> list[tuple[str, str]]:
    """Label and state ("done", "now", "") of each step."""
    order = [key for key, _ in STEPS]
    at = order.index(step) if step in order else -1
    return [
        (label, "now" if place == at else "done" if place < at else "")
        for place, (_, label) in enumerate(STEPS)
    ]


def awaited_lines(
    awaited: Iterable[Awaited], fleets: Mapping[SideName, FleetBadge], me: int
) -> list[tuple[str, bool]]:
    """Whose move it is: a sentence each, and whether it is the reader's."""
    return [(_awaited(each, fleets), bool(me) and each.member == me) for each in awaited]


def _awaited(each: Awaited, fleets: Mapping[SideName, FleetBadge]) -> str:
    if each.side is None:
        return "An organiser has to settle the disputed lines."
    fleet = fleets[each.side]
    what = {
        "ready": "press ready for the draw",
        "accept": "accept the unbalanced draw, or ask an organiser to call the game off",
        "report": "report the result when the game is over",
        "choose": "make the choices that the result asks for",
        "confirm": "confirm or dispute the report",
        "settle": "settle the disputed lines",
    }[each.what]
    return f"{fleet.owner} ({fleet.name}) can {what}."


def draw_sides(view: GameView, fleets: Mapping[SideName, FleetBadge]) -> tuple[DrawSide, ...]:
    """Both sides of the draw; cards once they have been drawn."""
    draw = view.draw
    return tuple(
        DrawSide(
            fleets[side],
            draw is not None and side in draw.ready,
            draw is not None and side in draw.accepted,
            tuple(
                DrawnCard(
                    each.card,
                    fleets[side].suit,
                    each.type,
                    TYPE_NAMES[each.type],
                    WEIGHTS[each.type],
                    each.points,
                    len(each.ships),
                )
                for each in view.squadrons[side]
            ),
        )
        for side in SIDES
    )


def report_sides(
    view: GameView, fleets: Mapping[SideName, FleetBadge], findings: Iterable[Finding] = ()
) -> tuple[ReportSide, ...]:
    """The report's lines, side by side; `findings` are placed at their ships."""
    placed: dict[int, list[Finding]] = {}
    for finding in findings:
        subject = finding.about.split(":")
        if subject[0] == "ship":
            placed.setdefault(int(subject[1]), []).append(finding)
    return tuple(
        ReportSide(
            fleets[side],
            tuple(
                _line(view, view.ships[number], tuple(placed.get(number, ())))
                for drawn in view.squadrons[side]
                for number in drawn.ships
            ),
        )
        for side in SIDES
    )


def _line(view: GameView, ship: FieldedShip, findings: tuple[Finding, ...]) -> LineField:
    report = view.report
    line = report.lines.get(ship.id) if report else None
    dispute = report.disputes.get(ship.id) if report else None
    return LineField(
        ship=ship.id,
        name=ship.name,
        model=ship.model,
        squadron=ship.squadron,
        points=ship.points,
        fate=line.fate if line else "",
        said=sentence(ship, line) if line else "Not reported yet.",
        saved=line is not None,
        sections=tuple(
            _section(ship, section, line) for section in ship.hulls if section not in ship.crippled
        ),
        cards=tuple(
            CardField(
                one.id,
                one.name,
                one.spendable,
                line is not None and one.id in line.lost,
                line is not None and one.id in line.spent,
            )
            for one in ship.upgrades
        ),
        findings=findings,
        dispute=dispute.reason if dispute else "",
    )


def _section(ship: FieldedShip, section: str, line: ShipReport | None) -> SectionField:
    figures = line.sections.get(section) if line else None
    start = ship.hulls[section] - ship.start_cards.get(section, 0)
    return SectionField(
        section,
        SECTION_WORDS.get(section, section),
        start,
        figures.damage_taken if figures else 0,
        str(figures.hull_left) if figures else "",
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
    label = SECTION_WORDS.get(key, key)
    if figures.crippled:
        return f"{label} crippled"
    if not figures.damage_taken:
        return f"{label} unhurt"
    return f"{figures.damage_taken} damage to the {label}, {figures.hull_left} of {ship.hulls[key]} left"


def effects(
    consequences: Iterable[Consequence], fleets: Mapping[SideName, FleetBadge]
) -> tuple[Effects, ...]:
    """The consequences, fleet by fleet."""
    listed = list(consequences)
    return tuple(
        Effects(fleets[side], tuple(each for each in listed if each.fleet == fleets[side].number))
        for side in SIDES
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """The computed result in words."""

    title: str
    detail: str
    rule: str
    reasons: tuple[tuple[str, str], ...]


def verdict(view: GameView, fleets: Mapping[SideName, FleetBadge]) -> Verdict | None:
    """Who won and by how much, as the report stands or as it was confirmed; None without a report."""
    result = view.report.result if view.report else None
    if result is None:
        return None
    if result.winner in ("active", "opposing"):
        winner = fleets["active" if result.winner == "active" else "opposing"]
        title = f"{winner.name} wins {TERMINATIONS[result.termination]}".strip()
    else:
        title = "The game is a draw"
    active, opposing = fleets["active"], fleets["opposing"]
    scores = f"{active.name} {result.scores['active']}, {opposing.name} {result.scores['opposing']}"
    reasons = tuple((reason.text, reason.rule) for reason in result.reasons)
    return Verdict(title, f"Points scored: {scores}.", result.rule, reasons)
