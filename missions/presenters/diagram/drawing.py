"""The set-up diagram of a mission as SVG, drawn to scale: one picture for the page and for paper.

Its attributes are for paper, where everything is black; `static/css/diagram.css` colours it by class on
screen. Zones are told apart by the direction of their hatching and by their labels, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin, sqrt

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.presenters.pictures import behind
from missions.presenters.diagram.plan import (
    BAND,
    MARKER,
    OBSTACLE,
    Box,
    Disc,
    Edge,
    Exit,
    Limit,
    Owner,
    Plan,
    Thing,
    Zone,
    plans,
)
from missions.rules.content.briefing import briefings

INK, PAPER = "#000000", "#ffffff"
EDGE_WORDS: dict[Owner, str] = {
    "active": "Active edge",
    "opposing": "Opposing edge",
    "neutral": "Neutral edge",
}
HATCH_GAP = 26.0
TEXT_SIZES = {3: 36.0, 5: 50.0}  # millimetres of table by its long side in feet
ROCK = (1.0, 0.82, 0.95, 0.74, 1.0, 0.86, 0.93, 0.7)


@dataclass(frozen=True, slots=True)
class LegendLine:
    """A sign of the diagram (`swatch`, SVG) and what it means."""

    swatch: SafeString
    text: str

    @property
    def decoration(self) -> SafeString:
        """The sign as a background, for paper: its words stand beside it."""
        return behind(self.swatch)


@dataclass(frozen=True, slots=True)
class Diagram:
    """`svg` has a title and a description of its own; `caption` names the mission and the table's size."""

    mission: int
    svg: SafeString
    caption: str
    legend: tuple[LegendLine, ...]


@cache
def diagram(number: int) -> Diagram:
    """The set-up diagram of mission `number`. Raises KeyError for a number that no mission has."""
    plan = plans()[number]
    long_side, short_side = plan.mission.table
    return Diagram(
        number,
        _svg(plan),
        f"{plan.mission.name}: the table, {long_side}' × {short_side}', drawn to scale",
        tuple(_legend(plan)),
    )


def _svg(plan: Plan) -> SafeString:
    size = TEXT_SIZES[plan.mission.table[0]]
    room = size * 1.9
    number = plan.mission.number
    return format_html(
        '<svg class="dia dia-{}ft" viewBox="{} {} {} {}" role="img" aria-labelledby="dia-{}-t dia-{}-d">'
        '<title id="dia-{}-t">{}</title><desc id="dia-{}-d">{}</desc>'
        '<g font-family="Barlow Condensed" font-weight="600" font-size="{}" text-anchor="middle" fill="{}">'
        "{}</g></svg>",
        plan.mission.table[0],
        *(_short(value) for value in (-room, -room, plan.width + 2 * room, plan.height + 2 * room)),
        number,
        number,
        number,
        f"Set-up of {plan.mission.name}",
        number,
        _described(plan),
        _short(size),
        INK,
        _join(_drawn(plan, size)),
    )


def _described(plan: Plan) -> str:
    """The picture in sentences: where the edges are, then set-up and deployment."""
    at = {owner: " and ".join(e for e, o in plan.edges.items() if o == owner) for owner in EDGE_WORDS}
    where = "; ".join(f"{EDGE_WORDS[owner].lower()}: {edges}" for owner, edges in at.items() if edges)
    words = briefings()[plan.mission.number]
    notes = " ".join(note.text for note in (*words.setup, *words.deployment))
    return f"A table of {plan.mission.table[0]} by {plan.mission.table[1]} feet; {where}. {notes}"


def _drawn(plan: Plan, size: float) -> Iterator[SafeString]:
    yield _box(
        "dia-table",
        Box(0, 0, plan.width, plan.height),
        format_html('fill="{}" stroke="{}" stroke-width="5"', PAPER, INK),
    )
    yield from (_zone(zone) for zone in plan.zones)
    yield from (_limit(limit) for limit in plan.limits)
    if plan.mission.pairs:
        rocks = plan.obstacles
        yield from (_tie(a, b) for a, b in zip(rocks[::2], rocks[1::2], strict=True))
    yield from (_thing(thing) for thing in plan.things)
    yield from (_on_zone(zone, size) for zone in plan.zones if zone.label)
    yield from (_on_limit(limit, size) for limit in plan.limits if limit.label)
    yield from (_edge(plan, edge, owner, size) for edge, owner in plan.edges.items())
    yield from (_exit(plan, each, size) for each in plan.exits)
    yield _ruler(plan, size)


def _zone(zone: Zone) -> SafeString:
    """Outline and hatching of a zone; a dashed outline alone for the part that is not sure."""
    look = 'fill="none" stroke="{}" stroke-width="4"' + ("" if zone.sure else ' stroke-dasharray="16 10"')
    outline = format_html(look, INK)
    lines = "".join(_hatching(zone)) if zone.sure else ""
    return format_html(
        '<g class="dia-{}">{}<path d="{}" fill="none" stroke="{}" stroke-width="2"/></g>',
        zone.side,
        _shape(zone.shape, outline),
        lines or "M0 0",
        INK,
    )


def _hatching(zone: Zone) -> Iterator[str]:
    """Parallel lines over a zone: rising to the right for the active side, falling for the opposing one."""
    rising = zone.side == "active"
    for x1, y1, x2, y2 in (
        _disc_lines(zone.shape) if isinstance(zone.shape, Disc) else _box_lines(zone.shape, rising)
    ):
        yield f"M{_short(x1)} {_short(y1)}L{_short(x2)} {_short(y2)}"


def _box_lines(box: Box, rising: bool) -> Iterator[tuple[float, float, float, float]]:
    """Lines of 45° within a box, from its left end to its right one."""
    top, bottom = box.y, box.y + box.height
    offset = HATCH_GAP
    while offset < box.width + box.height:
        start, end = max(0.0, offset - box.height), min(box.width, offset)
        if rising:
            yield box.x + start, top + offset - start, box.x + end, top + offset - end
        else:
            yield box.x + start, bottom - offset + start, box.x + end, bottom - offset + end
        offset += HATCH_GAP


def _disc_lines(disc: Disc) -> Iterator[tuple[float, float, float, float]]:
    """Lines of 45° within a disc, falling to the right."""
    away = HATCH_GAP / sqrt(2) - disc.radius
    while away < disc.radius:
        half = sqrt(disc.radius**2 - away**2)
        x, y = disc.x + away / sqrt(2), disc.y - away / sqrt(2)
        yield x - half / sqrt(2), y - half / sqrt(2), x + half / sqrt(2), y + half / sqrt(2)
        away += HATCH_GAP / sqrt(2)


def _limit(limit: Limit) -> SafeString:
    drawn = _shape(
        limit.shape, format_html('fill="none" stroke="{}" stroke-width="3" stroke-dasharray="14 12"', INK)
    )
    return format_html('<g class="dia-limit">{}</g>', drawn)


def _shape(shape: Box | Disc, attributes: SafeString) -> SafeString:
    if isinstance(shape, Disc):
        values = (_short(shape.x), _short(shape.y), _short(shape.radius), attributes)
        return format_html('<circle cx="{}" cy="{}" r="{}" {}/>', *values)
    if not shape.width or not shape.height:
        ends = (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        return format_html('<path d="M{} {}L{} {}" {}/>', *map(_short, ends), attributes)
    return _box("", shape, attributes)


def _box(name: str, box: Box, attributes: SafeString) -> SafeString:
    return format_html(
        '<rect{} x="{}" y="{}" width="{}" height="{}" {}/>',
        format_html(' class="{}"', name) if name else "",
        *(_short(value) for value in (box.x, box.y, box.width, box.height)),
        attributes,
    )


def _thing(thing: Thing) -> SafeString:
    if thing.kind == "marker":
        return _marker(thing.x, thing.y)
    if thing.kind == "centre":
        return format_html(
            '<path class="dia-sign" d="M{} {}h60m-30 -30v60" fill="none" stroke="{}" stroke-width="7"/>',
            _short(thing.x - 30),
            _short(thing.y),
            INK,
        )
    return _rock(thing.x, thing.y, debris=thing.kind == "debris")


def _marker(x: float, y: float) -> SafeString:
    side = MARKER
    return format_html(
        '<path class="dia-marker" d="M{} {}l{} {}l-{} {}l-{} -{}Z" fill="{}" stroke="{}" stroke-width="5"/>',
        _short(x),
        _short(y - side),
        *(_short(side),) * 6,
        PAPER,
        INK,
    )


def _rock(x: float, y: float, *, debris: bool) -> SafeString:
    """An asteroid, or with a broken outline a debris cloud; turned by its place so that no two are alike."""
    turn = (x * 7 + y * 13) % 360 / 180 * pi
    corners = [
        (x + OBSTACLE * far * cos(turn + at * pi / 4), y + OBSTACLE * far * sin(turn + at * pi / 4))
        for at, far in enumerate(ROCK)
    ]
    path = "M" + "L".join(f"{_short(a)} {_short(b)}" for a, b in corners) + "Z"
    name, look = (
        ("dia-debris", format_html('fill="{}" stroke-dasharray="11 8"', PAPER))
        if debris
        else ("dia-rock", format_html('fill="{}"', PAPER))
    )
    return format_html('<path class="{}" d="{}" {} stroke="{}" stroke-width="4"/>', name, path, look, INK)


def _tie(a: Thing, b: Thing) -> SafeString:
    """Line that ties the two obstacles of a pair together."""
    return format_html(
        '<path class="dia-tie" d="M{} {}L{} {}" stroke="{}" stroke-width="5"/>',
        *(_short(value) for value in (a.x, a.y, b.x, b.y)),
        INK,
    )


def _on_zone(zone: Zone, size: float) -> SafeString:
    shape = zone.shape
    if isinstance(shape, Disc):
        return _label(shape.x, shape.y - shape.radius * 0.83, zone.label, size * 0.85)
    upright = shape.height > shape.width
    return _label(
        shape.x + shape.width / 2, shape.y + shape.height / 2, zone.label, size * 0.85, upright=upright
    )


def _on_limit(limit: Limit, size: float) -> SafeString:
    """The range of a dashed line, beside its middle."""
    shape = limit.shape
    if isinstance(shape, Disc):
        return _label(shape.x, shape.y - shape.radius, limit.label, size * 0.8)
    middle = shape.x + shape.width / 2, shape.y + shape.height / 2
    return _label(*middle, limit.label, size * 0.8, upright=not shape.width)


def _label(x: float, y: float, text: str, size: float, *, upright: bool = False) -> SafeString:
    """A text on a plate of its own, so that it can be read on hatching."""
    wide, tall = len(text) * size * 0.42 + size * 0.7, size * 1.3
    plate = _box(
        "dia-plate",
        Box(x - wide / 2, y - tall / 2, wide, tall),
        format_html('rx="{}" fill="{}"', _short(size * 0.3), PAPER),
    )
    return format_html(
        '<g{}>{}<text class="dia-text" x="{}" y="{}" font-size="{}">{}</text></g>',
        _turned(x, y) if upright else "",
        plate,
        _short(x),
        _short(y + size * 0.35),
        _short(size),
        text,
    )


def _edge(plan: Plan, edge: Edge, owner: Owner, size: float) -> SafeString:
    """An edge's name beside it, outside the table."""
    gap = size * 0.95
    x, y = {
        "top": (plan.width / 2, -gap),
        "bottom": (plan.width / 2, plan.height + gap),
        "left": (-gap, plan.height / 2),
        "right": (plan.width + gap, plan.height / 2),
    }[edge]
    return format_html(
        '<text class="dia-text dia-name-{}" x="{}" y="{}" fill="{}"{}>{}</text>',
        owner,
        _short(x),
        _short(y + size * 0.35),
        INK,
        _turned(x, y) if edge in ("left", "right") else "",
        EDGE_WORDS[owner],
    )


def _exit(plan: Plan, leaving: Exit, size: float) -> SafeString:
    """An arrow over the edge, near the end of its length."""
    x, y, turn = {
        "top": (plan.width * 0.87, 0.0, 0),
        "right": (plan.width, plan.height * 0.87, 90),
        "bottom": (plan.width * 0.87, plan.height, 180),
        "left": (0.0, plan.height * 0.87, 270),
    }[leaving.edge]
    return _arrow(x, y, turn, leaving, size)


def _arrow(x: float, y: float, turn: int, leaving: Exit, size: float) -> SafeString:
    """An arrow that points up before it is turned; the nominated ship's is filled, the others' are open."""
    head, wide = size * 1.5, size * 0.62
    tip = f"M0 {_short(-head)}l{_short(wide)} {_short(wide)}h{_short(-wide * 0.5)}"
    path = f"{tip}V{_short(size)}h{_short(-wide)}V{_short(wide - head)}h{_short(-wide * 0.5)}Z"
    return format_html(
        '<path class="dia-exit-{}{}" transform="translate({} {}) rotate({})" d="{}" fill="{}" stroke="{}" '
        'stroke-width="4" stroke-linejoin="round"/>',
        leaving.side,
        " dia-key" if leaving.key else "",
        _short(x),
        _short(y),
        turn,
        path,
        INK if leaving.key else PAPER,
        INK,
    )


def _ruler(plan: Plan, size: float) -> SafeString:
    """A range ruler below the table: three bands of 100 mm."""
    top, tall = plan.height + size * 0.5, size * 0.95
    bands = format_html_join(
        "",
        '{}<text class="dia-text" x="{}" y="{}" font-size="{}">{}</text>',
        (
            (
                _box(
                    "dia-ruler",
                    Box(at * BAND, top, BAND, tall),
                    format_html('fill="none" stroke="{}" stroke-width="3"', INK),
                ),
                _short((at + 0.5) * BAND),
                _short(top + tall * 0.76),
                _short(size * 0.75),
                at + 1,
            )
            for at in range(3)
        ),
    )
    return format_html("<g>{}</g>", bands)


def _legend(plan: Plan) -> Iterator[LegendLine]:
    sides: tuple[tuple[str, str], ...] = (
        ("active", "The active side deploys here"),
        ("opposing", "The opposing side deploys here"),
    )
    for side, text in sides:
        zone = Zone("active" if side == "active" else "opposing", Box(0, 0, 150, BAND), "")
        yield LegendLine(_swatch(_zone(zone)), text)
    if any(not zone.sure for zone in plan.zones):
        part = Zone("opposing", Box(0, 0, 150, BAND), "", sure=False)
        yield LegendLine(_swatch(_zone(part)), "Only beyond Range 3 of every active ship")
    yield LegendLine(_swatch(_rock(75, 50, debris=False)), "Asteroid, in an example place")
    if plan.mission.debris:
        yield LegendLine(_swatch(_rock(75, 50, debris=True)), "Debris cloud, in an example place")
    yield from _legend_of_special(plan)
    yield LegendLine(
        _swatch(
            _box(
                "dia-ruler",
                Box(25, 25, BAND, 50),
                format_html('fill="none" stroke="{}" stroke-width="6"', INK),
            )
        ),
        "One range band, 100 mm",
    )


def _legend_of_special(plan: Plan) -> Iterator[LegendLine]:
    mission = plan.mission
    if mission.markers:
        yield LegendLine(_swatch(_marker(75, 50)), "Marker, in an example place")
        line = Limit(Box(0, 50, 150, 0), "")
        yield LegendLine(_swatch(_limit(line)), "Markers stay inside: beyond Range 1 of every edge")
    if mission.number == 5:
        yield LegendLine(_swatch(_thing(Thing(75, 50, "centre"))), "Centre of the table")
        yield LegendLine(
            _swatch(_limit(Limit(Disc(75, 50, 45), ""))), "No obstacle within Range 2 of the centre"
        )
        yield LegendLine(_arrow_swatch(key=False), "Ships may withdraw here; the edges are one example")
    elif mission.markers:
        yield LegendLine(_arrow_swatch(key=False), "Active ships may withdraw here after three markers")
    if mission.key_ship:
        yield LegendLine(
            _arrow_swatch(key=True),
            f"The {mission.key_ship}’s ship leaves here"
            if mission.number != 7
            else "The Supply Ship leaves here",
        )


def _arrow_swatch(*, key: bool) -> SafeString:
    return _swatch(_arrow(75, 62, 0, Exit("top", "active", key), 38))


def _swatch(drawn: SafeString) -> SafeString:
    return format_html(
        '<svg class="dia dia-swatch" viewBox="-6 -6 162 112" aria-hidden="true">{}</svg>', drawn
    )


def _turned(x: float, y: float) -> SafeString:
    return format_html(' transform="rotate(-90 {} {})"', _short(x), _short(y))


def _short(value: float) -> str:
    """A figure with one decimal at most."""
    return f"{value:.1f}".removesuffix(".0")


def _join(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))
