"""Fleet value and points in hand over time, as a picture with its table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from league.charts import Series, line_chart

HEAD = ("After", "Fleet value", "Points in hand")

Step = tuple[int, int, int]
"""Round (0 for the start), fleet value, points in hand."""


def value_figure(name: str, steps: Sequence[Step]) -> SafeString:
    """The figure of one fleet as markup; empty before there is anything to draw."""
    return _figure(name, tuple(steps)) if steps else SafeString("")


@lru_cache(maxsize=256)
def _figure(name: str, steps: tuple[Step, ...]) -> SafeString:
    caption = f"Fleet value and points of {name}"
    names = [f"Round {number}" if number else "Start" for number, _, _ in steps]
    value = Series("Fleet value", [each for _, each, _ in steps], mine=True)
    points = Series("Points in hand", [each for _, _, each in steps])
    context = {
        "caption": caption,
        "svg": line_chart(caption, names, [value, points]),
        "head": HEAD,
        "rows": [(label, *figures) for label, (_, *figures) in zip(names, steps, strict=True)],
    }
    return render_to_string("components/figure.html", context)
