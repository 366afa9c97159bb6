"""Fleet value and points in hand over time, as a picture with its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from league.charts import Series, line_chart
from rosters.models import ValuePoint

HEAD = ("After", "Fleet value", "Points in hand")


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart and the same figures as a table."""

    caption: str
    svg: SafeString
    head: tuple[str, ...]
    rows: tuple[tuple[str, int, int], ...]


def value_figure(name: str, points: Sequence[ValuePoint], ordinals: Mapping[int, int]) -> Figure | None:
    """The figure of one fleet; None before there is anything to draw."""
    if not points:
        return None
    steps = [_step(each.round, ordinals) for each in points]
    caption = f"Fleet value and points of {name}"
    svg = line_chart(
        caption,
        steps,
        [
            Series("Fleet value", [each.value for each in points], mine=True),
            Series("Points in hand", [each.points for each in points]),
        ],
    )
    rows = tuple((step, each.value, each.points) for step, each in zip(steps, points, strict=True))
    return Figure(caption, svg, HEAD, rows)


def _step(number: int | None, ordinals: Mapping[int, int]) -> str:
    return f"Round {ordinals.get(number, number)}" if number else "Start"
