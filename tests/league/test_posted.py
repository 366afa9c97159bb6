"""Orders read from posted forms: every shape of a field, and what is said about anything else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from league.kernel.decision import Order
from league.kernel.numbers import LONGEST_NUMBER
from league.kernel.refusal import Unreadable
from league.posted import (
    LONGEST_WORD,
    known_order,
    optional_number,
    optional_numbers,
    read_number,
    read_order,
)


@dataclass(frozen=True, slots=True)
class Refit(Order):
    """An order with a field of every shape."""

    name: ClassVar[str] = "refit"
    fleet: int
    ship: int
    side: Literal["active", "opposing"]
    note: str
    squadron: int | None = None
    section: str = "whole"
    cards: tuple[int, ...] = ()
    upgrades: tuple[str, ...] = ()
    sure: bool = False
    munitions: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Exchange(Order):
    """Two numbers that are chosen together."""

    name: ClassVar[str] = "exchange"
    give: int
    take: int


LEAST = {"ship": "4", "side": "active"}


def read(query: str = "", **fields: Any) -> Refit:
    post = QueryDict(query, mutable=True)
    for name, value in {**LEAST, **fields}.items():
        post.setlist(name, value if isinstance(value, list) else [value])
    return read_order(Refit, post, fleet=7)


def refused(**fields: Any) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(**fields)
    return caught.value


def test_the_least_that_can_be_posted_leaves_every_default():
    assert read() == Refit(7, 4, "active", "")


def test_each_shape_is_read_as_its_field_says():
    words = {"note": "to the yard", "section": "aft", "upgrades": ["r2-d2", "ion"], "sure": "yes"}
    found = read(squadron="5", cards=["2", "9"], **words)
    assert found == Refit(7, 4, "active", "to the yard", 5, "aft", (2, 9), ("r2-d2", "ion"), True)


def test_values_in_the_address_are_not_taken_from_the_form():
    assert read(fleet="99").fleet == 7


def test_fields_that_the_order_does_not_know_are_passed_over():
    assert read(csrfmiddlewaretoken="x", seen="12", do="refit") == read()


@pytest.mark.parametrize("nowhere", ["inventory", ""])
def test_a_place_can_be_the_inventory(nowhere):
    assert read(squadron=nowhere).squadron is None


def test_a_blank_keeps_the_default_and_ticks_that_are_blank_do_not_count():
    found = read(section="", cards=["", "3"])
    assert (found.section, found.cards) == ("whole", (3,))


def test_of_two_inputs_of_one_name_the_last_that_is_filled_in_counts():
    assert read(ship=["4", "6", ""]).ship == 6


@pytest.mark.parametrize(
    ("typed", "sure"), [("yes", True), ("on", True), ("1", True), ("no", False), ("", False), ("0", False)]
)
def test_a_yes_is_a_yes_and_all_else_is_none(typed, sure):
    assert read(sure=typed).sure is sure


def test_a_mapping_is_read_from_one_input_for_each_key():
    found = read(**{"munitions-12": "seismic", "munitions-13": "", "munitions-8": ["", "proton"]})
    assert found.munitions == {12: "seismic", 8: "proton"}


def test_a_mapping_whose_key_is_no_number_is_refused():
    assert "has to be a whole number" in refused(**{"munitions-x": "seismic"}).message


def test_two_fields_that_are_chosen_together_come_from_one_input():
    assert read_order(Exchange, QueryDict("give:take=4:7")) == Exchange(4, 7)


@pytest.mark.parametrize("typed", ["4", "4:", ":7", "4:7:9", "a:b", ""])
def test_half_a_choice_is_refused(typed):
    with pytest.raises(Unreadable):
        read_order(Exchange, QueryDict(f"give:take={typed}"))


@pytest.mark.parametrize("typed", ["x", "4.0", "1e3", "٣", "--4", " ", "9" * (LONGEST_NUMBER + 1), "4 4"])
def test_a_value_that_is_no_number_is_quoted_back(typed):
    refusal = refused(ship=typed)
    assert (refusal.field, refusal.status) == ("ship", 422)
    assert refusal.message == f"The ship has to be a whole number, not “{typed[:40]}”."


def test_a_field_that_is_missing_is_asked_for_by_its_name():
    refusal = refused(ship="")
    assert (refusal.message, refusal.field) == ("Choose the ship.", "ship")


def test_a_question_says_itself_what_was_not_chosen():
    with pytest.raises(Unreadable, match="Choose a ship of yours") as caught:
        read_order(Exchange, QueryDict("take=7"), missing="Choose a ship of yours.")
    assert caught.value.field == "give"


def test_a_word_that_is_none_of_the_answers_is_refused_with_the_answers():
    refusal = refused(side="both")
    assert refusal.message == "The side has to be one of “active”, “opposing”."


@pytest.mark.parametrize("name", ["note", "section", "upgrades"])
def test_a_word_can_be_too_long(name):
    assert read(**{name: "x" * LONGEST_WORD})
    refusal = refused(**{name: "x" * (LONGEST_WORD + 1)})
    assert (refusal.code, refusal.field) == ("too_long", name)


def test_a_button_that_no_page_has_is_refused():
    assert known_order({"refit": Refit}, "refit") is Refit
    with pytest.raises(Unreadable, match="There is no such button"):
        known_order({"refit": Refit}, "explode")


def test_a_number_has_a_limit_where_one_is_given():
    assert read_number(" -12 ", "Damage", most=12) == -12
    with pytest.raises(Unreadable, match="Damage cannot be 13: write a number up to 12"):
        read_number("13", "Damage", most=12)


@pytest.mark.parametrize("text", ["", "x", "1.5", "½", "--3", "9" * (LONGEST_NUMBER + 1)])
def test_an_address_without_a_number_has_none(text):
    query = QueryDict(mutable=True)
    query["at"] = text
    assert optional_number(query, "at") is None and optional_number(query, "seat") is None
    query["at"] = "-7"
    assert optional_number(query, "at") == -7


def test_numbers_of_an_address_end_at_the_first_text_that_is_none():
    query = QueryDict("pick=3&pick=-1&pick=0&pick=x&pick=5")
    assert optional_numbers(query, "pick", 9) == (3, -1, 0)
    assert optional_numbers(query, "pick", 2) == (3, -1) and optional_numbers(query, "at", 9) == ()


@given(st.text(max_size=30), st.text(max_size=30), st.lists(st.text(max_size=12), max_size=4))
def test_every_post_becomes_an_order_or_a_sentence(ship, squadron, cards):
    try:
        found = read(ship=ship, squadron=squadron, cards=cards)
    except Unreadable as refusal:
        assert refusal.message.endswith(".")
    else:
        assert all(isinstance(each, int) for each in (found.ship, *found.cards))
