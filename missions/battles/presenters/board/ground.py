"""The ground of the map: sky, grid and rim, areas, terrain, and the edges that somebody makes for."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import lru_cache
from html import escape

from missions.battles.board.grid import HALF, PITCH, SIDE, Grid, Point, outline
from missions.battles.board.scene import NO_SIDE, Area, Badge, Divide, Exit, Feature, Scene

LEFT, TOP, RIGHT, BOTTOM = 34, 28, 14, 14
"""Room around the map, for the names of columns and rows."""
BADGE_PLACES: tuple[Point, Point] = ((-18, 19), (18, 19))
"""Corner of a hex for the badge of each side, from the middle."""
LOWER, UPPER = 24, -15
"""Foot of the name of a hex at either end of it, from the middle."""


def box(grid: Grid) -> str:
    """The view box of the whole picture."""
    return f"{-LEFT} {-TOP} {grid.width + LEFT + RIGHT} {grid.height + TOP + BOTTOM}"


def window(grid: Grid, part: Iterable[str]) -> str:
    """The view box of a part of the map: these hexes and a ring around them."""
    middles = [grid.at[place] for place in part]
    (left, right), (top, bottom) = ((min(each), max(each)) for each in zip(*middles, strict=True))
    return (
        f"{left - 3 * HALF} {top - SIDE - PITCH} {right - left + 6 * HALF} "
        f"{bottom - top + 2 * (SIDE + PITCH)}"
    )


def names(grid: Grid, part: Iterable[str], above: Container[str] = ()) -> str:
    """The names of these hexes, each at the lower end of its own; those `above` at the upper end."""
    ends = ((place, *grid.at[place], UPPER if place in above else LOWER) for place in part)
    texts = (f'<text x="{x}" y="{y + end}">{place}</text>' for place, x, y, end in ends)
    return f'<g class="nums own">{"".join(texts)}</g>'


@lru_cache(maxsize=64)
def rows(grid: Grid) -> str:
    """Facts about the hexes for the script, as attributes: names of columns; for each row its name, the place
    of its first hex, and the number of hexes.
    """
    lines = " ".join(f"{line.name}:{line.x}:{line.y}:{len(line.ids)}" for line in grid.lines)
    order = " data-lettered" if grid.lettered else ""
    return f'data-columns="{" ".join(grid.columns)}" data-lines="{lines}" data-step="{2 * HALF}"{order}'


def size(grid: Grid) -> str:
    """The end of the ids of a map's ground: pictures of maps of several sizes may stand on one page."""
    return f"{len(grid.columns)}x{len(grid.lines)}"


@lru_cache(maxsize=64)
def ground(grid: Grid) -> str:
    """Sky, grid and names of a map, to stand among the symbols: it is the same with every order."""
    own = size(grid)
    edge = f'<use href="#hx-edge-{own}"'
    first = grid.lines[0]
    names = "".join(
        f'<text x="{first.x + 2 * HALF * number}" y="-9">{name}</text>'
        for number, name in enumerate(grid.columns)
    ) + "".join(f'<text x="-17" y="{line.y + 5}">{line.name}</text>' for line in grid.lines)
    return (
        f'<path id="hx-edge-{own}" d="{outline(grid.at.values())}"/>'
        f'<clipPath id="hx-map-{own}">{edge}/></clipPath>'
        f'<g id="hx-ground-{own}">{_halves(grid)}{edge} class="sky"/>{edge} fill="url(#hx-stars)"/>'
        f'{edge} fill="url(#hx-grid)"/>{edge} class="rim"/><g class="nums">{names}</g></g>'
    )


def _halves(grid: Grid) -> str:
    """The half hexes at the sides of a ragged map, which nothing enters."""
    if not grid.ragged:
        return ""
    short = [line.y for line in grid.lines[1::2]]
    left = "".join(f"M0 {y - 30}l26 15v30l-26 15Z" for y in short)
    right = "".join(f"M{grid.width} {y - 30}l-26 15v30l26 15Z" for y in short)
    return f'<path class="half" d="{left}{right}"/>'


# --- areas and what lies on hexes -------------------------------------------------------------------


def areas(scene: Scene) -> list[str]:
    """Sectors, zones, bands and the lines between them."""
    at = scene.grid.at
    return [_area(area, at) for area in scene.areas] + [_divide(line) for line in scene.divides]


def _owner(side: int) -> str:
    return "" if side == NO_SIDE else f" s{side}"


def _area(area: Area, at: dict[str, Point]) -> str:
    places = [at[place] for place in area.hexes]
    filled = " filled" if area.filled else ""
    label = ""
    if area.label and places:
        x, y = sum(x for x, _ in places) // len(places), min(y for _, y in places) - 12
        label = f'<text x="{x}" y="{y}">{escape(area.label)}</text>'
    return (
        f'<g class="area t-{area.tone}{_owner(area.side)}{filled}"><title>{escape(area.words)}</title>'
        f'<path d="{outline(places)}"/>{label}</g>'
    )


def _divide(line: Divide) -> str:
    points = "L".join(f"{x} {y}" for x, y in line.points)
    return f'<path class="divide" d="M{points}"><title>{escape(line.words)}</title></path>'


def features(found: Iterable[Feature], at: dict[str, Point]) -> list[str]:
    """Terrain, tiles and objectives, each under a title that says what it is."""
    return [_feature(feature, at) for feature in found]


def _feature(feature: Feature, at: dict[str, Point]) -> str:
    parts = []
    for place in feature.hexes:
        x, y = at[place]
        figure = f'<text y="22">{escape(feature.figure)}</text>' if feature.figure else ""
        parts.append(
            f'<g data-h="{place}" data-xy="{x} {y}" transform="translate({x} {y})">'
            f'<title>{place}: {escape(feature.words)}</title><use href="#hx-t-{feature.symbol}"/>{figure}</g>'
        )
    if feature.edge:
        parts.append(f'<path d="{outline(at[place] for place in feature.hexes)}"/>')
    return f'<g class="feat t-{feature.tone}{_owner(feature.side)}">{"".join(parts)}</g>'


def badges(found: Iterable[Badge], at: dict[str, Point]) -> list[str]:
    """Signs with figures at the corners of hexes. They let a pointer through to what lies below."""
    return [_badge(badge, at[badge.place]) for badge in found]


def _badge(badge: Badge, middle: Point) -> str:
    x, y = (here + more for here, more in zip(middle, BADGE_PLACES[badge.side], strict=True))
    return (
        f'<g class="mk badge s{badge.side}" data-h="{badge.place}" data-xy="{middle[0]} {middle[1]}" '
        f'transform="translate({x} {y})"><title>{badge.place}: {escape(badge.words)}</title>'
        f'<use href="#hx-{badge.symbol}"/><text y="4">{escape(badge.figure)}</text></g>'
    )


# --- edges ------------------------------------------------------------------------------------------


def exits(scene: Scene) -> list[str]:
    """Edges that somebody makes for, as rows of chevrons."""
    return [_exit(each, scene.grid) for each in scene.exits]


def _exit(exit_: Exit, grid: Grid) -> str:
    along_x = range(60, grid.width - 60, 90)
    along_y = range(60, grid.height - 60, 90)
    chevrons = {
        "east": "".join(f"M{grid.width - 20} {y}l9 9l-9 9" for y in along_y),
        "west": "".join(f"M20 {y}l-9 9l9 9" for y in along_y),
        "south": "".join(f"M{x} {grid.height - 20}l9 9l9 -9" for x in along_x),
        "north": "".join(f"M{x} 20l9 -9l9 9" for x in along_x),
    }[exit_.edge]
    words = f"{exit_.edge.capitalize()} edge: {escape(exit_.words)}"
    return f'<path class="exit" d="{chevrons}"><title>{words}</title></path>'
