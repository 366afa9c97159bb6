"""Counters on the map: bodies of any footprint, what is left of them, and the signs at their edges."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import cache
from html import escape

from missions.battles.board.grid import HALF, PITCH, Grid, Point, outline
from missions.battles.board.scene import Gauge, Token
from missions.battles.presenters.board.picked import Picked

MARK_PLACES: tuple[Point, ...] = ((17, -19), (-17, -19), (-18, 20), (0, -27))
LARGE = 1.55
"""Scale of the drawing of a body of several hexes."""
LONG_LABEL = 4
"""Characters from which a label is written smaller, so that it stays within the hull."""


def middle(token: Token, grid: Grid) -> Point:
    """Place of a unit on the picture: the middle of its footprint."""
    if not token.covers:
        return grid.at[token.place]
    points = [grid.at[place] for place in token.covers]
    return sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)


def counter(token: Token, picked: Picked, grid: Grid, links: bool) -> str:
    """A unit; with `links` it leads to its own orders, to the best shot at it, or on in a draft."""
    x, y = middle(token, grid)
    target, step = picked.targets.get(token.unit), picked.units.get(token.unit)
    picked_now = picked.token is not None and picked.token.unit == token.unit
    classes = ["u", f"s{token.side}"]
    classes += ["can"] * (token.may_act or step is not None)
    classes += ["aim"] * (target is not None)
    classes += ["sel"] * (picked_now or token.unit in picked.taken)
    framed = len(classes) > 2
    halo = ('<use href="#hx-o" class="halo"/>' if not token.covers else _halo(token, grid, (x, y))) * framed
    inside = f"<title>{escape(token.words)}</title>{halo}{_body(token, grid, (x, y))}{_strength(token)}"
    hexes = " ".join(token.covers) or token.place
    place = f'class="{" ".join(classes)}" data-h="{hexes}" data-xy="{x} {y}" transform="translate({x} {y})"'
    inside += _marks(token)
    if not links:
        return f"<g {place}>{inside}</g>"
    unit = picked.token.unit if target and picked.token else token.unit
    address = step.address if step else f"?unit={unit}" + (f"&order={target[0]}" if target else "")
    return f'<a href="{escape(address)}" {place} tabindex="-1">{inside}</a>'


def _halo(token: Token, grid: Grid, at: Point) -> str:
    return f'<path class="halo" transform="translate({-at[0]} {-at[1]})" d="{_foot(token, grid)}"/>'


def _foot(token: Token, grid: Grid) -> str:
    return outline(grid.at[place] for place in token.covers)


def _body(token: Token, grid: Grid, at: Point) -> str:
    turn = f"rotate({-60 * token.facing})" if token.facing else ""
    large, foot = "", ""
    if token.covers:
        large = f"scale({LARGE})" if len(token.covers) > 2 else ""
        foot = f'<path class="foot" transform="translate({-at[0]} {-at[1]})" d="{_foot(token, grid)}"/>'
    moved = f' transform="{turn}{large}"' if turn or large else ""
    return f'{foot}<use href="#hx-{token.side}-{token.kind}" class="body"{moved}/>{label(token.label, 1)}'


def label(text: str, y: int) -> str:
    """The label of a unit, so far below the middle of its counter."""
    long = " long" * (len(text) >= LONG_LABEL)
    return f'<text class="lab{long}" y="{y}">{escape(text)}</text>'


# --- what is left -----------------------------------------------------------------------------------


def _strength(token: Token) -> str:
    """Pips or bars, and always the number."""
    parts = []
    y = 9.0
    for gauge in token.gauges:
        if gauge.kind == "pips":
            parts.append(_pips(gauge.now, gauge.most))
        elif gauge.most:
            parts.append(_bar(gauge, y))
            y += 4.5
    if token.plate:
        parts.append(_plate(token.plate))
    if token.cargo:
        parts.append(f'<g class="cargo"><rect x="-30" y="14" width="17" height="17" rx="3"/>'
                     f'<text class="no" x="-21.5" y="27">{escape(token.cargo)}</text></g>')  # fmt: skip
    return "".join(parts)


def _bar(gauge: Gauge, y: float) -> str:
    wide = round(24 * gauge.now / max(1, gauge.most))
    return f'<path class="track" d="M-12 {y:g}h24"/><path class="{gauge.kind}" d="M-12 {y:g}h{wide}"/>'


@cache
def _pips(left: int, start: int) -> str:
    """Full pips for what is left, hollow ones for what is lost."""
    begin = -3.25 * (start - 1)
    full = "".join(f"M{begin + 6.5 * n:g} 10h0" for n in range(left))
    lost = "".join(f"M{begin + 6.5 * n:g} 10h0" for n in range(left, start))
    return (f'<path class="pip" d="{full}"/>' if full else "") + (
        f'<path class="pip lost" d="{lost}"/>' if lost else ""
    )


def _plate(text: str) -> str:
    """The strength as a figure on a plate at the lower right."""
    wide = 17 + 8 * (len(text) - 1)
    return (
        f'<rect class="nb" x="{28 - wide}" y="14" width="{wide}" height="17" rx="8.5"/>'
        f'<text class="no" x="{28 - wide / 2:g}" y="27">{escape(text)}</text>'
    )


def _marks(token: Token) -> str:
    parts = []
    for mark, (x, y) in zip([mark for mark in token.marks if mark.sign], MARK_PLACES, strict=False):
        sign, _, figure = mark.sign.partition(" ")
        text = figure or (sign if len(sign) == 1 else "")
        symbol = sign if len(sign) > 1 else "role"
        inside = f'<text y="4.5">{text}</text>' if text else ""
        parts.append(
            f'<g class="mk mk-{symbol}" transform="translate({x} {y})"><use href="#hx-{symbol}"/>{inside}</g>'
        )
    return "".join(parts)


def pill(token: Token, text: str, grid: Grid, taken: AbstractSet[Point]) -> str:
    """The chance of the best shot, above its target; below it if counters stand only above it. `taken` are
    the middles of all counters.
    """
    x, y = middle(token, grid)
    wide = 12 + 8 * len(text)
    above, below = ({(x - HALF, y + row), (x + HALF, y + row)} for row in (-PITCH, PITCH))
    top = 30 if above & taken and not below & taken else -50
    return (
        f'<g class="pill" transform="translate({x} {y})" aria-hidden="true"><rect x="{-wide / 2:g}" '
        f'y="{top}" width="{wide}" height="20" rx="10"/><text y="{top + 15}">{text}</text></g>'
    )
