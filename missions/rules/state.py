"""The missions part of a campaign's folded state: games from pairing to confirmed result.

Holds secrets (`Draw.seed` until the game is over). Readers outside the rules get games through
`missions.rules.views.view_for` only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from league.kernel.fold import part

GameStep = Literal["draw", "play", "report", "confirm", "done", "void"]
SideName = Literal["active", "opposing"]
ShipFate = Literal["survived", "destroyed", "driven_off", "withdrawn"]
SectionState = Literal["sound", "damaged", "crippled"]


@dataclass(slots=True)
class DrawnSquadron:
    """A squadron as it was when its card turned over. `ships` are the fielded (not missing) ships' numbers."""

    fleet: int
    card: int
    type: Literal["recon", "standard", "epic"]
    ships: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Draw:
    """A fair draw (CR-060, CR-061, CR-079). `seed` (hex) is secret until the game is over; `commitment` is its SHA-256.

    `nonces` by side; `pools` the squadron cards 2–10 of each side, sorted, as shuffled from; `order` the cards in the
    order drawn, as "active:5"; `accepted` sides that took an unbalanced draw.
    """

    commitment: str
    seed: str
    nonces: dict[SideName, str] = field(default_factory=dict)
    pools: dict[SideName, list[int]] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    balanced: bool = False
    accepted: list[SideName] = field(default_factory=list)


@dataclass(slots=True)
class SectionReport:
    """What happened to one hull: of a small or large ship "whole", of a Huge ship each section."""

    damage_taken: int = 0
    hull_left: int = 0
    crippled: bool = False


@dataclass(slots=True)
class ShipReport:
    """One fielded ship's line of the report (CR-100). `lost` are upgrades (numbers) discarded for good by damage or
    effects; `spent` cards that discard themselves on use; `sections` by "whole", "fore", "aft"."""

    ship: int
    fleet: int
    fate: ShipFate = "survived"
    sections: dict[str, SectionReport] = field(default_factory=dict)
    lost: list[int] = field(default_factory=list)
    spent: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Dispute:
    """A line that the other side does not accept: a ship's number, or 0 for the facts about the whole game."""

    ship: int
    member: int
    reason: str


@dataclass(slots=True)
class Report:
    """`by` is the reporting member. `conceded` and `eliminated_together` are the facts about the whole game."""

    by: int = 0
    lines: dict[int, ShipReport] = field(default_factory=dict)
    conceded: SideName | None = None
    stopped: bool = False
    submitted: bool = False
    disputes: dict[int, Dispute] = field(default_factory=dict)
    settled_reason: str = ""


@dataclass(slots=True)
class Choices:
    """One side's choices before the result is applied: `elite` ships to be made ELITE (CR-118), `promoted` ship by
    squadron card (CR-119), `kept` upgrades that stay on a crippled section with too few slots (CR-117)."""

    elite: list[int] = field(default_factory=list)
    promoted: dict[int, int] = field(default_factory=dict)
    kept: dict[str, list[int]] = field(default_factory=dict)


@dataclass(slots=True)
class GameState:
    """`step`: draw → play → report → confirm → done; or void. `forces` holds both sides' drawn squadrons in order."""

    id: int
    round: int
    active: int
    opposing: int
    step: GameStep = "draw"
    draw: Draw | None = None
    forces: list[DrawnSquadron] = field(default_factory=list)
    report: Report = field(default_factory=Report)
    choices: dict[SideName, Choices] = field(default_factory=dict)
    winner: Literal["", "active", "opposing", "draw"] = ""
    termination: str = ""
    scores: dict[SideName, int] = field(default_factory=dict)

    def side_of(self, fleet: int) -> SideName:
        return "active" if fleet == self.active else "opposing"

    def fleet_of(self, side: SideName) -> int:
        return self.active if side == "active" else self.opposing


@part("missions")
@dataclass(slots=True)
class MissionsState:
    games: dict[int, GameState] = field(default_factory=dict)
