"""Places for ships that are launched: into the starting zone, or beside a carrier (BG-021 … BG-029, BG-041 …
BG-043).

A place has to keep two conditions. All hexes of the ship are `free`, and one of them lies in the `zone`: the
owner's starting zone, or the hexes around the carrier.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from missions.battles.systems.galaxies.engine.field import Field, Pose, members
from missions.battles.systems.galaxies.engine.ships import Size

DIRECTIONS = range(6)
HERE = -1
"""Stands for a direction if a ship has no back hex."""

Poses = tuple[tuple[int, int], ...]
"""Poses of a ship: a direction from the front to the back hex, or HERE, and the set of front hexes."""


@lru_cache(maxsize=4096)
def poses(field: Field, size: Size, free: int, zone: int) -> Poses:
    """All poses of a single ship. The back hex of a medium ship may be the one in the zone (BG-022)."""
    if size == Size.SMALL:
        return ((HERE, free & zone),)
    if size == Size.LARGE:
        return ((HERE, _middles(field, free, zone)),)
    return tuple((direction, _fronts(field, free, zone, direction)) for direction in DIRECTIONS)


def _middles(field: Field, free: int, zone: int) -> int:
    """Hexes on which a large ship may have its middle."""
    fitting, touching = free, zone
    for direction in DIRECTIONS:
        fitting &= field.shifted(free, direction)
        touching |= field.shifted(zone, direction)
    return fitting & touching


def _fronts(field: Field, free: int, zone: int, direction: int) -> int:
    """Hexes for the front of a medium ship whose back lies in that direction."""
    opposite = (direction + 3) % 6
    return free & field.shifted(free, opposite) & (zone | field.shifted(zone, opposite))


@lru_cache(maxsize=4096)
def first_hexes(field: Field, hexes: int, ships: int) -> int:
    """Hexes for the first ship of a squadron, so that the others find room beside it (BG-023, BG-025)."""
    if ships == 1:
        return hexes
    around = field.around
    found = 0
    for place in members(hexes):
        beside = around[place] & hexes
        enough = beside if ships == 2 else _pairs(field, hexes, place, beside)
        if enough:
            found |= 1 << place
    return found


def _pairs(field: Field, hexes: int, place: int, beside: int) -> bool:
    """Whether two more ships find room: both beside the first, or one beside the other."""
    if beside & beside - 1:
        return True
    return any(field.around[other] & hexes & ~(1 << place) for other in members(beside))


def next_hexes(field: Field, hexes: int, placed: Sequence[int], ships: int) -> int:
    """Hexes for the next ship of a squadron of up to three, after those that stand already.

    In the end each touches another. So a second of three ships may stand apart from the first if the third
    one fits between them.
    """
    if not placed:
        return first_hexes(field, hexes, ships)
    if ships - len(placed) == 1:
        return _last(field, hexes, placed)
    (first,) = placed
    near = field.near(field.near(1 << first))
    found = 0
    for place in members(hexes & near & ~(1 << first)):
        if _last(field, hexes & ~(1 << place), (first, place)):
            found |= 1 << place
    return found


def _last(field: Field, hexes: int, placed: Sequence[int]) -> int:
    """Hexes for the last ship: beside one that stands, and beside both if those do not touch."""
    around = field.around
    if len(placed) == 1:
        return hexes & around[placed[0]]
    one, other = placed
    if around[one] >> other & 1:
        return hexes & (around[one] | around[other])
    return hexes & around[one] & around[other]


def listed(field: Field, found: Poses) -> Iterator[Pose]:
    """The poses one by one."""
    for direction, fronts in found:
        for front in members(fronts):
            yield posed(field, direction, front)


def posed(field: Field, direction: int, front: int) -> Pose:
    """The pose with that front and its back in that direction."""
    return front, front if direction == HERE else field.step[front][direction]


def number_of(found: Poses) -> int:
    """Number of poses."""
    return sum(fronts.bit_count() for _, fronts in found)
