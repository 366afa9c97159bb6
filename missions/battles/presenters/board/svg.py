"""The hex map as SVG: grid by pattern, features, counters, and what a selection or an order adds.

Strings are put together by hand, as a board is drawn with every order. Colours come from classes
(`static/css/board.css`); sides are told apart by shape too, round for west and angular for east.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from math import cos, hypot, pi, sin

from django.utils.safestring import SafeString

from missions.battles.board.scene import (
    HALF,
    PITCH,
    SIDE,
    Arcs,
    Offer,
    Point,
    Scene,
    Token,
    Trace,
    centre,
    label_centre,
)
from missions.battles.presenters.board.symbols import DEFS

LEFT, TOP, RIGHT, BOTTOM = 34, 28, 14, 14
"""Room around the map, for the numbers of columns and rows."""
EDGE_STEPS = ("l26 15", "v30", "l-26 15", "l-26 -15", "v-30", "l26 -15")
"""The six sides of a hex, clockwise from its top corner."""
TICKS = ("M15 -5l7 5l-7 5", "M3.2 -15.5l7.8 -3.6l-.8 8.6", "M-11.8 -10.5l.8 -8.6l7.8 3.6",
         "M-15 -5l-7 5l7 5", "M-3.2 15.5l-7.8 3.6l.8 -8.6", "M11.8 10.5l-.8 8.6l-7.8 -3.6")  # fmt: skip
"""A small arrow head for each facing, around the middle of a hex."""
CLEAR = 23
"""Lines keep so far away from the middle of counters."""
PIPS = 6
"""Up to so many fighters are drawn as pips; above that a bar is drawn."""


@dataclass(frozen=True, slots=True)
class Picked:
    """What a reader has picked, for the picture: the selected unit with its arcs, its offers on the map, the
    chosen one, other facings of the same hex, and the best chance (percent) against each target.
    """

    token: Token | None = None
    arcs: Arcs | None = None
    ends: Sequence[Offer] = ()
    chosen: Offer | None = None
    facings: Sequence[Offer] = ()
    targets: dict[int, tuple[int, str]] = field(default_factory=dict)
    """Target → (choice of the first shot, its chance in words)."""


def board_svg(
    scene: Scene,
    picked: Picked,
    traces: Sequence[Trace] = (),
    *,
    links: bool = True,
    seat: int | None = None,
) -> SafeString:
    """The whole picture for the reader on `seat`. `links` makes its parts lead to `?unit=…&order=…`."""
    width, height = extent(scene.columns, scene.rows)
    focus = traces[-1].end if traces and not links else _focus(scene, picked.token, seat)
    parts = [
        f'<svg class="hexmap" id="hexmap" viewBox="{-LEFT} {-TOP} {width + LEFT + RIGHT} '
        f'{height + TOP + BOTTOM}" data-columns="{scene.columns}" data-rows="{scene.rows}" '
        f'data-look="{focus[0]} {focus[1]}"{_goal(picked)} role="group" aria-label="Map">',
        DEFS,
        _ground(scene.columns, scene.rows),
        *(_exit(scene, edge, words) for edge, words in scene.exits),
    ]
    parts += _arcs(picked)
    parts += _ends(picked, links)
    parts += [_trace(trace) for trace in traces]
    standing = [token for token in scene.tokens if token.place]
    parts += [_counter(token, picked, links) for token in standing]
    parts += [
        _pill(token, picked.targets[token.unit][1]) for token in standing if token.unit in picked.targets
    ]
    if picked.chosen is not None and picked.token is not None:
        parts += _ghost(picked.token, picked.chosen, picked.facings, links)
    parts.append('<use href="#hx-o" class="cursor" id="hexcursor" visibility="hidden"/></svg>')
    return SafeString("".join(parts))


def extent(columns: int, rows: int) -> Point:
    """Width and height of the map itself."""
    return 2 * HALF * columns + (HALF if rows > 1 else 0), PITCH * (rows - 1) + 2 * SIDE


def _goal(picked: Picked) -> str:
    """Where the chosen order leads: a small screen shows that as well."""
    if picked.chosen is None or not picked.chosen.place:
        return ""
    x, y = label_centre(picked.chosen.place)
    return f' data-goal="{x} {y}"'


def _focus(scene: Scene, picked: Token | None, seat: int | None) -> Point:
    """Where a small screen looks: the selected unit, else whoever may act, the reader's own, the west."""
    standing = [token for token in scene.tokens if token.place]
    found = [token for token in standing if picked is not None and token.unit == picked.unit]
    found = found or [token for token in standing if token.may_act]
    found = found or [token for token in standing if token.seat == (seat or 0)] or standing
    if not found:
        width, height = extent(scene.columns, scene.rows)
        return width // 2, height // 2
    places = [label_centre(token.place) for token in found]
    return sum(x for x, _ in places) // len(places), sum(y for _, y in places) // len(places)


# --- the ground -------------------------------------------------------------------------------------


@cache
def _ground(columns: int, rows: int) -> str:
    """Sky, grid and numbers of a map of that size."""
    path = outline(columns, rows)
    numbers = "".join(
        f'<text x="{centre(column, 0)[0]}" y="-9">{column + 1:02d}</text>' for column in range(columns)
    ) + "".join(f'<text x="-17" y="{centre(0, row)[1] + 5}">{row + 1:02d}</text>' for row in range(rows))
    return (
        f'<clipPath id="hx-map"><path d="{path}"/></clipPath><path class="sky" d="{path}"/>'
        f'<path fill="url(#hx-stars)" d="{path}"/><path fill="url(#hx-grid)" d="{path}"/>'
        f'<path class="rim" d="{path}"/><g class="nums" aria-hidden="true">{numbers}</g>'
    )


@cache
def outline(columns: int, rows: int) -> str:
    """The edge of the map along its hexes, clockwise from the left upper corner."""
    e0, e1, e2, e3, e4, e5 = EDGE_STEPS
    parts = ["M0 15", (e5 + e0) * columns]
    for row in range(rows):
        parts.append(e1)
        if row < rows - 1:
            parts.append(e2 if row & 1 else e0)
    parts.append((e2 + e3) * columns)
    for row in range(rows - 1, -1, -1):
        parts.append(e4)
        if row:
            parts.append(e3 if row & 1 else e5)
    return "".join(parts) + "Z"


@cache
def ring(distance: int) -> str:
    """The edge of all hexes up to that distance from the origin."""
    x, y = -HALF * distance - HALF, -PITCH * distance - 15
    steps = [EDGE_STEPS[number] for number in (5, 0, 1, 2, 3, 4)]
    sides = [steps[number] + (steps[(number + 1) % 6] + steps[number]) * distance for number in range(6)]
    return f"M{x} {y}{''.join(sides)}Z"


def _exit(scene: Scene, edge: str, words: str) -> str:
    """An edge that somebody makes for."""
    width, height = extent(scene.columns, scene.rows)
    if edge != "east":
        return ""
    x = width - 13
    chevrons = "".join(f"M{x - 7} {y}l9 9l-9 9" for y in range(60, height - 60, 90))
    return f'<path class="exit" d="{chevrons}"><title>East edge: {escape(words)}</title></path>'


# --- a selected unit --------------------------------------------------------------------------------


def _arcs(picked: Picked) -> list[str]:
    """The sextants the unit can fire into and the edges of its range bands, from where the chosen order ends
    it or else from where it is.
    """
    token, arcs, chosen = picked.token, picked.arcs, picked.chosen
    if token is None or arcs is None:
        return []
    place, facing = token.place, token.facing
    if chosen is not None and chosen.end:
        place, facing = chosen.place, chosen.facing
    if not place:
        return []
    x, y = label_centre(place)
    wedges = "".join(
        f'<path class="arc{quality}" d="{_wedge(arcs.bands[-1], (facing + sextant) % 6)}"/>'
        for sextant, quality in enumerate(arcs.sextants)
        if quality
    )
    rings = "".join(
        f'<path class="band band{number}" d="{ring(distance)}"/>'
        f'<text class="far" y="{-PITCH * distance - 6}">{distance}</text>'
        for number, distance in enumerate(arcs.bands)
    )
    reach = f'<clipPath id="hx-reach"><path d="{ring(arcs.bands[-1])}"/></clipPath>'
    return [
        f'<g clip-path="url(#hx-map)"><g transform="translate({x} {y})">{reach}'
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


def _ends(picked: Picked, links: bool) -> list[str]:
    """Every hex that an order of the unit ends on, once, with a small arrow for each facing."""
    places: dict[str, list[Offer]] = {}
    for offer in picked.ends:
        places.setdefault(offer.place, []).append(offer)
    unit = picked.token.unit if picked.token else -1
    parts = []
    for place, found in places.items():
        x, y = label_centre(place)
        first = min(found, key=lambda offer: _turned(picked.token, offer))
        ticks = "".join({TICKS[offer.facing]: None for offer in found if offer.facing >= 0})
        facings = "" if first.facing < 0 else f", {_count(len(found))}"
        parts.append(
            f'<a href="?unit={unit}&amp;order={first.choice}" data-h="{place}" class="end" tabindex="-1" '
            f'transform="translate({x} {y})"><title>{place}: {escape(first.group)}{facings}</title>'
            f'<use href="#hx-h"/><path d="{ticks}"/></a>'
            if links
            else f'<use href="#hx-h" class="end" x="{x}" y="{y}"/>'
        )
    return parts


def _count(facings: int) -> str:
    return "one facing" if facings == 1 else f"{facings} facings"


def _turned(token: Token | None, offer: Offer) -> int:
    """How far an end turns the unit from where it looks now."""
    turn = (offer.facing - (token.facing if token else 0)) % 6
    return min(turn, 6 - turn)


# --- counters ---------------------------------------------------------------------------------------


def _counter(token: Token, picked: Picked, links: bool) -> str:
    x, y = label_centre(token.place)
    target = picked.targets.get(token.unit)
    classes = ["u", f"s{token.seat}", f"k-{token.kind}"]
    classes += ["can"] * token.may_act + ["aim"] * (target is not None)
    picked_now = picked.token is not None and picked.token.unit == token.unit
    halo = '<use href="#hx-o" class="halo"/>' if token.may_act or picked_now or target else ""
    if picked_now:
        classes.append("sel")
    inside = f"<title>{escape(token.words)}</title>{halo}{_body(token)}{_strength(token)}{_marks(token)}"
    place = f'class="{" ".join(classes)}" data-h="{token.place}" transform="translate({x} {y})"'
    if not links:
        return f"<g {place}>{inside}</g>"
    unit = picked.token.unit if target and picked.token else token.unit
    order = f"&amp;order={target[0]}" if target else ""
    return f'<a href="?unit={unit}{order}" {place} tabindex="-1">{inside}</a>'


def _body(token: Token) -> str:
    turn = f' transform="rotate({-60 * token.facing})"' if token.facing else ""
    return (
        f'<use href="#hx-{"we"[token.seat]}-{token.kind}" class="body"{turn}/>'
        f'<text class="lab" y="1">{token.label}</text>'
    )


def _strength(token: Token) -> str:
    """Pips for fighters, bars for hull and shields, and always the number."""
    if token.kind == "fighter" and token.start <= PIPS:
        return _pips(token.left, token.start) + _number(str(token.left))
    wide = round(24 * token.left / max(1, token.start))
    bars = f'<path class="track" d="M-12 9h24"/><path class="hull" d="M-12 9h{wide}"/>'
    now, most = token.shield
    if most:
        wide = round(24 * now / most)
        bars += f'<path class="track" d="M-12 13.5h24"/><path class="shield" d="M-12 13.5h{wide}"/>'
    return bars + _number(f"{token.left + now}" if most else str(token.left))


@cache
def _pips(left: int, start: int) -> str:
    """Full pips for those that fly, hollow ones for those lost."""
    begin = -3.25 * (start - 1)
    full = "".join(f"M{begin + 6.5 * n:g} 10h0" for n in range(left))
    lost = "".join(f"M{begin + 6.5 * n:g} 10h0" for n in range(left, start))
    return (f'<path class="pip" d="{full}"/>' if full else "") + (
        f'<path class="pip lost" d="{lost}"/>' if lost else ""
    )


def _number(text: str) -> str:
    """The strength as a figure on a plate at the lower right."""
    wide = 17 + 8 * (len(text) - 1)
    return (
        f'<rect class="nb" x="{28 - wide}" y="14" width="{wide}" height="17" rx="8.5"/>'
        f'<text class="no" x="{28 - wide / 2:g}" y="27">{text}</text>'
    )


MARK_PLACES: tuple[Point, ...] = ((17, -19), (-17, -19), (-18, 20), (0, -27))


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


def _pill(token: Token, text: str) -> str:
    """The chance of the best shot, above its target."""
    x, y = label_centre(token.place)
    wide = 12 + 8 * len(text)
    return (
        f'<g class="pill" transform="translate({x} {y})" aria-hidden="true"><rect x="{-wide / 2:g}" y="-50" '
        f'width="{wide}" height="20" rx="10"/><text y="-35">{text}</text></g>'
    )


# --- an order that is chosen, and what just happened ---------------------------------------------------


def _ghost(token: Token, chosen: Offer, facings: Sequence[Offer], links: bool) -> list[str]:
    """Where the unit would be, the way there, and the other facings to choose from; a line to a target."""
    if not chosen.place:
        return []
    x, y = label_centre(chosen.place)
    parts = []
    start = label_centre(token.place) if token.place else None
    if start and start != (x, y):
        kind = "fireline" if chosen.target >= 0 else "way"
        parts.append(f'<path class="{kind}" d="{_between(start, (x, y))}"/>')
    if chosen.facing >= 0 and chosen.target < 0:
        parts.append(
            f'<g class="u ghost s{token.seat}" transform="translate({x} {y})" data-h="{chosen.place}">'
            f'<use href="#hx-{"we"[token.seat]}-{token.kind}" class="body" '
            f'transform="rotate({-60 * chosen.facing})"/><text class="lab" y="5">{token.label}</text></g>'
        )
    if links and len(facings) > 1:
        around = sorted(facings, key=lambda offer: offer.facing)
        parts += [_arrow(token.unit, offer, offer.choice == chosen.choice, (x, y)) for offer in around]
    return parts


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


def _trace(trace: Trace) -> str:
    return f'<path class="trace {trace.kind}" d="{_between(trace.start, trace.end)}"/>'


def _between(start: Point, end: Point) -> str:
    """A line from counter to counter that leaves both to be read."""
    (x, y), (to_x, to_y) = start, end
    far = max(1.0, hypot(to_x - x, to_y - y))
    dx, dy = (to_x - x) / far * CLEAR, (to_y - y) / far * CLEAR
    return f"M{x + dx:.0f} {y + dy:.0f}L{to_x - dx:.0f} {to_y - dy:.0f}"
