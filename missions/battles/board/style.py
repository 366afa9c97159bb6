"""Looks of a rule system: colours of its sides, counters, signs, terrain, dice and the legend, as markup of
ours.

Shapes are SVG fragments around the middle of a hex, which is 52 wide and 60 tall. Their colours come from the
classes of `static/css/board.css`, never from themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Colour = Literal["rebel", "imperial", "scum", "accent", "good", "bad", "info"]
"""Colours that a side may have: tokens of the theme."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A counter in the legend: a body (side and kind) and further classes, such as "can"."""

    side: int
    kind: str
    classes: str = ""


@dataclass(frozen=True, slots=True)
class LegendLine:
    """Meaning of counters, of a sign, of a piece of terrain or of a face that the system draws (its die, and
    its number). `rule` is the one behind it, for the manual.
    """

    words: str
    samples: tuple[Sample, ...] = ()
    sign: str = ""
    terrain: str = ""
    face: tuple[str, int] | None = None
    rule: str = ""


@dataclass(frozen=True, eq=False)
class Style:
    """`bodies` are counters by (side, kind) and look east; `signs` stand at their edges; `terrain` fills
    hexes.

    `emblems` are the kinds that stand for a side in lists. `faces` are drawings of dice by (die, face) in a
    box of 24 by 24; faces without one are drawn as their names. `spans` are half the sides of the boxes
    around counters in lists, by kind, where they are not the usual ones.
    """

    colours: tuple[Colour, Colour]
    bodies: Mapping[tuple[int, str], str]
    signs: Mapping[str, str]
    emblems: tuple[str, str]
    legend: tuple[LegendLine, ...]
    terrain: Mapping[str, str] = field(default_factory=dict)
    faces: Mapping[tuple[str, int], str] = field(default_factory=dict)
    spans: Mapping[str, int] = field(default_factory=dict)
