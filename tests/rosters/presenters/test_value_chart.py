"""Fleet value over time, as a picture with its table."""

from __future__ import annotations

from rosters.presenters.value_chart import value_figure


def test_before_the_start_there_is_nothing_to_draw():
    assert value_figure("Red Wing", []) == ""


def test_the_table_has_every_figure_of_the_picture():
    drawn = value_figure("Red Wing", [(0, 340, 10), (1, 352, 41)])
    assert "<svg" in drawn
    for cell in ("Start", "Round 1", "340", "352", "10", "41"):
        assert f">{cell}</td>" in drawn


def test_names_are_escaped():
    assert "<b>" not in value_figure("<b>Wing", [(0, 1, 1)])
