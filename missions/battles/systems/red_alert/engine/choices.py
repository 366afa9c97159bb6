"""Choices of orders, packed into integers: a kind, and what belongs to it.

A choice is `load << 5 | kind`. Loads: cards are their numbers, hexes theirs, a way home one bit for each hex.
"""

from __future__ import annotations

from enum import IntEnum

from missions.battles.systems.red_alert.engine.field import HOMEWARD
from missions.battles.systems.red_alert.engine.retreats import Path

BITS = 5
MASK = (1 << BITS) - 1


class Kind(IntEnum):
    """Kinds of choices: answers out of turn first, then orders of a turn."""

    PASS = 1
    """No answer."""
    ROLL = 2
    """The dice that the side has to roll."""
    CARD = 3
    """A combat card: its number."""
    REACT = 4
    """A command card as an answer: its number."""
    RETIRE = 5
    """A way home."""
    DISREGARD = 6
    """A red alert is ignored for nothing (RA-117)."""
    REPAIR = 7
    """A red alert is cancelled for stars (RA-119)."""
    BACK = 8
    """A battle back for stars (RA-130)."""


def packed(kind: Kind, load: int = 0) -> int:
    """The choice of this kind with this load."""
    return load << BITS | kind


def kind_of(choice: int) -> Kind:
    """The kind of a choice. Raises ValueError for a number that is none."""
    return Kind(choice & MASK)


def load_of(choice: int) -> int:
    """The load of a choice."""
    return choice >> BITS


def pack_way(side: int, start: int, path: Path) -> int:
    """A way home as bits behind a 1: for each hex, which of the hexes nearer to the baseline it is."""
    found, here = 1, start
    for hex_ in path:
        found = found << 1 | HOMEWARD[side][here].index(hex_)
        here = hex_
    return found


def unpack_way(side: int, start: int, way: int) -> Path:
    """The hexes of a packed way. Raises IndexError for a way that leads off the field."""
    path: list[int] = []
    here = start
    for bit in f"{way:b}"[1:]:
        here = HOMEWARD[side][here][int(bit)]
        path.append(here)
    return tuple(path)
