"""Units that cover several hexes, as the set of these hexes, whatever the shape."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from missions.battles.engine.hexes import DISTANCE, STEPS, SightLine, sees

ONE = (0,)
FLOWER = (0, *STEPS)
"""A hex and its six neighbours, counted from the middle one."""


def covered(place: int, footprint: Iterable[int]) -> tuple[int, ...]:
    """Hexes under a footprint with its first hex there."""
    return tuple(place + step for step in footprint)


def gap(ones: Iterable[int], others: Iterable[int]) -> int:
    """Distance between two units: the least between a hex of one and a hex of the other; 1 is adjacent."""
    others = tuple(others)
    return min(DISTANCE[other - one] for one in ones for other in others)


def in_sight(
    ones: Iterable[int],
    others: Iterable[int],
    reach: int,
    blocked: int,
    line: Callable[[int], SightLine] | None = None,
) -> bool:
    """True if some hex of one unit is within reach of some hex of the other and nothing blocks that line."""
    others = tuple(others)
    return any(
        DISTANCE[other - one] <= reach and sees(one, other, blocked, line) for one in ones for other in others
    )
