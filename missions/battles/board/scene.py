"""What stands on a hex map, as plain data, and where on the picture that is.

A rule system's reader (`board_fighters`) fills these in from a seat's view; `board_svg` draws them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

HALF, SIDE = 26, 30
"""Half the width and the side of a hex in units of the picture: all corners are whole numbers."""
PITCH = 45
"""From one row to the next."""
FACINGS = ("E", "NE", "NW", "W", "SW", "SE")

Point = tuple[int, int]


def centre(column: int, row: int) -> Point:
    """The middle of a hex; odd rows are shifted by half a hex."""
    return HALF + 2 * HALF * column + HALF * (row & 1), SIDE + PITCH * row


def label_centre(label: str) -> Point:
    """The middle of a hex by its label: "0713" is column 7 of row 13."""
    return centre(int(label[:2]) - 1, int(label[2:]) - 1)


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign at a counter's edge: a symbol of the picture, or a figure, and what it means."""

    sign: str
    words: str


@dataclass(frozen=True, slots=True)
class Token:
    """One unit as its reader knows it. `place` is empty once it is off the map.

    `left` of `start` is its strength (fighters of a flight, hits of a hull), `shield` what its shields have
    and had. `words` says all of it.
    """

    unit: int
    label: str
    name: str
    seat: int
    kind: str
    place: str
    facing: int
    left: int
    start: int
    shield: tuple[int, int]
    marks: tuple[Mark, ...]
    status: str
    words: str
    may_act: bool


@dataclass(frozen=True, slots=True)
class Arcs:
    """Where a unit shoots: for its six sextants 2 (well), 1 (badly) or 0, and its range bands in hexes."""

    sextants: tuple[int, ...]
    bands: tuple[int, ...]


class Trace(NamedTuple):
    """Something that the last order did between two places: "move", "leave", "hit" or "miss"."""

    kind: str
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Clock:
    """Turn, phases and who goes first. `now` is the number of the phase, `done` says that all are."""

    turn: int
    turns: int
    phases: tuple[str, ...]
    now: int
    first: int | None
    done: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """The map and all that stands on it. `exits` are edges that somebody wants to reach, with a word."""

    columns: int
    rows: int
    tokens: tuple[Token, ...]
    clock: Clock
    name: str
    brief: str
    rules: tuple[str, ...]
    facts: tuple[tuple[str, str, str], ...]
    """Label, figure and rule of what the battle counts."""
    exits: tuple[tuple[str, str], ...] = ()

    def token(self, unit: int | None) -> Token | None:
        """The unit of that number, if this reader knows of it."""
        return next((token for token in self.tokens if token.unit == unit), None)


class Offer(NamedTuple):
    """One legal order. `place` and `facing` are where it ends (or happens), `target` whom it is aimed at.

    `group` and `heading` are where the list has it, `text` is its name there. `end` says that the map shows
    it as a place to go to.
    """

    choice: int
    group: str
    heading: str
    text: str
    place: str = ""
    facing: int = -1
    target: int = -1
    end: bool = False
