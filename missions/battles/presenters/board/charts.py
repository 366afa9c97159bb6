"""Charts: grids that the dice of an order fall on, drawn with the chance of each kind of cell."""

from __future__ import annotations

from fractions import Fraction

from django.utils.safestring import SafeString

from league.templatetags.admiralty import rule
from missions.battles.board.scene import TargetGrid
from missions.battles.presenters.board.fill import fill, fill_each
from missions.battles.presenters.board.odds import percent

CELL = 20
LEFT, TOP = 18, 18
"""Room for the names of rows and columns."""
SIGNS = {"hit": "#hx-cell-hit", "star": "#hx-cell-star"}
PLAIN = "miss"


def drawn(chart: TargetGrid | None) -> SafeString:
    """A chart as a picture with a line for each kind of cell; "" for none."""
    if chart is None:
        return SafeString("")
    wide, tall = len(chart.columns) * CELL, len(chart.rows) * CELL
    names = fill_each(
        '<text x="{}" y="13">{}</text>',
        ((LEFT + CELL * at + CELL // 2, name) for at, name in enumerate(chart.columns)),
    )
    rows = fill_each(
        '<text x="9" y="{}">{}</text>',
        ((TOP + CELL * at + 15, at + 1) for at in range(len(chart.rows))),
    )
    return fill(
        '<figure class="chart"><figcaption>{}</figcaption>'
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}"><path class="cells" d="{}"/>{}{}{}</svg>'
        "<ul>{}</ul></figure>",
        chart.title,
        LEFT + wide + 1,
        TOP + tall + 1,
        f"{chart.title}: {_counts(chart)}",
        _lines(len(chart.columns), len(chart.rows)),
        names,
        rows,
        _cells(chart),
        _kinds(chart),
    )


def _lines(columns: int, rows: int) -> str:
    across = "".join(f"M{LEFT} {TOP + CELL * row}h{CELL * columns}" for row in range(rows + 1))
    return across + "".join(f"M{LEFT + CELL * column} {TOP}v{CELL * rows}" for column in range(columns + 1))


def _cells(chart: TargetGrid) -> SafeString:
    """Every cell that is no miss."""
    return fill_each(
        '<use href="{}" x="{}" y="{}"/>',
        (
            (SIGNS[sign], LEFT + CELL * column + CELL // 2, TOP + CELL * row + CELL // 2)
            for row, cells in enumerate(chart.rows)
            for column, kind in enumerate(cells)
            if (sign := chart.kinds[kind].sign) != PLAIN
        ),
    )


def _count(chart: TargetGrid, kind: int) -> tuple[int, int]:
    """Cells of a kind, and all cells."""
    return sum(row.count(kind) for row in chart.rows), sum(map(len, chart.rows))


def _counts(chart: TargetGrid) -> str:
    found = (f"{_count(chart, at)[0]} cells: {kind.words}" for at, kind in enumerate(chart.kinds))
    return "; ".join(found)


def _kinds(chart: TargetGrid) -> SafeString:
    """A line for each kind of cell that the chart has: its number, its chance, and what it does."""
    rows = []
    for at, kind in enumerate(chart.kinds):
        count, whole = _count(chart, at)
        if count:
            cells = "cell" if count == 1 else "cells"
            rows.append(
                (kind.sign, f"{count} {cells}", percent(Fraction(count, whole)), kind.words, rule(kind.rule))
            )
    return fill_each(
        '<li><svg class="cell-sign" viewBox="-10 -10 20 20" aria-hidden="true"><use href="#hx-cell-{}"/>'
        "</svg> <span>{}, <b>{}</b>: {} {}</span></li>",
        rows,
    )
