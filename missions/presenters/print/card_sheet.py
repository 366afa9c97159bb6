"""The geometry of a sheet of nine playing cards: where they stand, cut marks around them, and their back.

Marks and backs are decoration: they stand behind the page as pictures, where no reader of tags meets them.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

COLUMNS, ROWS = 3, 3
CARD = (63.0, 88.0)  # millimetres
PAPER = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARK = 5.0  # length of a cut mark
AWAY = 1.0  # from the cards


def backs_of(count: int) -> tuple[bool, ...]:
    """Places of backs that meet the first `count` cards when the paper is turned over its long edge: for
    each of the nine places, whether there is one."""
    return tuple(
        row * COLUMNS + (COLUMNS - 1 - column) < count for row in range(ROWS) for column in range(COLUMNS)
    )


def cut_marks(paper: str) -> SafeString:
    """Marks around the nine cards of a page, in the margins only: nothing is left on a card."""
    width, height = PAPER[paper]
    return format_html(
        '<svg viewBox="0 0 {} {}" width="{}mm" height="{}mm">{}</svg>',
        width,
        height,
        width,
        height,
        format_html_join(
            "",
            '<path d="M{} {}L{} {}" stroke="#000" stroke-width=".2"/>',
            (tuple(f"{value:.2f}" for value in line) for line in mark_lines(paper)),
        ),
    )


def mark_lines(paper: str) -> Iterator[tuple[float, float, float, float]]:
    """The cut marks as lines (x, y, x, y) in millimetres."""
    width, height = PAPER[paper]
    left, top = corner(paper)
    right, bottom = width - left, height - top
    for column in range(COLUMNS + 1):
        x = left + column * CARD[0]
        yield x, top - AWAY - MARK, x, top - AWAY
        yield x, bottom + AWAY, x, bottom + AWAY + MARK
    for row in range(ROWS + 1):
        y = top + row * CARD[1]
        yield left - AWAY - MARK, y, left - AWAY, y
        yield right + AWAY, y, right + AWAY + MARK, y


def corner(paper: str) -> tuple[float, float]:
    """Corner of the first card: the nine cards are centred on the page, so that backs fit fronts."""
    width, height = PAPER[paper]
    return (width - COLUMNS * CARD[0]) / 2, (height - ROWS * CARD[1]) / 2


def card_back() -> SafeString:
    """The back of all cards as SVG: a lattice with a star. Turned by half it is the same."""
    width, height = CARD
    inset, step = 6.0, 5.1
    low, high = 2 * inset - height, width - 2 * inset
    middle = (width - height) / 2
    offsets = [middle + step * at for at in range(-30, 31) if low < middle + step * at < high]
    falling = [_clipped(offset, inset) for offset in offsets]
    rising = [(width - x1, y1, width - x2, y2) for x1, y1, x2, y2 in falling]
    lattice = "".join(f"M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}" for x1, y1, x2, y2 in (*falling, *rising))
    corners = [
        (width / 2 + far * cos(at * pi / 8), height / 2 + far * sin(at * pi / 8))
        for at, far in enumerate((15.0, 5.0, 9.0, 5.0) * 4)
    ]
    star = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in corners) + "Z"
    return format_html(
        '<svg viewBox="0 0 63 88" width="63mm" height="88mm">'
        '<rect x="4" y="4" width="55" height="80" rx="3" fill="none" stroke="#000" stroke-width=".7"/>'
        '<path d="{}" fill="none" stroke="#000" stroke-width=".2"/>'
        '<path d="{}" fill="#fff" stroke="#000" stroke-width=".7" stroke-linejoin="round"/>'
        '<circle cx="31.5" cy="44" r="2" fill="#000"/></svg>',
        lattice,
        star,
    )


def _clipped(offset: float, inset: float) -> tuple[float, float, float, float]:
    """The part of the line y = x - offset that lies within the card's frame."""
    left, right = inset, CARD[0] - inset
    top, bottom = inset, CARD[1] - inset
    start, end = max(left, top + offset), min(right, bottom + offset)
    return start, start - offset, end, end - offset
