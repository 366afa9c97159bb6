"""Overlays of a selection or an order: reach, lines of sight, places to go to, the ghost of a move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from html import escape
from math import cos, hypot, pi, sin

from missions.battles.board.grid import HALF, PITCH, Grid, Point, outline, ring
from missions.battles.board.scene import Offer, Reach, Token, Trace, Zone
from missions.battles.presenters.board.counters import body, footprint, middle
from missions.battles.presenters.board.ground import size
from missions.battles.presenters.board.odds import percent
from missions.battles.presenters.board.picked import NextPick, Picked

TICKS = ("M15 -5l7 5l-7 5", "M3.2 -15.5l7.8 -3.6l-.8 8.6", "M-11.8 -10.5l.8 -8.6l7.8 3.6",
         "M-15 -5l-7 5l7 5", "M-3.2 15.5l-7.8 3.6l.8 -8.6", "M11.8 10.5l-.8 8.6l-7.8 -3.6")  # fmt: skip
"""A small arrow head for each facing, around the middle of a hex."""
HEAD = 'marker-end="url(#hx-head)"'
"""The arrow head of a trace."""
CLEAR = 23
"""Lines keep so far away from the middle of counters."""


# --- where a unit shoots ----------------------------------------------------------------------------


def reach(found: Reach | None, grid: Grid) -> list[str]:
    """Sextants and range bands, or graded hexes with their dice, and lines of sight."""
    if found is None:
        return []
    cells = [_cell(place, grade, text, grid) for place, grade, text in found.cells]
    lines = [
        part
        for end, clear, cut_by, start in found.lines
        for part in _sightline(start or found.place, end, clear, cut_by, grid)
    ]
    return [*_wedges(found, grid), *(_zone(zone, grid) for zone in found.zones), *cells, *lines]


def _zone(zone: Zone, grid: Grid) -> str:
    return (
        f'<path class="zone arc{zone.grade}" d="{outline(grid.at[place] for place in zone.hexes)}">'
        f"<title>{escape(zone.words)}</title></path>"
    )


def _wedges(found: Reach, grid: Grid) -> list[str]:
    if not found.bands:
        return []
    x, y = grid.at[found.place]
    wedges = "".join(
        f'<path class="arc{quality}" d="{_wedge(found.bands[-1], (found.facing + sextant) % 6)}"/>'
        for sextant, quality in enumerate(found.wedges)
        if quality
    )
    rings = "".join(
        f'<path class="band band{number}" d="{ring(distance)}"/>'
        f'<text class="far" y="{-PITCH * distance - 6}">{distance}</text>'
        for number, distance in enumerate(found.bands)
    )
    clip = f'<clipPath id="hx-reach"><path d="{ring(found.bands[-1])}"/></clipPath>'
    return [
        f'<g clip-path="url(#hx-map-{size(grid)})"><g transform="translate({x} {y})">{clip}'
        f'<g clip-path="url(#hx-reach)">{wedges}</g>{rings}</g></g>'
    ]


@cache
def _wedge(distance: int, facing: int) -> str:
    """A sixth of everything up to that distance and a little beyond, towards a facing."""
    far = (2 * distance + 4) * HALF
    near = far * cos(pi / 6)
    angle = facing * pi / 3
    corners = ((near, angle - pi / 6), (far, angle), (near, angle + pi / 6))
    points = "".join(f"L{length * cos(at):.0f} {-length * sin(at):.0f}" for length, at in corners)
    return f"M0 0{points}Z"


def _cell(place: str, grade: int, text: str, grid: Grid) -> str:
    x, y = grid.at[place]
    words = f'<text y="6">{escape(text)}</text>' if text else ""
    return f'<g class="cell arc{grade}" transform="translate({x} {y})"><use href="#hx-o"/>{words}</g>'


def _sightline(start: str, end: str, clear: bool, cut_by: Sequence[str], grid: Grid) -> list[str]:
    cut = f'<path class="cut" d="{outline(grid.at[place] for place in cut_by)}"/>' if cut_by else ""
    look = "clear" if clear else "blocked"
    return [f'<path class="sightline {look}" d="{between(grid.at[start], grid.at[end])}"/>{cut}']


# --- where it can go --------------------------------------------------------------------------------


def ends(picked: Picked, grid: Grid, links: bool) -> list[str]:
    """Every hex that an order of the unit ends on, once, with a small arrow for each facing, and the least
    chance of harm if all of them may do harm.
    """
    places: dict[str, list[Offer]] = {}
    for offer in picked.ends:
        places.setdefault(offer.place, []).append(offer)
    unit = picked.token.unit if picked.token else -1
    parts = []
    for place, found in places.items():
        x, y = grid.at[place]
        first = min(found, key=lambda offer: (picked.harm(offer), _turned(picked.token, offer)))
        ticks = "".join({TICKS[offer.facing]: None for offer in found if offer.facing >= 0})
        facings = "" if first.facing < 0 else f", {_count(len({offer.facing for offer in found}))}"
        arrows = f'<path d="{ticks}"/>' if ticks else ""
        harm = picked.harm(first)
        risk = f'<text y="24">{percent(harm)}</text>' if harm else ""
        words = f", {percent(harm)} chance of harm" if harm else ""
        parts.append(
            f'<a href="?unit={unit}&amp;order={first.choice}" data-h="{place}" data-xy="{x} {y}" '
            f'class="end{" risk" * bool(harm)}" tabindex="-1" transform="translate({x} {y})">'
            f"<title>{place}: {escape(first.group)}{facings}{words}</title>"
            f'<use href="#hx-h"/>{arrows}{risk}</a>'
            if links
            else f'<use href="#hx-h" class="end" x="{x}" y="{y}"/>'
        )
    return parts


def backs(picked: Picked) -> str:
    """Orders in which the back of the selected unit leads, for the script: the least harmful one for each hex
    that the back ends on.
    """
    found: dict[str, Offer] = {}
    for offer in sorted(picked.ends, key=picked.harm, reverse=True):
        if offer.back:
            found[offer.back] = offer
    if not found or picked.token is None:
        return ""
    pairs = " ".join(f"{place}:{offer.choice}" for place, offer in found.items())
    return f' data-unit="{picked.token.unit}" data-backs="{pairs}"'


def steps(hexes: Mapping[str, NextPick], grid: Grid) -> list[str]:
    """Hexes that a draft may go on with."""
    parts = []
    for place, step in hexes.items():
        x, y = grid.at[place]
        words = place if step.words == place else f"{place}: {step.words}"
        parts.append(
            f'<a href="{escape(step.address)}" data-h="{place}" data-xy="{x} {y}" class="end" tabindex="-1" '
            f'transform="translate({x} {y})"><title>{escape(words)}</title>'
            '<use href="#hx-h"/></a>'
        )
    return parts


def taken(places: Iterable[str], grid: Grid) -> list[str]:
    """Hexes that a draft has taken."""
    parts = []
    for place in places:
        x, y = grid.at[place]
        parts.append(f'<use href="#hx-h" class="took" x="{x}" y="{y}"/>')
    return parts


def _count(facings: int) -> str:
    return "one facing" if facings == 1 else f"{facings} facings"


def _turned(token: Token | None, offer: Offer) -> int:
    """Turn of the unit at an end, relative to its present facing."""
    turn = (offer.facing - ((token.facing or 0) if token else 0)) % 6
    return min(turn, 6 - turn)


# --- an order that is chosen, and what just happened ---------------------------------------------------


def ghost(token: Token | None, chosen: Offer, facings: Sequence[Offer], grid: Grid, links: bool) -> list[str]:
    """The unit at its end, the way there, and the other facings to choose from; a line to a target."""
    token = chosen.appears or token
    if not chosen.place or token is None:
        return []
    x, y = grid.at[chosen.place]
    parts = []
    start = middle(token, grid) if token.place else None
    if start and start != (x, y):
        kind = "fireline" if chosen.target >= 0 else "way"
        parts.append(f'<path class="{kind}" d="{_way(start, chosen, grid)}"/>')
    if (chosen.end or chosen.facing >= 0) and chosen.target < 0:
        parts.append(_ghost(token, chosen, grid))
    if links and len(facings) > 1:
        around = sorted(facings, key=lambda offer: offer.facing)
        parts += [_arrow(token.unit, offer, offer.facing == chosen.facing, (x, y)) for offer in around]
    return parts


def _ghost(token: Token, chosen: Offer, grid: Grid) -> str:
    """The unit as it stands after the order."""
    there = replace(token, place=chosen.place, covers=chosen.covers, gauges=())
    x, y = middle(there, grid)
    facing = chosen.facing if chosen.facing >= 0 else None
    return (
        f'<g class="u ghost s{token.side}" transform="translate({x} {y})" '
        f'data-h="{" ".join(chosen.covers) or chosen.place}" data-xy="{x} {y}">'
        f"{body(there, footprint(chosen.covers, grid, (x, y)), facing)}</g>"
    )


def _way(start: Point, chosen: Offer, grid: Grid) -> str:
    """Straight there, or from hex to hex if the order names its path."""
    if len(chosen.path) < 2:
        return between(start, grid.at[chosen.place])
    points = "L".join(f"{x} {y}" for x, y in (start, *(grid.at[place] for place in chosen.path)))
    return f"M{points}"


def _arrow(unit: int, offer: Offer, chosen: bool, at: Point) -> str:
    """A round button in the direction of a facing."""
    angle = offer.facing * pi / 3
    x, y = at[0] + 47 * cos(angle), at[1] - 47 * sin(angle)
    name = "turn" + " now" * chosen
    return (
        f'<a class="{name}" href="?unit={unit}&amp;order={offer.choice}" tabindex="-1" '
        f'transform="translate({x:.0f} {y:.0f})"><title>{escape(offer.text)}</title>'
        f'<circle r="17"/><use href="#hx-arrow" transform="rotate({-60 * offer.facing})"/></a>'
    )


def trace(found: Trace) -> str:
    """Trace of the last order between two places; an attack that is still to be rolled marks both."""
    if found.over:
        points = "L".join(f"{x} {y}" for x, y in (found.start, *found.over, found.end))
        return f'<path class="trace {found.kind}" {HEAD} d="M{points}"/>'
    drawn = f'<path class="trace {found.kind}" {HEAD} d="{between(found.start, found.end)}"/>'
    if found.kind == "aim":
        ends = (found.start, found.end)
        drawn += "".join(f'<use href="#hx-o" class="aimed" x="{x}" y="{y}"/>' for x, y in ends)
    return drawn


def between(start: Point, end: Point) -> str:
    """A line from counter to counter that leaves both to be read."""
    (x, y), (to_x, to_y) = start, end
    far = max(1.0, hypot(to_x - x, to_y - y))
    dx, dy = (to_x - x) / far * CLEAR, (to_y - y) / far * CLEAR
    return f"M{x + dx:.0f} {y + dy:.0f}L{to_x - dx:.0f} {to_y - dy:.0f}"
