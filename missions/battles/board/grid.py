"""Places of hexes on the picture: a grid of rows, each hex with the id that people read, and outlines of
sets.

Hexes stand on a point; odd rows are shifted by half a hex. With `ragged` the shifted rows have one hex less,
so that half hexes lie at both sides; those do not count as hexes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

HALF, SIDE = 26, 30
"""Half the width and the side of a hex in units of the picture: all corners are whole numbers."""
PITCH = 45
"""Distance from one row to the next."""
EDGE_STEPS = ("l26 15", "v30", "l-26 15", "l-26 -15", "v-30", "l26 -15")
"""The six sides of a hex, clockwise from its top corner."""

Point = tuple[int, int]

_CORNERS: tuple[Point, ...] = ((0, -30), (26, -15), (26, 15), (0, 30), (-26, 15), (-26, -15))


def centre(column: int, row: int) -> Point:
    """The middle of a hex."""
    return HALF + 2 * HALF * column + HALF * (row & 1), SIDE + PITCH * row


class GridRow(NamedTuple):
    """One row of hexes: its name, its height, where its first hex lies, the ids from left to right."""

    name: str
    y: int
    x: int
    ids: tuple[str, ...]


class Grid:
    """A map of hexes. `at` gives the middle of each by its id, `columns` are the words above the columns.

    Ids are "0713" for column 7 of row 13; with `lettered` they are "M7" for the same hex.
    """

    __slots__ = ("at", "columns", "height", "lettered", "lines", "ragged", "width")

    def __init__(self, columns: int, rows: int, ragged: bool = False, lettered: bool = False) -> None:
        self.ragged, self.lettered = ragged, lettered
        self.columns = tuple(str(n) if lettered else f"{n:02d}" for n in range(1, columns + 1))
        self.lines = tuple(self._row(row) for row in range(rows))
        self.at: dict[str, Point] = {
            name: (line.x + 2 * HALF * column, line.y)
            for line in self.lines
            for column, name in enumerate(line.ids)
        }
        self.width = 2 * HALF * columns + (HALF if rows > 1 and not ragged else 0)
        self.height = PITCH * (rows - 1) + 2 * SIDE

    def _row(self, row: int) -> GridRow:
        name = chr(ord("A") + row) if self.lettered else f"{row + 1:02d}"
        columns = self.columns[:-1] if self.ragged and row & 1 else self.columns
        ids = tuple(name + column if self.lettered else column + name for column in columns)
        x, y = centre(0, row)
        return GridRow(name, y, x, ids)


@lru_cache(maxsize=32)
def grid(columns: int, rows: int, ragged: bool = False, lettered: bool = False) -> Grid:
    """The grid of that size, made once."""
    return Grid(columns, rows, ragged, lettered)


# --- outlines ---------------------------------------------------------------------------------------


def outline(middles: Iterable[Point]) -> str:
    """The edge around hexes with these middles, as a path: every border of the set once, holes too."""
    return _outline(frozenset(middles))


@lru_cache(maxsize=512)
def _outline(middles: frozenset[Point]) -> str:
    """Each border side runs clockwise around its hex, so the borders of a set join end to end."""
    starts: dict[Point, list[tuple[Point, int]]] = {}
    for middle in sorted(middles, key=lambda point: (point[1], point[0])):
        for side, beyond in enumerate(_beyond(middle)):
            if beyond not in middles:
                start, end = _corner(middle, side), _corner(middle, side + 1)
                starts.setdefault(start, []).append((end, side))
    parts: list[str] = []
    while starts:
        first = next(iter(starts))
        parts.append(f"M{first[0]} {first[1]}")
        here = first
        while here in starts:
            end, side = starts[here].pop()
            if not starts[here]:
                del starts[here]
            parts.append(EDGE_STEPS[side])
            here = end
        parts.append("Z")
    return "".join(parts)


def _corner(middle: Point, number: int) -> Point:
    x, y = _CORNERS[number % 6]
    return middle[0] + x, middle[1] + y


def _beyond(middle: Point) -> tuple[Point, ...]:
    """The middles of the six neighbours, by the side that is shared, clockwise from the upper right."""
    x, y = middle
    return (
        (x + HALF, y - PITCH), (x + 2 * HALF, y), (x + HALF, y + PITCH),
        (x - HALF, y + PITCH), (x - 2 * HALF, y), (x - HALF, y - PITCH),
    )  # fmt: skip


@cache
def ring(distance: int) -> str:
    """The edge of all hexes up to that distance from the origin."""
    x, y = -HALF * distance - HALF, -PITCH * distance - 15
    steps = [EDGE_STEPS[number] for number in (5, 0, 1, 2, 3, 4)]
    sides = [steps[number] + (steps[(number + 1) % 6] + steps[number]) * distance for number in range(6)]
    return f"M{x} {y}{''.join(sides)}Z"
