"""Hexes: pointy-top, odd-r rows, axial inside.

A hex is one integer, `q + r · 128`. The *difference* of two hexes is such an integer too and indexes small
tables: `DISTANCE[b - a]`, `DIRECTION[b - a]` (twelfths of a circle, see there). Negative differences use
Python's negative indices. Tables hold for boards with columns + rows / 2 up to 63; columns and rows are for
display only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

STRIDE = 128
REACH = 63
STEPS = (1, 1 - STRIDE, -STRIDE, -1, STRIDE - 1, STRIDE)
"""One hex ahead by facing: 0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE. A left turn adds 1, a right turn subtracts 1."""
FACINGS = ("E", "NE", "NW", "W", "SW", "SE")
WEST, NORTH, EAST, SOUTH = range(4)
EDGES = ("west", "north", "east", "south")
MARGIN = 15
"""Hexes around a board that are still told apart."""
BASE = (MARGIN + 1) * STRIDE
"""Position of the bit of difference 0 in a set of differences."""


def bit(difference: int) -> int:
    """A set with one difference in it, up to MARGIN hexes away. Sets are integers: `|`, `&` and `^` work."""
    return 1 << difference + BASE


def shifted(differences: int, by: int) -> int:
    """The set as counted from a hex that lies `by` further back."""
    return differences << by if by >= 0 else differences >> -by


def hex_at(q: int, r: int) -> int:
    """The hex of axial coordinates."""
    return q + r * STRIDE


def axial(place: int) -> tuple[int, int]:
    """Axial (q, r) of a hex or a difference."""
    r = (place + REACH) // STRIDE
    return place - r * STRIDE, r


@lru_cache(maxsize=1 << 14)
def rotated(place: int, turns: int) -> int:
    """A difference turned to the left by so many facings; to the right if they are negative."""
    q, r = axial(place)
    for _ in range(turns % 6):
        q, r = q + r, -q
    return hex_at(q, r)


def _direction(q: int, r: int) -> int:
    """2 · facing toward the hex, or one more if it lies on the line before the next facing."""
    x, y, z = q, -q - r, r
    scores = (x - y, x - z, y - z, y - x, z - x, z - y)
    best = max(scores)
    first = [facing for facing in range(6) if scores[facing] == best]
    if len(first) == 1:
        return 2 * first[0]
    return 11 if first == [0, 5] else 2 * first[0] + 1


def _tables() -> tuple[bytes, bytes]:
    size = 2 * (REACH * STRIDE + REACH) + 1
    distance, direction = bytearray(size), bytearray(size)
    for r in range(-REACH, REACH + 1):
        for q in range(-REACH, REACH + 1):
            place = q + r * STRIDE
            distance[place] = max(abs(q), abs(r), abs(q + r))
            direction[place] = _direction(q, r) if place else 0
    return bytes(distance), bytes(direction)


DISTANCE, DIRECTION = _tables()
HALF = len(DISTANCE) // 2
"""The largest difference of the tables."""


class Board:
    """A map of columns × rows whole hexes; rows start alternately without and with a half-hex shift.

    With `ragged` the shifted rows have one hex less, so that half hexes lie at both sides.
    """

    __slots__ = (
        "cells",
        "columns",
        "inside",
        "labels",
        "off",
        "offsets",
        "places",
        "ragged",
        "rows",
    )

    def __init__(self, columns: int, rows: int, ragged: bool = False) -> None:
        if not (columns >= 1 and rows >= 1 and columns + rows // 2 <= REACH):
            raise ValueError(f"A board of {columns} × {rows} hexes does not fit the tables.")
        self.columns, self.rows, self.ragged = columns, rows, ragged
        self.cells = tuple(self.at(column, row) for row in range(rows) for column in range(self.width(row)))
        inside = bytearray((rows + 2 * MARGIN + 2) * STRIDE)
        for place in self.cells:
            inside[place] = 1
        self.inside = bytes(inside)
        """Indexed by hex: 1 on the map, 0 off it, up to 15 hexes away."""
        self.offsets = {place: self.offset(place) for place in self.cells}
        self.off = self._around()
        """The hexes off the map beyond each edge, up to MARGIN away; shifted right by a hex it is a set of
        differences from there.
        """
        self.labels = {place: self._label(place) for place in self.cells}
        self.places = {label: place for place, label in self.labels.items()}

    def halves(self) -> list[int]:
        """Half hexes at both sides of the shifted rows of a ragged board: off the map, but lines see them."""
        rows = range(1, self.rows, 2) if self.ragged else ()
        return [self.at(column, row) for row in rows for column in (-1, self.columns - 1)]

    def width(self, row: int) -> int:
        """Whole hexes in a row."""
        return self.columns - (self.ragged and row & 1)

    @staticmethod
    def at(column: int, row: int) -> int:
        """The hex of a column and a row, counted from 0."""
        return column - (row - (row & 1)) // 2 + row * STRIDE

    @staticmethod
    def offset(place: int) -> tuple[int, int]:
        """Column and row of a hex, counted from 0; also for hexes one step off the map."""
        q, r = axial(place)
        return q + (r - (r & 1)) // 2, r

    def _label(self, place: int) -> str:
        column, row = self.offset(place)
        return f"{column + 1:02d}{row + 1:02d}"

    def _around(self) -> tuple[int, ...]:
        beyond = [0] * len(EDGES)
        for row in range(-MARGIN, self.rows + MARGIN):
            for column in range(-MARGIN, self.columns + MARGIN):
                if not (0 <= row < self.rows and 0 <= column < self.width(row)):
                    place = self.at(column, row)
                    beyond[self.edge(place)] |= bit(place)
        return tuple(beyond)

    def edge(self, place: int) -> int:
        """The edge over which a hex off the map lies; corners count for west and east."""
        column, row = self.offset(place)
        if column < 0:
            return WEST
        if column >= self.width(row):
            return EAST
        return NORTH if row < 0 else SOUTH


@lru_cache(maxsize=16)
def board(columns: int, rows: int, ragged: bool = False) -> Board:
    """The board of that size, made once."""
    return Board(columns, rows, ragged)


# --- lines of sight ---------------------------------------------------------------------------------


class SightLine(NamedTuple):
    """Hexes that a straight line between the centres of two hexes meets, without the two ends: hexes that it
    passes `through`, and hexes beside it, along whose edges it runs, on the left and right side (seen from
    the first hex).

    Each is a set of differences from the first hex, made with `bit`.
    """

    through: int
    left: int
    right: int


def sees(start: int, end: int, blocked: int, line: Callable[[int], SightLine] | None = None) -> bool:
    """True if nothing in `blocked`, a set of hexes made with `bit`, cuts the line.

    A blocked hex that the line passes through cuts it. Blocked hexes beside the line cut it only if both
    sides have one, at the same edge or not. `line` is `exact` by default.
    """
    through, left, right = (line or exact)(end - start)
    near = blocked >> start
    return not (near & through or (near & left and near & right))


def place_set(places: Iterable[int]) -> int:
    """Set of hexes as one integer."""
    found = 0
    for place in places:
        found |= bit(place)
    return found


_CORNERS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))


@lru_cache(maxsize=8192)
def exact(difference: int) -> SightLine:
    """Line in the strict sense: any positive length inside a hex counts as passing through it.

    Computed once for each difference, in whole numbers. Raises ValueError for hexes that lie more than MARGIN
    rows apart.
    """
    q, r = _near(difference)
    far, end = DISTANCE[difference], (2 * q + r, 3 * r)
    through = left = right = 0
    for dr in range(-far, far + 1):
        for dq in range(-far, far + 1):
            place = hex_at(dq, dr)
            if place in (0, difference) or DISTANCE[place] + DISTANCE[difference - place] > far + 1:
                continue
            centre = (2 * dq + dr, 3 * dr)
            touch = _touch(centre, end)
            if touch is None:
                continue
            if touch:
                through |= bit(place)
            elif end[0] * centre[1] < end[1] * centre[0]:
                left |= bit(place)
            else:
                right |= bit(place)
    return SightLine(through, left, right)


def _touch(centre: tuple[int, int], end: tuple[int, int]) -> bool | None:
    """True if the line from (0, 0) to `end` has a piece inside this hexagon, False if it only runs along an
    edge, None if it misses the hexagon or meets only a corner.
    """
    low, high = Fraction(0), Fraction(1)
    on_edge = False
    for number in range(6):
        ax, ay = _CORNERS[number]
        bx, by = _CORNERS[(number + 1) % 6]
        normal = (by - ay, ax - bx)
        limit = normal[0] * (ax + centre[0]) + normal[1] * (ay + centre[1])
        slope = normal[0] * end[0] + normal[1] * end[1]
        sign = 1 if normal[0] * ax + normal[1] * ay > 0 else -1
        limit, slope = sign * limit, sign * slope
        if slope == 0:
            if limit < 0:
                return None
            on_edge = on_edge or limit == 0
        elif slope > 0:
            high = min(high, Fraction(limit, slope))
        else:
            low = max(low, Fraction(limit, slope))
    return not on_edge if low < high else None


@lru_cache(maxsize=8192)
def sampled(difference: int) -> SightLine:
    """Line as one hex for each step of its length, read twice, a hair to either side.

    Hexes in both readings count as passed through; the others are left or right of the line.
    """
    one, other = (_read(difference, nudge) for nudge in (1, -1))
    sides = [one & ~other, other & ~one]
    return SightLine(one & other, *sides)


def _near(difference: int) -> tuple[int, int]:
    q, r = axial(difference)
    if abs(r) > MARGIN:
        raise ValueError(f"Lines reach over {MARGIN} rows at most, not {abs(r)}.")
    return q, r


_FINE = 1_000_000
"""A hair is 1 / _FINE of a hex in q, and twice that in r."""


def _read(difference: int, hair: int) -> int:
    """Hexes of a line that starts a hair beside the centre, in whole numbers of 1 / (steps · _FINE)."""
    q, r = _near(difference)
    steps, found = DISTANCE[difference], 0
    for step in range(1, steps):
        off = hair * (steps - step)
        found |= bit(_nearest(q * step * _FINE + off, r * step * _FINE + 2 * off, steps * _FINE))
    return found


def _nearest(q: int, r: int, one: int) -> int:
    """Hex that contains a point, from its axial coordinates in parts of `one`. No coordinate may lie halfway
    between two numbers.
    """
    exactly = (q, r, -q - r)
    whole = [(2 * part + one) // (2 * one) for part in exactly]
    off = [abs(part - near * one) for part, near in zip(exactly, whole, strict=True)]
    if off[0] > off[1] and off[0] > off[2]:
        whole[0] = -whole[1] - whole[2]
    elif off[1] > off[2]:
        whole[1] = -whole[0] - whole[2]
    return hex_at(whole[0], whole[1])
