"""The missions part of a campaign's folded state: games from pairing to confirmed result.

Holds secrets (`Draw.seed` until the game is over). Readers outside the rules get games through
`missions.rules.game.secrets.view_for` only.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Literal

from league.kernel.fold import part
from league.kernel.nonces import How
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.pregame.state import Pregame
from rosters.rules.state import Rank, SquadronType

__all__ = ["SIDES", "SideName", "other"]

GameStep = Literal["pregame", "draw", "play", "report", "confirm", "done", "void"]
ShipFate = Literal["survived", "destroyed", "driven_off", "withdrawn"]
Winner = Literal["", "active", "opposing", "draw"]
Termination = Literal["", "points", "elimination", "concession", "objective", "ruling"]


@dataclass(frozen=True, slots=True)
class FieldedUpgrade:
    """An upgrade on a fielded ship, as it was when the card turned over. `points` are printed points;
    `spendable` cards discard themselves on use (CR-116); of `squadron_limited` cards a fleet uses one copy
    (CR-038)."""

    id: int
    card: str
    name: str
    slot: str
    points: int
    section: str = ""
    spendable: bool = False
    squadron_limited: bool = False


@dataclass(frozen=True, slots=True)
class FieldedShip:
    """A ship as it was when its squadron's card turned over.

    `points` are squad points with upgrades (CR-005). `hulls` is the hull of each section ("whole", or "fore"
    and "aft"), upgrades included; `start_cards` the face-down damage cards that each section starts with
    (CR-112); `crippled` the sections that were crippled before the game. A ship that `arrived` came with the
    asset Reinforcements, belongs to no squadron (0) and joins the roster after the game (CR-087).
    """

    id: int
    fleet: int
    squadron: int
    card: str
    name: str
    model: str
    points: int
    rank: Rank = ""
    unique: bool = False
    huge: bool = False
    hyperdrive: bool = False
    hulls: dict[str, int] = field(default_factory=dict)
    start_cards: dict[str, int] = field(default_factory=dict)
    crippled: tuple[str, ...] = ()
    upgrades: tuple[FieldedUpgrade, ...] = ()
    arrived: bool = False


@dataclass(frozen=True, slots=True)
class DrawnSquadron:
    """A squadron as it was when its card turned over. `ships` are the fielded (not missing) ships' numbers;
    `points` the squad points of all of them."""

    fleet: int
    card: int
    type: SquadronType
    ships: tuple[int, ...] = ()
    points: int = 0


@dataclass(frozen=True, slots=True)
class Laid:
    """An order that waits for links before its picks are made. `number` counts such orders of the game,
    `mark` is the order's seal, `since` the time at which it was laid, `wanted` the sides whose link it waits
    for."""

    number: int
    mark: str
    since: str
    wanted: tuple[SideName, ...]


@dataclass(slots=True)
class Draw:
    """A fair draw (CR-060, CR-061, CR-079). `seed` (hex) is secret until the game is over; `commitment` is
    its SHA-256.

    `nonces` by side, as far as they are in; `hows` says of each side that is ready how its nonce came. A side
    is bound by its first one of `seals`, even if it takes its ready back. `waits_since` is the moment from
    which both were ready, if a nonce is held back then. `pools` are the squadron cards 2–10 of each side,
    sorted, as shuffled from; `order` the cards in the order drawn, as "active:5"; `accepted` sides that took
    an unbalanced draw.

    Picks of a mission take links (docs/decisions/0033): `chains` has the last known value of each side's
    chain; `linked` is whether any side ever had one; `laid` is the order that waits for links, `orders_laid`
    their number."""

    commitment: str
    seed: str
    nonces: dict[SideName, str] = field(default_factory=dict)
    pools: dict[SideName, tuple[int, ...]] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    balanced: bool = False
    accepted: list[SideName] = field(default_factory=list)
    seals: dict[SideName, str] = field(default_factory=dict)
    hows: dict[SideName, How] = field(default_factory=dict)
    waits_since: str = ""
    chains: dict[SideName, str] = field(default_factory=dict)
    linked: bool = False
    laid: Laid | None = None
    orders_laid: int = 0

    @property
    def ready(self) -> tuple[SideName, ...]:
        """The sides that are ready, whether their nonce is in or held back."""
        return tuple(side for side in SIDES if side in self.nonces or self.hows.get(side) == "held")

    @property
    def held(self) -> tuple[SideName, ...]:
        """Once both sides are ready: those whose nonce is still held back."""
        ready = self.ready
        return tuple(side for side in ready if side not in self.nonces) if len(ready) == len(SIDES) else ()


@dataclass(frozen=True, slots=True)
class SectionReport:
    """Report of one hull: "whole" for a small, large or one-piece Huge ship, "fore" and "aft" for others.

    `damage_taken` is damage to the hull in this game (neither shields nor the cards dealt for an old mark);
    `hull_left` the hull at its end; `crippled` only for sections of a two-section ship, crippled in this
    game.
    """

    damage_taken: int = 0
    hull_left: int = 0
    crippled: bool = False


@dataclass(frozen=True, slots=True)
class ShipReport:
    """One fielded ship's line of the report (CR-100). `lost` are upgrades (numbers) discarded for good by
    damage or effects; `spent` cards that discard themselves on use; `sections` by "whole", "fore", "aft"."""

    ship: int
    fleet: int
    fate: ShipFate = "survived"
    sections: dict[str, SectionReport] = field(default_factory=dict)
    lost: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about a whole game: the side that conceded, whether the players stopped with ships of both sides
    on the table, and how many markers were scanned (CR-090, CR-092)."""

    conceded: SideName | None = None
    stopped: bool = False
    scanned: int = 0


@dataclass(frozen=True, slots=True)
class Dispute:
    """A line that the other side does not accept: a ship's number, or 0 for the facts about the whole game.

    A correction says how it was: `line` of a ship, or `facts` of the game. The side that wrote the report
    accepts it. If there is none, or if that side has `refused` it, an organiser settles the report.
    """

    ship: int
    member: int
    reason: str
    line: ShipReport | None = None
    facts: Facts | None = None
    refused: bool = False

    @property
    def corrects(self) -> bool:
        """Whether the other side can still accept it."""
        return not self.refused and (self.line is not None or self.facts is not None)


DisputeStand = Literal["", "answer", "settle"]
WHOLE_GAME = 0
"""Stands for the facts about the whole game where a ship's number is asked for."""


@dataclass(slots=True)
class Report:
    """`by` is the reporting member, 0 before anything was saved; `side` the side that they report for, as
    its owner or proxy, None for an organiser who plays neither. `conceded` (a side gave up), `stopped`
    (the players ended the game with ships of both sides on the table) and `scanned` (markers removed in
    Reconnaissance, CR-090) are the facts about the whole game. `settled_by` is the organiser who settled it,
    `changed` are the ships whose lines that changed, and 0 for the facts. `accepted_by` is the member who
    last accepted corrections, 0 before, and `accepted` are the ships that those were about. `writers` are all
    who wrote a part of it or submitted it, since the other side took it over if it did. `unanswered` are
    disputes that stood when the report was taken back: they stand again with it, unless their lines are
    changed."""

    by: int = 0
    side: SideName | None = None
    lines: dict[int, ShipReport] = field(default_factory=dict)
    conceded: SideName | None = None
    stopped: bool = False
    scanned: int = 0
    submitted: bool = False
    disputes: dict[int, Dispute] = field(default_factory=dict)
    settled_reason: str = ""
    settled_by: int = 0
    changed: tuple[int, ...] = ()
    accepted_by: int = 0
    accepted: tuple[int, ...] = ()
    writers: tuple[int, ...] = ()
    unanswered: dict[int, Dispute] = field(default_factory=dict)

    @property
    def facts(self) -> Facts:
        """The facts about the whole game."""
        return Facts(self.conceded, self.stopped, self.scanned)

    def take(self, line: ShipReport | None, facts: Facts | None) -> None:
        """Put a ship's line, or the facts about the whole game, in the place of the present ones."""
        if line is not None:
            self.lines[line.ship] = line
        if facts is not None:
            self.conceded, self.stopped, self.scanned = facts.conceded, facts.stopped, facts.scanned

    @property
    def disputed(self) -> DisputeStand:
        """Move that the disputes wait for: "answer" of the side that wrote the report, "settle" of an
        organiser, "" if there are none."""
        if not self.disputes:
            return ""
        return "answer" if all(each.corrects for each in self.disputes.values()) else "settle"

    def written_by(self, side: SideName | None, member: int) -> bool:
        """Whether it is the report of that `side`, or a member who plays it now wrote a part of it. Of those
        who play no side (None), only an organiser who wrote it for neither has an own report: a player's
        passes on with their fleet."""
        if not self.by:
            return False
        own = member == self.by or member in self.writers
        return (own and self.side is None) if side is None else (own or side == self.side)


@dataclass(frozen=True, slots=True)
class Ruling:
    """The organiser `member` overrides the computed victor with a reason that both players see. `asset`:
    whether the winner is offered the mission's asset."""

    winner: Winner
    reason: str
    asset: bool = False
    member: int = 0


@dataclass(frozen=True, slots=True)
class Choices:
    """One side's choices before the result is applied: `elite` ships to be made ELITE (CR-118), `promoted`
    ship by squadron card (CR-119), `kept` upgrades by "ship:section" that stay on a crippled section with too
    few slots (CR-117)."""

    elite: tuple[int, ...] = ()
    promoted: dict[int, int] = field(default_factory=dict)
    kept: dict[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fight:
    """The game is to be fought on the hex board: the side that proposed it, by side the member who spoke for
    it, the battle's number in the campaign once both agree (0 before), and the rule system ("": the first
    there is).
    """

    proposed_by: SideName
    members: dict[SideName, int] = field(default_factory=dict)
    battle: int = 0
    system: str = ""


@dataclass(slots=True)
class GameState:
    """`step`: draw (with missions: pregame) → play → report → confirm → done; or void.

    A `friendly` game is recorded and changes nothing; its `round` is 0 when it was played outside of one.
    `pregame` is None without missions. `ruled` is the organiser's ruling on the result, with their reason.

    `forces` holds both sides' drawn squadrons in order; `ships` every fielded ship by number. `limited` names
    the Squadron Limited copy that each side uses (CR-038). `scores` are points that each side scored
    (CR-092). `number` counts the games of the campaign 1, 2, 3 …; people and addresses name a game by it.
    `told` are the sides' own accounts of it, `told_by_organiser` that of the organisers.
    """

    id: int
    round: int
    active: int
    opposing: int
    step: GameStep = "draw"
    draw: Draw | None = None
    forces: list[DrawnSquadron] = field(default_factory=list)
    ships: dict[int, FieldedShip] = field(default_factory=dict)
    limited: dict[SideName, int] = field(default_factory=dict)
    report: Report = field(default_factory=Report)
    choices: dict[SideName, Choices] = field(default_factory=dict)
    winner: Winner = ""
    termination: Termination = ""
    scores: dict[SideName, int] = field(default_factory=dict)
    seed_shown: bool = False
    friendly: bool = False
    pregame: Pregame | None = None
    ruled: Ruling | None = None
    fight: Fight | None = None
    number: int = 0
    told: dict[SideName, str] = field(default_factory=dict)
    told_by_organiser: str = ""

    def side_of(self, fleet: int) -> SideName:
        return "active" if fleet == self.active else "opposing"

    def fleet_of(self, side: SideName) -> int:
        return self.active if side == "active" else self.opposing

    def squadrons_of(self, side: SideName) -> list[DrawnSquadron]:
        """The squadrons that a side fields, in the order drawn."""
        return [squadron for squadron in self.forces if squadron.fleet == self.fleet_of(side)]

    def ships_of(self, side: SideName) -> list[FieldedShip]:
        """The ships that a side fields, by number."""
        return [ship for ship in self.ships.values() if ship.fleet == self.fleet_of(side)]

    def fingerprint(self) -> str:
        """A digest of the report and the choices: what was accepted is what stands (CR-101).

        Kept in the log, so what goes in is written out here and never follows a change of the classes.
        """
        lines = [
            (
                line.ship,
                line.fate,
                sorted((part, s.damage_taken, s.hull_left, s.crippled) for part, s in line.sections.items()),
                sorted(line.lost),
                sorted(line.spent),
            )
            for _, line in sorted(self.report.lines.items())
        ]
        choices = [
            (side, sorted(made.elite), sorted(made.promoted.items()), sorted(made.kept.items()))
            for side, made in sorted(self.choices.items())
        ]
        facts: list[object] = [lines, self.report.conceded, self.report.stopped, choices]
        if self.pregame is not None:
            facts += [self.report.scanned, self.pregame.nominated]
        if self.ruled is not None:
            facts += [self.ruled.winner, self.ruled.asset]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


@part("missions", items="games")
@dataclass(slots=True)
class MissionsState:
    games: dict[int, GameState] = field(default_factory=dict)


def pregame_of(game: GameState) -> Pregame:
    """The preparation of a game with a mission."""
    assert game.pregame is not None
    return game.pregame


def next_number(state: MissionsState) -> int:
    """The number of the campaign's next game, friendly ones and those called off included. Numbers rise with
    ids, so the newest game has the highest; only an undone game gives its number up, and if it is done again
    meanwhile, the later one moves up."""
    return state.games[max(state.games)].number + 1 if state.games else 1
