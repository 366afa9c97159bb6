"""Patterns are filled as Django fills them."""

import pytest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from missions.battles.presenters.board.fill import Filling, fill, fill_each, joined

VALUES: list[Filling] = ["plain", "<b>&\"'{}", SafeString("<i>kept</i>"), -3, True, ""]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_is_escaped_as_django_does(value: Filling):
    made = fill('<a title="{}">{}</a>', value, "<")
    assert made == format_html('<a title="{}">{}</a>', value, "<") and isinstance(made, SafeString)


def test_rows_stand_one_after_the_other():
    rows = [(value, number) for number, value in enumerate(VALUES)]
    made = fill_each("<li>{} {}", rows, " & ")
    assert made == format_html_join(" & ", "<li>{} {}", rows) and isinstance(made, SafeString)
    assert fill_each("<li>{}", []) == ""


def test_parts_are_joined_as_they_are():
    made = joined(fill("<p>{}</p>", text) for text in ("a<b", "c"))
    assert made == "<p>a&lt;b</p><p>c</p>" and isinstance(made, SafeString)
