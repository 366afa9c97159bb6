"""Contents of a hex map and of the place beside it, as plain data. Nothing here belongs to one rule system.

A pack's `BoardReader` fills these in from a seat's view; the presenters draw them. Hexes are named by the ids
of the scene's grid, units by their numbers, sides by 0 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from missions.battles.board.grid import Grid, Point

NO_SIDE = -1
NO_CARD = -1

Tone = Literal["muted", "info", "good", "bad", "accent"]
"""Colours of the theme by what they mean."""


# --- units ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign at a counter's edge: a symbol of the picture, with a figure or not ("hits 3"), or one letter,
    and what it means.
    """

    sign: str
    words: str


class Gauge(NamedTuple):
    """Remaining part of a strength: "pips" for a few equal parts, a "solid" or a "dashed" bar for many, a
    "ring" along the edge of the footprint or a "core" within it, each of these with its figure.
    """

    kind: Literal["pips", "solid", "dashed", "ring", "core"]
    now: int
    most: int


@dataclass(frozen=True, slots=True)
class Token:
    """One unit as its reader knows it.

    `place` is the hex it stands on, "" once it is off the map, and `covers` are all hexes of its footprint
    if they are more than one. `facing` is None for what looks nowhere. `plate` is the figure at the lower
    right, `strength` the same for lists, `cargo` a figure at the lower left. `gone` says that it is lost or
    has left; others off the map have still to come. With `filling` its drawing has the size of the footprint.
    `words` says all of it.
    """

    unit: int
    label: str
    name: str
    side: int
    kind: str
    place: str
    words: str
    may_act: bool
    facing: int | None = None
    gauges: tuple[Gauge, ...] = ()
    plate: str = ""
    strength: str = ""
    cargo: str = ""
    marks: tuple[Mark, ...] = ()
    status: str = ""
    gone: bool = False
    covers: tuple[str, ...] = ()
    filling: bool = False


# --- the map ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Feature:
    """Something that lies on hexes: terrain, a tile, an objective. `symbol` is drawn on each hex, `figure` on
    it; with an `edge` the hexes are framed as one. `side` owns it.
    """

    hexes: tuple[str, ...]
    symbol: str
    words: str
    tone: Tone = "muted"
    figure: str = ""
    side: int = NO_SIDE
    edge: bool = False


@dataclass(frozen=True, slots=True)
class Badge:
    """A sign with a figure at a corner of a hex; it lies over the counter that stands there. Each side has a
    corner of its own.
    """

    place: str
    symbol: str
    words: str
    figure: str
    side: int


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the map with a border: a sector, a zone to set up in, a band to reach. `filled` tints it."""

    hexes: tuple[str, ...]
    words: str
    label: str = ""
    tone: Tone = "muted"
    side: int = NO_SIDE
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Divide:
    """A line that parts the map, from point to point of the picture."""

    points: tuple[Point, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Exit:
    """An edge that somebody makes for: "west", "north", "east" or "south"."""

    edge: str
    words: str


class Cell(NamedTuple):
    """A hex in reach: how well (2 well, 1 badly, 0 not), and a short text such as the dice there."""

    place: str
    grade: int
    text: str = ""


class Zone(NamedTuple):
    """Hexes in reach that are drawn as one, with the grade of a `Cell`."""

    hexes: tuple[str, ...]
    grade: int
    words: str


class Sightline(NamedTuple):
    """A line of sight to a hex: whether it is clear, and the hexes that cut it. `start` is the hex where it
    begins if that is not the place of the unit.
    """

    end: str
    clear: bool
    cut_by: tuple[str, ...] = ()
    start: str = ""


@dataclass(frozen=True, slots=True)
class Reach:
    """Fire zones of a unit in a hex. `wedges` grade its six sextants as it faces, `bands` are edges of range
    in hexes; `cells` grade single hexes instead, with the dice there, and `zones` many hexes at once; `lines`
    are lines of sight.
    """

    place: str
    facing: int = 0
    wedges: tuple[int, ...] = ()
    bands: tuple[int, ...] = ()
    cells: tuple[Cell, ...] = ()
    lines: tuple[Sightline, ...] = ()
    zones: tuple[Zone, ...] = ()


class Trace(NamedTuple):
    """Something that the last order did between two places, over points between them: "move", "leave", "hit"
    or "miss", or "aim" for an attack that has not been rolled yet.
    """

    kind: str
    start: Point
    end: Point
    over: tuple[Point, ...] = ()


# --- beside the map ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Clock:
    """Turn, phases and which side goes first. `now` is the number of the phase, `done` says that all are.
    `turns` is 0 if a battle has no last turn, `idle` what stands in place of a turn before the first, `unit`
    the name of what is counted.
    """

    turn: int
    turns: int
    phases: tuple[str, ...]
    now: int
    first: int | None
    done: bool
    idle: str = "Setting up"
    unit: str = "Turn"


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a hand. `value` is what a draft picks it by, `cost` what it takes to play, `number` how many
    are alike. `lines` are its figures; a card of a unit shows the counter of that `kind` and `side`, in a box
    of which `half` is half the height.
    """

    value: int
    title: str
    text: str = ""
    cost: str = ""
    rule: str = ""
    number: int = 1
    lines: tuple[str, ...] = ()
    kind: str = ""
    side: int = NO_SIDE
    half: int = 30


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards of a seat: those that the reader knows, and how many more lie face down. A `drawer` is closed
    until the reader opens it.
    """

    seat: int
    words: str
    cards: tuple[Card, ...] = ()
    hidden: int = 0
    drawer: bool = False


@dataclass(frozen=True, slots=True)
class Pool:
    """Things that are counted: stars, energy, victory points; of a side, or nobody's."""

    words: str
    count: int
    side: int = NO_SIDE
    most: int = 0
    symbol: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Meter:
    """A stock of a side that orders are paid from, such as energy: how much there is, and the most there can
    be.
    """

    side: int
    words: str
    now: int
    most: int
    symbol: str
    rule: str


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of cards: how many, the open one on top, and open ones below it."""

    words: str
    count: int
    top: str = ""
    below: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A map, all that stands on it and all that lies beside it, as one seat knows them."""

    grid: Grid
    tokens: tuple[Token, ...]
    clock: Clock
    name: str
    brief: str
    rules: tuple[str, ...]
    facts: tuple[tuple[str, str, str], ...] = ()
    """Label, figure and rule of what the battle counts."""
    score: tuple[tuple[int, str], ...] = ()
    """Standing of each side in a few words, for the head of the page."""
    goals: tuple[tuple[str, str, str], ...] = ()
    """Label, words and rule of what scores; they stand with the points."""
    exits: tuple[Exit, ...] = ()
    areas: tuple[Area, ...] = ()
    divides: tuple[Divide, ...] = ()
    features: tuple[Feature, ...] = ()
    badges: tuple[Badge, ...] = ()
    hands: tuple[Hand, ...] = ()
    pools: tuple[Pool, ...] = ()
    piles: tuple[Pile, ...] = ()
    meters: tuple[Meter, ...] = ()
    under_way: int | None = None
    """The unit whose orders come next; it is selected until the reader selects another."""

    def token(self, unit: int | None) -> Token | None:
        """The unit of that number, if this reader knows of it."""
        return next((token for token in self.tokens if token.unit == unit), None)


class Offer(NamedTuple):
    """One legal order. `place` and `facing` are where it ends (or happens), `target` whom it is aimed at.

    `group` and `heading` are where the list has it, `text` is its name there. `end` says that the map shows
    it as a place to go to; `path` are the hexes on the way. With `weighed` the list shows its odds, as it
    does for everything that is aimed. `card` is the value of the card of the hand that it plays.

    `covers` are all hexes of the unit at the end if they are more than one, `back` is the hex to which its
    back leads the way, if it does. A `risky` order shows the chance that its dice do harm. `way` tells orders
    apart that end alike. `spends` is what it takes from the meter of its side, `appears` a unit that it
    brings onto the map.
    """

    choice: int
    group: str
    heading: str
    text: str
    place: str = ""
    facing: int = -1
    target: int = -1
    end: bool = False
    path: tuple[str, ...] = ()
    weighed: bool = False
    card: int = NO_CARD
    covers: tuple[str, ...] = ()
    back: str = ""
    risky: bool = False
    way: str = ""
    spends: int = 0
    appears: Token | None = None


class CellKind(NamedTuple):
    """A kind of cells of a target grid: its sign, and the effect of dice that fall there."""

    sign: Literal["hit", "star", "miss"]
    words: str
    rule: str


@dataclass(frozen=True, slots=True)
class TargetGrid:
    """A grid that the dice of an order fall on. `rows` name the kind of each cell by its number in `kinds`,
    from the first row on.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[bytes, ...]
    kinds: tuple[CellKind, ...]
