"""Introduction of a rule system to people who are about to choose one, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

Minutes = tuple[int, int]
"""Length of a battle: the least and the most minutes that it usually takes."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter of a `side`, or a piece of terrain (None), in the small picture of a system.

    The picture has rows of hexes; odd ones stand half a hex further to the right. A `column` may be a half,
    for a ship of two hexes. `turn` counts degrees, clockwise.
    """

    kind: str
    column: float
    row: int
    side: int | None = None
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Introduction:
    """Difficulty of a system, the people whom it pleases and those whom it does not, and its picture.

    `likes` and `dislikes` go on after “For you if” and “Not for you if”; "" leaves the sentence out.
    """

    difficulty: str
    likes: str
    dislikes: str
    picture: tuple[Piece, ...]
