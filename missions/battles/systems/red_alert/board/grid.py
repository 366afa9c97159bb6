"""The battlefield of Red Alert on the picture: 13 by 11 hexes, A1 to K13, and the dotted lines between its
sectors.
"""

from __future__ import annotations

from missions.battles.board.grid import grid
from missions.battles.board.scene import Divide
from missions.battles.systems.red_alert.engine.field import COLUMNS, ROWS

GRID = grid(COLUMNS, ROWS, ragged=True, lettered=True)
CROSSED = ("A5", "A9")
"""Hexes of the first row that the dotted lines cross."""
WORDS = "Line of {}, as the bottom side sees them: hexes that it crosses belong to both"


def sector_lines() -> tuple[Divide, Divide]:
    """The dotted lines between the wings and the centre, from edge to edge.

    Each crosses one hex of every long row and runs between two hexes of every short one (RA-012, RA-013).
    """
    return (_line(CROSSED[0], "left wing and centre"), _line(CROSSED[1], "centre and right wing"))


def _line(hex_: str, sectors: str) -> Divide:
    x, _ = GRID.at[hex_]
    return Divide(((x, 0), (x, GRID.height)), WORDS.format(sectors))
