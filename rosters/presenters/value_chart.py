"""Fleet value and points in hand over time, as a picture with its table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from league.charts import Series, line_chart
from rosters.selectors.fleets import ValueStep

HEAD = ("After", "Fleet value", "Points in hand")


def value_figure(name: str, steps: Sequence[ValueStep]) -> SafeString:
    """The figure of one fleet as markup; empty before there is anything to draw."""
    return _figure(name, tuple(steps)) if steps else SafeString("")


@lru_cache(maxsize=256)
def _figure(name: str, steps: tuple[ValueStep, ...]) -> SafeString:
    caption = f"Fleet value and points of {name}"
    names = [f"Round {step.round}" if step.round else "Start" for step in steps]
    value = Series("Fleet value", [step.value for step in steps], mine=True)
    points = Series("Points in hand", [step.points for step in steps])
    context = {
        "caption": caption,
        "svg": line_chart(caption, names, [value, points]),
        "head": HEAD,
        "rows": [(label, step.value, step.points) for label, step in zip(names, steps, strict=True)],
    }
    return render_to_string("components/figure.html", context)
