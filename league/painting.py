"""Pictures of words, boxes and silhouettes: one drawing, written as SVG or painted as PNG.

Painting runs in the process of the press (`league.pdf.picture`). Imports no Django. The same drawing gives
the same bytes: its fonts and silhouettes are ours.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Literal
from xml.sax.saxutils import escape, quoteattr

STATIC = Path(__file__).resolve().parent.parent / "static"
GRID = 64
"""Width and height of a silhouette in its own units."""
SHARPER = 2
"""The picture is painted this many times larger and made smaller then, so that edges are smooth."""
FACES: dict[str, tuple[str, int]] = {
    "Inter-Regular": ("Inter", 400),
    "Inter-SemiBold": ("Inter", 600),
    "BarlowCondensed-SemiBold": ("Barlow Condensed", 600),
    "AdmiraltySuits": ("Admiralty Suits", 400),
}
OTHERS = "Arial, Helvetica, sans-serif"
"""Fonts of an SVG on machines that do not have ours."""
_SYMBOL = re.compile(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', re.DOTALL)
_PATH = re.compile(r'<path d="([^"]+)"([^>]*)/>')
_STEP = re.compile(r"[Maz]|-?\d+(?:\.\d+)?")
_ROUND = 24
"""Edges of half a circle."""
Point = tuple[float, float]
Anchor = Literal["start", "end"]


@dataclass(frozen=True, slots=True)
class Box:
    """A filled box with round corners."""

    x: int
    y: int
    width: int
    height: int
    fill: str
    radius: int = 0


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text that begins (or, anchored at its end, ends) at `x` and stands on `y`; `face` is one of
    FACES."""

    x: int
    y: int
    text: str
    size: int
    fill: str
    face: str = "Inter-Regular"
    anchor: Anchor = "start"


@dataclass(frozen=True, slots=True)
class Shape:
    """The silhouette of a ship of the catalogue in a square, with its lines in the colour `line`."""

    x: int
    y: int
    size: int
    ship: str
    fill: str
    line: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture; `title` is read out instead of it. The later items lie above the earlier ones."""

    width: int
    height: int
    fill: str
    title: str
    items: tuple[Box | Words | Shape, ...]


@dataclass(frozen=True, slots=True)
class Silhouette:
    """The paths of a ship that are filled, and those that are drawn as lines on it."""

    filled: tuple[str, ...]
    lines: tuple[str, ...]


@lru_cache(maxsize=1)
def silhouettes() -> dict[str, Silhouette]:
    """All silhouettes by the id of their ship, from `static/img/ships.svg`, which is our own."""
    text = (STATIC / "img" / "ships.svg").read_text(encoding="utf-8")
    return {ship: _silhouette(_PATH.findall(paths)) for ship, paths in _SYMBOL.findall(text)}


def _silhouette(paths: list[tuple[str, str]]) -> Silhouette:
    filled = tuple(path for path, more in paths if 'fill="none"' not in more)
    return Silhouette(filled, tuple(path for path, more in paths if 'fill="none"' in more))


def outlines(path: str) -> Iterator[tuple[Point, ...]]:
    """The closed outlines of a path of straight lines and of half circles to the left or right. Raises
    ValueError for another path."""
    points: list[Point] = []
    steps = iter(_STEP.findall(path))
    if re.sub(r"[\s,]", "", _STEP.sub("", path)):
        raise ValueError(f"{path} has steps that are neither lines nor half circles.")
    for step in steps:
        if step == "M":
            points = [(float(next(steps)), float(next(steps)))]
        elif step == "z":
            yield tuple(points)
            points = []
        elif step == "a":
            radius, _, _, _, sweep, dx, dy = (float(next(steps)) for _ in range(7))
            if dy or abs(dx) != 2 * radius:
                raise ValueError(f"{path} has an arc that is no half circle.")
            points += _half_circle(points[-1], dx, clockwise=bool(sweep))
        else:
            points.append((float(step), float(next(steps))))


def _half_circle(start: Point, dx: float, *, clockwise: bool) -> Iterator[Point]:
    """Points on the half circle from `start` to a point `dx` to its right, without the first. On a screen,
    where y grows downwards, clockwise from the left is over the top."""
    rise = dx / 2 if clockwise else -dx / 2
    for edge in range(1, _ROUND + 1):
        angle = math.pi * edge / _ROUND
        yield start[0] + dx / 2 * (1 - math.cos(angle)), start[1] - rise * math.sin(angle)


def svg(drawing: Drawing) -> str:
    """The drawing as an SVG file."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawing.width} {drawing.height}" '
        f'width="{drawing.width}" height="{drawing.height}" role="img">'
    )
    title = f"<title>{escape(drawing.title)}</title>"
    ground = _box(Box(0, 0, drawing.width, drawing.height, drawing.fill))
    return "\n".join([head, title, ground, *map(_written, drawing.items), "</svg>"])


def _written(item: Box | Words | Shape) -> str:
    if isinstance(item, Box):
        return _box(item)
    if isinstance(item, Words):
        family, weight = FACES[item.face]
        return (
            f'<text x="{item.x}" y="{item.y}" font-family={quoteattr(f"{family}, {OTHERS}")} '
            f'font-weight="{weight}" font-size="{item.size}" fill={quoteattr(item.fill)} '
            f'text-anchor="{item.anchor}">{escape(item.text)}</text>'
        )
    found, fill, line = silhouettes()[item.ship], quoteattr(item.fill), quoteattr(item.line)
    drawn = [f"<path d={quoteattr(each)} fill={fill}/>" for each in found.filled]
    drawn += [
        f'<path d={quoteattr(each)} fill="none" stroke={line} stroke-width="2"/>' for each in found.lines
    ]
    scale = f"{item.size / GRID:.4f}"
    return f'<g transform="translate({item.x} {item.y}) scale({scale})">{"".join(drawn)}</g>'


def _box(box: Box) -> str:
    return (
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="{box.radius}" '
        f"fill={quoteattr(box.fill)}/>"
    )


def paint(drawing: Drawing) -> bytes:
    """The drawing as a PNG file."""
    from PIL import Image, ImageDraw  # only the process of the press paints

    size = (drawing.width * SHARPER, drawing.height * SHARPER)
    image = Image.new("RGB", size, drawing.fill)
    brush = ImageDraw.Draw(image)
    for item in drawing.items:
        if isinstance(item, Box):
            corners = (item.x, item.y, item.x + item.width - 1, item.y + item.height - 1)
            brush.rounded_rectangle(
                tuple(each * SHARPER for each in corners), item.radius * SHARPER, fill=item.fill
            )
        elif isinstance(item, Words):
            place = (item.x * SHARPER, item.y * SHARPER)
            anchor = "ls" if item.anchor == "start" else "rs"
            brush.text(place, item.text, fill=item.fill, font=_font(item.face, item.size), anchor=anchor)
        else:
            _paint_shape(brush, item)
    made = BytesIO()
    image.resize((drawing.width, drawing.height), Image.Resampling.LANCZOS).save(made, "PNG", optimize=True)
    return made.getvalue()


@lru_cache(maxsize=16)
def _font(face: str, size: int) -> Any:
    from PIL import ImageFont

    # The basic layout gives the same letters on every machine; the other needs a library that may be missing.
    return ImageFont.truetype(
        STATIC / "fonts" / f"{face}.ttf", size * SHARPER, layout_engine=ImageFont.Layout.BASIC
    )


def _paint_shape(brush: Any, item: Shape) -> None:
    found, scale = silhouettes()[item.ship], item.size * SHARPER / GRID

    def placed(outline: tuple[Point, ...]) -> list[Point]:
        return [(item.x * SHARPER + x * scale, item.y * SHARPER + y * scale) for x, y in outline]

    for path in found.filled:
        for outline in outlines(path):
            brush.polygon(placed(outline), fill=item.fill)
    for path in found.lines:
        for outline in outlines(path):
            brush.line(placed((*outline, outline[0])), fill=item.line, width=max(1, round(2 * scale)))
