"""The battlefield: its hexes, sectors and baselines, and the straight lines between hexes.

A hex is a number from 0 (A1, top left) to 137 (K13), row by row (RA-011). A set of hexes is an integer with
one bit for each. Ten half hexes at the sides have the numbers after the last: nothing may enter them, but
they block lines (RA-010, RA-091). Side 0 sits at the bottom, side 1 at the top.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from missions.battles.engine.hexes import BASE, DISTANCE, STEPS, board, exact

COLUMNS, ROWS = 13, 11
MAP = board(COLUMNS, ROWS, ragged=True)
COUNT = len(MAP.cells)
ROW_LETTERS = "ABCDEFGHIJK"
LEFT, CENTRE, RIGHT = range(3)
SECTORS = ("left", "centre", "right")
FARTHEST = 4
"""Range of the longest shot (RA-020)."""


def _label(place: int) -> str:
    column, row = MAP.offset(place)
    return f"{ROW_LETTERS[row]}{column + 1}"


_PLACES = (*MAP.cells, *MAP.halves())
_NUMBERS = {place: number for number, place in enumerate(_PLACES)}
LABELS = tuple(_label(place) for place in MAP.cells)
"""Name of each hex: the letter of its row and its number from the left."""
HEXES = {label: number for number, label in enumerate(LABELS)}
"""Hexes by name."""
ROW = bytes(MAP.offset(place)[1] for place in MAP.cells)
"""Row of each hex, 0 at the top."""
NEXT_TO = tuple(
    tuple(_NUMBERS[place + step] for step in STEPS if MAP.inside[place + step]) for place in MAP.cells
)
"""Neighbours of each hex."""
APART = tuple(bytes(DISTANCE[other - place] for other in MAP.cells) for place in MAP.cells)
"""Distance of any two hexes; it counts the second and not the first (RA-016)."""


def hex_set(hexes: Iterable[int]) -> int:
    """The set of these hexes."""
    found = 0
    for place in hexes:
        found |= 1 << place
    return found


def members(hexes: int) -> Iterator[int]:
    """The hexes of a set, in order."""
    while hexes:
        low = hexes & -hexes
        yield low.bit_length() - 1
        hexes ^= low


def nth(hexes: int, number: int) -> int:
    """The hex of a set that has so many others before it."""
    for _ in range(number):
        hexes &= hexes - 1
    return (hexes & -hexes).bit_length() - 1


HALVES = hex_set(range(COUNT, len(_PLACES)))
AROUND = tuple(hex_set(hexes) for hexes in NEXT_TO)
"""Set of the neighbours of each hex."""
WITHIN = tuple(
    tuple(hex_set(other for other in range(COUNT) if 0 < apart[other] <= far) for apart in APART)
    for far in range(FARTHEST + 1)
)
"""`WITHIN[n][hex]`: hexes at most n away, without the hex itself."""


def _column(column: int) -> int:
    """Hexes of the outer columns, counted from the left or, below 0, from the right."""
    rows = [[hex_ for hex_ in range(COUNT) if ROW[hex_] == row] for row in range(ROWS)]
    return hex_set(row[column] for row in rows)


EVERYWHERE = (1 << COUNT) - 1
_FIRST, _LAST = EVERYWHERE & ~_column(0), EVERYWHERE & ~_column(-1)
"""Hexes with another one in their row before them, and after them."""
_LONG = hex_set(hex_ for hex_ in range(COUNT) if ROW[hex_] % 2 == 0)
_LEFTWARD, _RIGHTWARD = _FIRST | EVERYWHERE & ~_LONG, _LAST | EVERYWHERE & ~_LONG
"""Hexes with neighbours half a hex to the left in the next rows, and to the right. Short rows lie between."""


def spread(hexes: int) -> int:
    """The neighbours of all hexes of a set. A long row and a short one have 25 hexes together, so that those
    in the next rows are 12 or 13 numbers away everywhere.
    """
    left, right = hexes & _LEFTWARD, hexes & _RIGHTWARD
    beside = (hexes & _FIRST) >> 1 | (hexes & _LAST) << 1
    return (
        beside | left >> COLUMNS | left << COLUMNS - 1 | right >> COLUMNS - 1 | right << COLUMNS
    ) & EVERYWHERE


# --- sectors and baselines --------------------------------------------------------------------------


def _sectors_of(place: int) -> tuple[int, ...]:
    """Sectors of a hex as the bottom seat sees them; a hex on a dotted line has two (RA-012, RA-013)."""
    column, row = MAP.offset(place)
    if row % 2:
        return (column // 4,)
    if column in (4, 8):
        return (LEFT, CENTRE) if column == 4 else (CENTRE, RIGHT)
    return (LEFT if column < 4 else CENTRE if column < 8 else RIGHT,)


def _sector_sets() -> tuple[int, int, int]:
    left, centre, right = (
        hex_set(number for number, place in enumerate(MAP.cells) if sector in _sectors_of(place))
        for sector in (LEFT, CENTRE, RIGHT)
    )
    return left, centre, right


_BOTTOM_SECTORS = _sector_sets()
SECTOR = (_BOTTOM_SECTORS, _BOTTOM_SECTORS[::-1])
"""`SECTOR[side][sector]`: hexes of a sector as that side sees it (RA-014)."""
CLEARED = tuple(
    sector & ~(_BOTTOM_SECTORS[CENTRE] if number != CENTRE else 0)
    for number, sector in enumerate(_BOTTOM_SECTORS)
)
"""Hexes of each sector for clearing it: those on a dotted line belong to the centre alone (RA-208)."""
BASELINE = (
    hex_set(hex_ for hex_ in range(COUNT) if ROW[hex_] == ROWS - 1),
    hex_set(hex_ for hex_ in range(COUNT) if ROW[hex_] == 0),
)
"""Hexes of each side's baseline (RA-015)."""
HOMEWARD = tuple(
    tuple(tuple(other for other in NEXT_TO[hex_] if ROW[other] == ROW[hex_] + step) for hex_ in range(COUNT))
    for step in (1, -1)
)
"""`HOMEWARD[side][hex]`: the one or two hexes nearer the side's baseline, the way of a retire (RA-112)."""


# --- lines of sight ---------------------------------------------------------------------------------


class Line(NamedTuple):
    """Hexes that the line between two centres passes through, and those along whose edges it runs, on either
    side of it (RA-092).
    """

    through: int
    left: int
    right: int


@cache
def line(start: int, end: int) -> Line:
    """The line between two hexes that are at most FARTHEST apart (RA-090, RA-094)."""
    here = _PLACES[start]
    return Line(*(_numbered(here, found) for found in exact(_PLACES[end] - here)))


def _numbered(here: int, differences: int) -> int:
    """A set of differences from a place as a set of hexes; half hexes count, the rest of the margin not."""
    places = (here + each - BASE for each in members(differences))
    return hex_set(_NUMBERS[place] for place in places if place in _NUMBERS)


def sees(start: int, end: int, blocked: int) -> bool:
    """True if no obstruction of the set `blocked` cuts the line (RA-090 … RA-093).

    A line along edges is cut only by obstructions on both of its sides, half hexes included.
    """
    through, left, right = line(start, end)
    blocked |= HALVES
    return not (blocked & through or (blocked & left and blocked & right))
