"""The small picture of a rule system, for people who choose one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from django.utils.safestring import SafeString

from missions.battles.board.grid import HALF, PITCH
from missions.battles.board.style import Style
from missions.battles.presenters.board.fill import fill, fill_each
from missions.battles.presenters.board.symbols import HEX
from missions.battles.systems.introduction import Piece

COLUMNS, ROWS, BEYOND = 5, 3, 4
BOX = f"{-HALF} -34 {2 * HALF * COLUMNS + HALF} {PITCH * (ROWS - 1) + 68}"
"""Part of the map in a system's picture; in a wide one, more hexes show on either side."""


@cache
def picture(style: Style, pieces: tuple[Piece, ...]) -> SafeString:
    """A small picture of a system: pieces on a few hexes. It is decoration, since words stand beside it."""
    return fill(
        '<svg class="sketch" viewBox="{}" aria-hidden="true"><path class="sketch-grid" d="{}"/>{}</svg>',
        BOX,
        _grid(),
        fill_each('<g class="{}" transform="translate({} {}) rotate({})">{}</g>', _drawn(style, pieces)),
    )


def _grid() -> str:
    """Outlines of all hexes, with those beyond each end of a row."""
    columns = range(-BEYOND, COLUMNS + BEYOND)
    places = [_middle(column, row) for row in range(-1, ROWS + 1) for column in columns]
    return "".join(f"M{x} {y}{_OUTLINE}" for x, y in places)


_OUTLINE = HEX.replace("M0", "m0")


def _middle(column: float, row: int) -> tuple[int, int]:
    return round(2 * HALF * column) + HALF * (row % 2), PITCH * row


def _drawn(style: Style, pieces: Iterable[Piece]) -> Iterable[tuple[str | int | SafeString, ...]]:
    """Class, place, turn and shape of every piece."""
    for piece in pieces:
        x, y = _middle(piece.column, piece.row)
        if piece.side is None:
            yield "sketch-ground", x, y, piece.turn, SafeString(style.terrain[piece.kind])
        else:
            colour = f"sketch-{style.colours[piece.side]}"
            yield colour, x, y, piece.turn, SafeString(style.bodies[piece.side, piece.kind])
