"""Sextants: where a hex lies as seen from a facing, in twelfths of a circle.

`relative(difference, facing)` gives 0 front, 2 front-left, 4 rear-left, 6 rear, 8 rear-right, 10
front-right; the odd numbers are the lines between them. An `Arc` holds a figure for each of the twelve.
"""

from __future__ import annotations

from functools import cache

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
    """Twelve figures from six; a line takes the lower or the higher of its neighbours."""
    better = min if on_lines == "lower" else max
    return tuple(
        figures[twelfth // 2]
        if twelfth % 2 == 0
        else better(figures[twelfth // 2], figures[(twelfth // 2 + 1) % 6])
        for twelfth in range(12)
    )


def by_facing(figures: Arc) -> list[Arc]:
    """A table by facing, then by twelfth of the map: `by_facing(a)[f][DIRECTION[d]] == a[relative(d, f)]`."""
    return [tuple(figures[(twelfth - 2 * facing) % 12] for twelfth in range(12)) for facing in range(6)]


Charts = tuple[bytes, ...]
"""A chart by difference for each facing, which has 1 for the hexes in some twelfths and 0 for all others."""


@cache
def charts(twelfths: int) -> Charts:
    """Charts of the twelfths of a unit that are bits of the number; no chart has the unit's own hex."""
    found = []
    for facing in range(6):
        holds = bytes(twelfths >> (twelfth - 2 * facing) % 12 & 1 for twelfth in range(12))
        found.append(b"\0" + DIRECTION.translate(holds.ljust(256, b"\0"))[1:])
    return tuple(found)


def sextant_name(twelfth: int) -> str:
    """The sextant in words; a line is named by both."""
    first = SEXTANTS[twelfth // 2]
    return first if twelfth % 2 == 0 else f"{first} and {SEXTANTS[(twelfth // 2 + 1) % 6]}"
