"""Sextants: where a hex lies as seen from a facing, in twelfths of a circle.

`relative(difference, facing)` gives 0 front, 2 front-left, 4 rear-left, 6 rear, 8 rear-right, 10
front-right; the odd numbers are the lines between them (FH-020, FH-021). An `Arc` holds a figure for each
of the twelve.
"""

from __future__ import annotations

from missions.battles.engine.hexes import DIRECTION

FRONT, FRONT_LEFT, REAR_LEFT, REAR, REAR_RIGHT, FRONT_RIGHT = range(6)
SEXTANTS = ("front", "front-left", "rear-left", "rear", "rear-right", "front-right")
CLOSED = 99
"""The figure of a sextant through which nothing passes."""

Arc = tuple[int, ...]


def relative(difference: int, facing: int) -> int:
    """The twelfth in which the other hex lies; `difference` is the other hex minus one's own."""
    return (DIRECTION[difference] - 2 * facing) % 12


def arc(figures: tuple[int, ...], on_lines: str) -> Arc:
    """Twelve figures from six; a line takes the lower or the higher of its neighbours (FH-022)."""
    better = min if on_lines == "lower" else max
    return tuple(
        figures[twelfth // 2]
        if twelfth % 2 == 0
        else better(figures[twelfth // 2], figures[(twelfth // 2 + 1) % 6])
        for twelfth in range(12)
    )


def by_facing(figures: Arc) -> list[Arc]:
    """By facing, then by twelfth of the map: `by_facing(a)[f][DIRECTION[d]] == a[relative(d, f)]`."""
    return [tuple(figures[(twelfth - 2 * facing) % 12] for twelfth in range(12)) for facing in range(6)]


def sextant_name(twelfth: int) -> str:
    """The sextant in words; a line is named by both."""
    first = SEXTANTS[twelfth // 2]
    return first if twelfth % 2 == 0 else f"{first} and {SEXTANTS[(twelfth // 2 + 1) % 6]}"
