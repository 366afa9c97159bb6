"""The symbols that a hex map is put together from: the grid and what every system needs, and those of a
system's style. All of them are our own drawings.
"""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from missions.battles.board.style import Style
from missions.battles.engine.dice import Die
from missions.battles.presenters.board.faces import die_symbols

GRID = (
    '<pattern id="hx-grid" width="52" height="90" patternUnits="userSpaceOnUse">'
    '<path class="gl" d="M0 45V15L26 0L52 15V45M0 45L26 60L52 45M26 60V90"/></pattern>'
)
_STARS = (
    (31, 40, 1.1), (120, 22, 0.8), (203, 96, 1.4), (288, 30, 0.7), (371, 70, 1.0), (58, 132, 0.7),
    (150, 171, 1.1), (249, 150, 0.8), (330, 190, 1.5), (402, 148, 0.8), (24, 222, 1.3), (101, 262, 0.8),
    (187, 241, 1.0), (272, 283, 1.1), (359, 262, 0.7), (70, 320, 0.9), (162, 338, 1.4), (312, 344, 0.8),
)  # fmt: skip
STARS = (
    '<pattern id="hx-stars" width="416" height="360" patternUnits="userSpaceOnUse">'
    + "".join(f'<circle class="st" cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in _STARS)
    + "</pattern>"
)
HEX = "M0 -30l26 15v30l-26 15l-26 -15v-30Z"
SMALL = "M0 -27l23.4 13.5v27l-23.4 13.5l-23.4 -13.5v-27Z"
SIGNS = {
    "role": '<circle r="8"/>',
    "arrow": '<path d="M-7 0H7M2 -5.5L7.5 0L2 5.5"/>',
}
"""Signs that every system has: a disc for letters, the arrow of a facing."""
HEAD = (
    '<marker id="hx-head" viewBox="-6 -5 12 10" markerWidth="5" markerHeight="5" orient="auto">'
    '<path class="head" d="M-5 -4.5L5 0L-5 4.5Z"/></marker>'
)
"""Arrow head of traces."""
CELLS = (
    '<g id="hx-cell-hit"><path class="cell-hit" d="M-9.5 -9.5h19v19h-19Z"/></g>'
    '<g id="hx-cell-star"><path class="cell-star" d="M-9.5 -9.5h19v19h-19Z"/><path class="cell-mark" '
    'd="M0 -7.5L2.1 -2.7L7.1 -2.3L3.2 1.1L4.4 6.1L0 3.4L-4.4 6.1L-3.2 1.1L-7.1 -2.3L-2.1 -2.7Z"/></g>'
    '<g id="hx-cell-miss"><path class="cells" d="M-9.5 -9.5h19v19h-19Z"/></g>'
)
"""Cells of charts."""


_DEFS: WeakKeyDictionary[Style, str] = WeakKeyDictionary()


def defs(style: Style, dice: Mapping[str, Die]) -> str:
    """All symbols of a system. Made once for each style."""
    found = _DEFS.get(style)
    if found is None:
        found = _DEFS[style] = _defs(style, dice)
    return found


def _defs(style: Style, dice: Mapping[str, Die]) -> str:
    shapes = {f"{side}-{kind}": shape for (side, kind), shape in style.bodies.items()}
    shapes |= {**style.signs, **SIGNS} | {f"t-{name}": shape for name, shape in style.terrain.items()}
    return (
        f'{GRID}{STARS}<path id="hx-h" d="{SMALL}"/><path id="hx-o" d="{HEX}"/>'
        + "".join(f'<g id="hx-{name}">{shape}</g>' for name, shape in shapes.items())
        + CELLS
        + HEAD
        + die_symbols(style, dice)
    )
