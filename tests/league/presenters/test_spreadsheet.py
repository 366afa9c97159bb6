"""Tables that spreadsheets can open without running anything."""

from __future__ import annotations

import csv
import io

import pytest

from league.presenters.spreadsheet import csv_text


def cells(*row: object) -> list[str]:
    """A row as a reader of CSV gets it back."""
    text = csv_text(["a"] * len(row), [row])
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:], newline="")))[1]


def test_the_text_is_marked_quoted_and_ends_its_lines_as_agreed() -> None:
    assert csv_text(["fleet", "points"], [('Red, "old" Wing', 12)]) == (
        '\ufefffleet,points\r\n"Red, ""old"" Wing",12\r\n'
    )


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "＝", "＋", "－", "＠", " =", "\t=", "\r=", "\n@"])
def test_text_that_could_be_a_formula_is_only_text(sign: str) -> None:
    [cell] = cells(f"{sign}1+1")
    assert cell.startswith("'")


def test_numbers_stay_numbers_and_nothing_stays_empty() -> None:
    assert cells(-7, 0, None, True, False, "") == ["-7", "0", "", "yes", "no", ""]


def test_lines_and_control_signs_in_a_name_become_blanks() -> None:
    assert cells("Red\nWing\x00") == ["Red Wing "]


def test_signs_of_any_script_are_kept() -> None:
    assert cells("Ærøskøbing ☄ 艦隊") == ["Ærøskøbing ☄ 艦隊"]
