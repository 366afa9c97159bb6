"""Markup from a pattern and values, escaped.

A board has thousands of short values and is drawn with every order. Django's `format_html` also looks for
lazy translations in each of them, which took longer than all the rest of the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from django.utils.safestring import SafeString

Filling = str | int
AS_IT_IS = (SafeString, int)
"""Types that hold nothing to escape."""


def fill(pattern: str, *values: Filling) -> SafeString:
    """The pattern with each value in its place, escaped unless it is markup already, as by `format_html`."""
    return SafeString(pattern.format(*[_safe(value) for value in values]))


def fill_each(pattern: str, rows: Iterable[Iterable[Filling]], between: str = "") -> SafeString:
    """The filled patterns of all rows in one, as by `format_html_join`."""
    filled = pattern.format
    return SafeString(escape(between).join([filled(*[_safe(value) for value in row]) for row in rows]))


def _safe(value: Filling) -> Filling:
    return value if value.__class__ in AS_IT_IS else _escaped(str(value))


_escaped = lru_cache(maxsize=16_384)(escape)
"""Boards show the same words again and again."""


def joined(parts: Iterable[SafeString]) -> SafeString:
    """Parts of markup in one."""
    return fill_each("{}", ((part,) for part in parts))
