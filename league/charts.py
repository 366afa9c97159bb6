"""Line charts as SVG, made on the server. Every chart stands above a table with the same figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDTH, HEIGHT = 440, 260
LEFT, RIGHT, TOP, BOTTOM = 40, 112, 12, 26
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000)
LABEL_GAP = 14
LABEL_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Series:
    """One line: a value for each step along the bottom, None where there is none. `mine` is drawn strongly;
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
    """Heights close to the wanted ones at which labels do not cover each other."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    found = list(wanted)
    last = float("-inf")
    for place in order:
        found[place] = max(wanted[place], last + LABEL_GAP)
        last = found[place]
    over = max(0.0, last - (HEIGHT - BOTTOM)) if found else 0.0
    return [each - over for each in found]


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
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}{}</svg>',
        WIDTH,
        HEIGHT,
        title,
        _grid(ticks, y),
        _bottom(steps, x),
        format_html_join(
            "", "{}", ((_line(one, points),) for one, points in zip(series, drawn, strict=True))
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
    every = max(1, -(-len(steps) // 5))
    return format_html_join(
        "",
        '<text class="chart-text" x="{}" y="{}" text-anchor="middle">{}</text>',
        (
            (f"{x(place):.1f}", HEIGHT - 8, name)
            for place, name in enumerate(steps)
            if place % every == 0 or place == len(steps) - 1
        ),
    )


def _line(one: Series, points: Sequence[tuple[float, float]]) -> SafeString:
    """A group of line and dots; lines of others take their side's colour from the group."""
    if not points:
        return SafeString("")
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dots = format_html_join(
        "",
        '<circle cx="{}" cy="{}" r="{}" fill="currentColor"></circle>',
        ((f"{x:.1f}", f"{y:.1f}", 3) for x, y in points),
    )
    if one.mine:
        dots = format_html_join(
            "",
            '<circle class="chart-dot" cx="{}" cy="{}" r="{}"></circle>',
            ((f"{x:.1f}", f"{y:.1f}", 4) for x, y in points),
        )
        return format_html('<g><path class="chart-line" d="{}"></path>{}</g>', path, dots)
    return format_html(
        '<g class="side-{}"><path d="{}" fill="none" stroke="currentColor" stroke-width="1.5"></path>{}</g>',
        one.side or "none",
        path,
        dots,
    )


def _labels(series: Sequence[Series], drawn: Sequence[Sequence[tuple[float, float]]]) -> SafeString:
    shown = [(one, points[-1]) for one, points in zip(series, drawn, strict=True) if points]
    heights = _label_places([point[1] for _, point in shown])
    return format_html_join(
        "",
        '<text class="chart-text" x="{}" y="{}"{}>{}</text>',
        (
            (WIDTH - RIGHT + 10, f"{height + 4:.1f}", _weight(one.mine), _short(one.name))
            for (one, _), height in zip(shown, heights, strict=True)
        ),
    )


def _weight(strong: bool) -> SafeString:
    return SafeString(' font-weight="700"' if strong else "")


def _short(name: str) -> str:
    return name if len(name) <= LABEL_LENGTH else f"{name[: LABEL_LENGTH - 1].rstrip()}…"
