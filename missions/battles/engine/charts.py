"""Figures as a picture: bars with their intervals, as one SVG that stands alone and reads in print.

Fills differ in pattern as well as in colour, every bar carries its figure, and nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap
from xml.sax.saxutils import escape

from missions.battles.engine.simulation import Row

WIDTH, LEFT, BAR, STEP, TOP = 760, 240, 22, 38, 72
LINE_HEIGHT, LETTERS = 16, 110
SPAN = WIDTH - LEFT - 120
INK, SOFT, LINE, PAPER, ACCENT = "#1B2336", "#55607A", "#D9D3C4", "#FFFFFF", "#8A5A00"
FILLS = ("#A63C14", "#2B4C8C", "#767F93")
"""First side, second side, neither."""
FONT = "Inter, Helvetica, Arial, sans-serif"


def picture(title: str, caption: str, figures: Sequence[Row], sides: Sequence[str], losses: str) -> str:
    """The shares among the figures as an SVG; `caption` says what was played and how often, `sides` are what
    the rows call the two, `losses` heads the losses.
    """
    headings = {"result": "How battles end", "losses": losses}
    drawn = [row for row in figures if row.kind == "part"]
    parts: list[str] = []
    lines = wrap(caption, LETTERS)
    y = TOP + LINE_HEIGHT * len(lines)
    for group, rows in groupby(drawn, key=lambda row: row.group):
        parts.append(_text(24, y, headings.get(group, group), 15, INK, "600"))
        y += 16
        top = y
        bars: list[str] = []
        for row in rows:
            bars += _bar(row, y, _side(row, sides))
            y += STEP
        parts += [*_scale(top, y), *bars]
        y += 48
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}" '
        f'role="img" aria-labelledby="title desc" font-family="{FONT}">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(_description(caption, drawn))}</desc>',
        *_patterns(),
        f'<rect width="{WIDTH}" height="{y}" fill="{PAPER}"/>',
        f'<rect width="{WIDTH}" height="6" fill="{ACCENT}"/>',
        _text(24, 40, title, 20, INK, "700"),
        *(_text(24, 62 + LINE_HEIGHT * at, line, 12, SOFT) for at, line in enumerate(lines)),
    ]
    note = "Thin lines: the range that holds the true value 95 times in 100."
    return "\n".join([*head, *parts, _text(24, y - 14, note, 11, SOFT), "</svg>"]) + "\n"


def _description(caption: str, figures: Sequence[Row]) -> str:
    """The picture in a sentence, for those who cannot see it."""
    return caption + " " + "; ".join(f"{_label(row)} {_percent(row)}" for row in figures) + "."


def _label(row: Row) -> str:
    return row.name if row.group == "result" or not row.side else f"{row.name}, {row.side}"


def _percent(row: Row) -> str:
    found = row.estimate
    return f"{100 * found.value:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f})"


def _patterns() -> list[str]:
    """The first side is hatched, the second is solid, a draw is dotted."""
    return [
        "<defs>",
        '<pattern id="first" width="6" height="6" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><rect width="6" height="6" fill="{FILLS[0]}"/>'
        f'<rect width="2" height="6" fill="{PAPER}" fill-opacity=".55"/></pattern>',
        '<pattern id="none" width="6" height="6" patternUnits="userSpaceOnUse">'
        f'<rect width="6" height="6" fill="{PAPER}"/><circle cx="3" cy="3" r="1.6" fill="{FILLS[2]}"/>'
        "</pattern>",
        "</defs>",
    ]


def _scale(top: int, bottom: int) -> list[str]:
    """A line every quarter, labelled below."""
    parts = []
    for quarter in range(5):
        x = LEFT + SPAN * quarter // 4
        parts.append(f'<path d="M{x} {top - 4}V{bottom}" stroke="{LINE}"/>')
        parts.append(_text(x, bottom + 14, f"{25 * quarter} %", 11, SOFT, anchor="middle"))
    return parts


def _side(row: Row, sides: Sequence[str]) -> int:
    """The number of the side that a row is about; 2 for neither."""
    return sides.index(row.side) if row.side in sides else 2


def _bar(row: Row, y: int, side: int) -> list[str]:
    found = row.estimate
    fill = ("url(#first)", FILLS[1], "url(#none)")[side]
    stroke = FILLS[side]
    end, low, high = (round(LEFT + SPAN * value, 1) for value in (found.value, found.low, found.high))
    middle = y + BAR / 2
    return [
        _text(LEFT - 12, y + 16, _label(row), 13, INK, anchor="end"),
        f'<rect x="{LEFT}" y="{y}" width="{round(end - LEFT, 1)}" height="{BAR}" fill="{fill}" '
        f'stroke="{stroke}"/>',
        f'<path d="M{low} {middle}H{high}M{low} {middle - 5}v10M{high} {middle - 5}v10" stroke="{PAPER}" '
        'stroke-width="4" fill="none"/>',
        f'<path d="M{low} {middle}H{high}M{low} {middle - 5}v10M{high} {middle - 5}v10" stroke="{INK}" '
        'stroke-width="1.5" fill="none"/>',
        _text(LEFT + SPAN + 14, y + 16, _percent(row), 12, INK),
    ]


def _text(
    x: float, y: float, words: str, size: int, fill: str, weight: str = "400", anchor: str = "start"
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )
