"""Line charts as SVG, made on the server. Every chart stands above a table with the same figures.

No meaning hangs on colour alone: the marker says the side, the dashes tell its fleets apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

# As narrow as a phone shows it, so that its text is not scaled down there.
WIDTH, HEIGHT = 380, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 130, 12, 26
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000)
LABEL_GAP = 15
STEP_GAP = 62
LABEL_LEFT = 18
LEADER_FROM = 4
DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 4 1 4")
# Sides differ by marker, the fleets of a side by dashes: a chart can be read in grey, too.
MARKERS = {
    "rebel": "M{x} {y}m-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0Z",
    "imperial": "M{x} {y}m-3.1 -3.1h6.2v6.2h-6.2Z",
    "scum": "M{x} {y}m0 -4.2l4.2 7.4h-8.4Z",
}
OTHER_MARKER = "M{x} {y}m0 -4.4l4.4 4.4l-4.4 4.4l-4.4 -4.4Z"
MARKERS_EXPLAINED = "Circles are rebel fleets, squares imperial ones, triangles scum."
LABEL_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Series:
    """One line: a value for each step along the bottom, None if there is none. `mine` is drawn strongly;
    `side` colours the others."""

    name: str
    values: Sequence[int | None]
    mine: bool = False
    side: str = ""


def _ticks(low: int, high: int) -> list[int]:
    step = next((each for each in STEPS if (high - low) / each <= 5), STEPS[-1])
    first = low // step * step
    ticks = [first]
    while ticks[-1] < high:
        ticks.append(ticks[-1] + step)
    return ticks if len(ticks) > 1 else [first, first + step]


def _label_places(wanted: Sequence[float]) -> list[float]:
    """Heights at which labels do not cover each other: together the least away from the wanted ones, each
    staying beside its line's end if there is room."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    blocks: list[tuple[float, int]] = []
    for rank, place in enumerate(order):
        middle, size = wanted[place] - rank * LABEL_GAP, 1
        while blocks and blocks[-1][0] > middle:
            other, count = blocks.pop()
            middle, size = (middle * size + other * count) / (size + count), size + count
        blocks.append((middle, size))
    lowest = HEIGHT - BOTTOM - (len(wanted) - 1) * LABEL_GAP
    flat = [min(max(middle, float(TOP)), lowest) for middle, size in blocks for _ in range(size)]
    found = [0.0] * len(wanted)
    for rank, place in enumerate(order):
        found[place] = flat[rank] + rank * LABEL_GAP
    return found


def _ranks(series: Sequence[Series]) -> list[int]:
    """Rank of each line on its side, from 0; the rank picks the dashes."""
    seen: Counter[str] = Counter()
    ranks = []
    for one in series:
        ranks.append(seen[one.side])
        seen[one.side] += 1
    return ranks


def line_chart(title: str, steps: Sequence[str], series: Sequence[Series]) -> SafeString:
    """A chart of some lines over named steps; an empty text when there is nothing to draw."""
    known = [value for one in series for value in one.values if value is not None]
    if not known or not steps:
        return SafeString("")
    ticks = _ticks(min(known), max(known))
    low, high = ticks[0], ticks[-1]
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(place: int) -> float:
        return LEFT + (wide / 2 if len(steps) == 1 else wide * place / (len(steps) - 1))

    def y(value: int) -> float:
        return TOP + tall * (high - value) / (high - low)

    drawn = [[(x(place), y(v)) for place, v in enumerate(one.values) if v is not None] for one in series]
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img"><title>{}</title>{}{}{}{}</svg>',
        WIDTH,
        HEIGHT,
        title,
        _grid(ticks, y),
        _bottom(steps, x),
        format_html_join(
            "",
            "{}",
            (
                (_line(one, points, rank),)
                for one, points, rank in zip(series, drawn, _ranks(series), strict=True)
            ),
        ),
        _labels(series, drawn),
    )


def _grid(ticks: Sequence[int], y: Callable[[int], float]) -> SafeString:
    return format_html_join(
        "",
        '<path class="chart-grid" d="M{} {}H{}"></path>'
        '<text class="chart-text" x="{}" y="{}" text-anchor="end">{}</text>',
        (
            (LEFT, f"{y(tick):.1f}", WIDTH - RIGHT, LEFT - 8, f"{y(tick) + 4:.1f}", f"{tick:,}")
            for tick in ticks
        ),
    )


def _bottom(steps: Sequence[str], x: Callable[[int], float]) -> SafeString:
    """The names of the steps, always the last one; of the others as many as stand clear of each other."""
    last = len(steps) - 1
    every = -(-STEP_GAP * last // (WIDTH - LEFT - RIGHT)) or 1
    return format_html_join(
        "",
        '<text class="chart-text" x="{}" y="{}" text-anchor="middle">{}</text>',
        (
            (f"{x(place):.1f}", HEIGHT - 8, name)
            for place, name in enumerate(steps)
            if place == last or (place % every == 0 and x(last) - x(place) >= STEP_GAP)
        ),
    )


def _line(one: Series, points: Sequence[tuple[float, float]], rank: int) -> SafeString:
    """A group of line and markers. Lines of others take their side's colour from the group. Once a side has
    used all dashes, its markers are hollow."""
    if not points:
        return SafeString("")
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    if one.mine:
        dots = format_html_join(
            "",
            '<circle class="chart-dot" cx="{}" cy="{}" r="{}"></circle>',
            ((f"{x:.1f}", f"{y:.1f}", 4) for x, y in points),
        )
        return format_html('<g><path class="chart-line" d="{}"></path>{}</g>', path, dots)
    shape = MARKERS.get(one.side, OTHER_MARKER)
    return format_html(
        '<g class="side-{}"><path d="{}" fill="none" stroke="currentColor" stroke-width="1.5"{}></path>'
        '<path d="{}" {} stroke="currentColor" stroke-width="1.2"></path></g>',
        one.side or "none",
        path,
        _dashes(rank),
        "".join(shape.format(x=f"{x:.1f}", y=f"{y:.1f}") for x, y in points),
        SafeString('class="chart-hollow"' if rank >= len(DASHES) else 'fill="currentColor"'),
    )


def _dashes(rank: int) -> SafeString:
    pattern = DASHES[rank % len(DASHES)]
    return format_html(' stroke-dasharray="{}"', pattern) if pattern else SafeString("")


def _labels(series: Sequence[Series], drawn: Sequence[Sequence[tuple[float, float]]]) -> SafeString:
    """The names at the ends of their lines; a thin leader if a name had to move away from its end."""
    shown = [(one, points[-1]) for one, points in zip(series, drawn, strict=True) if points]
    heights = _label_places([point[1] for _, point in shown])
    return format_html_join(
        "",
        '{}<text class="chart-text" x="{}" y="{}"{}>{}</text>',
        (
            (
                _leader(end, height),
                WIDTH - RIGHT + LABEL_LEFT,
                f"{height + 4:.1f}",
                _weight(one.mine),
                _short(one.name),
            )
            for (one, end), height in zip(shown, heights, strict=True)
        ),
    )


def _leader(end: tuple[float, float], height: float) -> SafeString:
    x, y = end
    near = WIDTH - RIGHT + LABEL_LEFT - 2
    if abs(height - y) < LEADER_FROM and near - x < 2 * LABEL_LEFT:
        return SafeString("")
    return format_html(
        '<path class="chart-grid" d="M{} {}L{} {}"></path>', f"{x + 5:.1f}", f"{y:.1f}", near, f"{height:.1f}"
    )


def _weight(strong: bool) -> SafeString:
    return SafeString(' font-weight="700"' if strong else "")


def _short(name: str) -> str:
    return name if len(name) <= LABEL_LENGTH else f"{name[: LABEL_LENGTH - 1].rstrip()}…"
