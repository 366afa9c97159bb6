"""The report of a big game: each squadron is one line, which says what happened to the ships behind it."""

import re

import pytest

from missions.presenters.report import form
from tests.missions.tables import page
from tests.missions.views.test_report_step import first, send_line


@pytest.fixture
def big(drawn, monkeypatch):
    """A game of two squadrons whose ships are too many to show at once."""
    monkeypatch.setattr(form, "UNFOLDED", len(drawn.game.ships) - 1)
    return drawn


def folds(text):
    """The words of each squadron's line, without markup."""
    found = re.findall(r'<span class="squadron-state".*?</span>(?= ?</summary>)', text)
    return [" ".join(re.sub("<[^>]*>", " ", each).split()) for each in found]


def answer_of(table, **fields: str):
    return " ".join(send_line(table, table.active, first(table), **fields).content.decode().split())


def test_a_squadron_of_a_big_game_is_one_line_that_says_all(big):
    text = page(big.active, f"{big.url}report/")
    assert folds(text) == ["all survived unhurt"] * 2
    assert "unless you open its squadron and then the ship" in text
    ship = first(big)
    hull = ship.hulls["whole"]
    send_line(big, big.active, ship, fate="survived", whole_damage="1")
    name = f"{ship.name} (number 1 of 4)"
    said = f"{name} survived, 1 damage to the hull, {hull - 1} of {hull} left 3 survived unhurt"
    assert folds(page(big.active, f"{big.url}report/")) == [said, "all survived unhurt"]


def test_the_line_of_a_squadron_follows_each_ship_that_is_saved(big):
    answer = answer_of(big, fate="destroyed")
    squadron = f'id="squadron-active-{first(big).squadron}" aria-live="polite" hx-swap-oob="true"'
    assert squadron in answer
    assert "destroyed" in answer and "3 survived unhurt" in answer
    assert "all survived unhurt" in answer_of(big, fate="survived")


def words_of_state(answer):
    return " ".join(re.sub("<[^>]*>", " ", answer.partition('class="squadron-state"')[2]).split())


def test_the_line_of_a_squadron_names_a_ship_with_a_fault(big):
    words = words_of_state(answer_of(big, fate="survived", whole_damage="9"))
    assert "to be corrected , survived, 9 damage" in words and words.endswith("3 survived unhurt")


def test_the_line_of_a_squadron_says_what_is_saved_and_that_something_is_not(big):
    assert words_of_state(answer_of(big, fate="eaten")).endswith("all survived unhurt")
    assert page(big.active, f"{big.url}report/").count("Not all is saved. Open the squadron.") == 2


def test_a_squadron_is_open_beside_a_fault_and_closed_otherwise(big):
    assert page(big.active, f"{big.url}report/").count('report-squadron" name="report-squadrons"') == 2
    ship = first(big)
    answer = big.press(big.active, "report", do="submit", **{f"s{ship.id}-fate": "survived"})
    text = " ".join(answer.content.decode().split())
    assert answer.status_code == 422
    assert text.count('report-squadron" open') == 2


def test_an_organiser_who_settles_sees_every_ship(big):
    big.report()
    assert "report-squadron" not in page(big.organiser, f"{big.url}settle/")


def test_the_ships_of_a_small_game_are_not_folded(drawn):
    assert "report-squadron" not in page(drawn.active, f"{drawn.url}report/")
    assert "squadron-state" not in answer_of(drawn, fate="destroyed")
