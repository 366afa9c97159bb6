"""Finding cards: every filter alone, text without accents and punctuation, order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosters.catalogue import ShipCard, Side, Size, Slot, UpgradeCard, catalogue
from rosters.catalogue.search import CardFilter, Kind, Sort, find_cards, matches_text, plain

CARDS = catalogue()


def ids(wanted: CardFilter) -> list[str]:
    return [card.id for card in find_cards(CARDS, wanted)]


def test_an_empty_filter_finds_every_card_once() -> None:
    assert sorted(ids(CardFilter())) == sorted([*CARDS.ship_cards, *CARDS.upgrades])


@pytest.mark.parametrize("typed", ['"Zeb" Orrelios', "zeb orrelios", "ZÉB", "orrelios zeb", "zeborrelios"])
def test_accents_case_punctuation_and_word_order_do_not_matter(typed: str) -> None:
    assert ids(CardFilter(text=typed)) == [
        "rebel-attackshuttle-zeborrelios",
        "rebel-sheathipedeclassshuttle-zeborrelios",
        "rebel-tiefighter-zeborrelios",
        "zeborrelios",
    ]


@pytest.mark.parametrize("typed", ["x-wing", "X wing", "xwing"])
def test_a_hyphen_may_be_a_space_or_nothing(typed: str) -> None:
    assert matches_text(typed, "X-wing")
    assert matches_text(typed, "T-70 X-wing")
    assert not matches_text(typed, "Y-wing")


@pytest.mark.parametrize(("kind", "number"), [(Kind.ALL, 661), (Kind.SHIPS, 295), (Kind.UPGRADES, 366)])
def test_a_kind_brings_its_cards_alone(kind: Kind, number: int) -> None:
    assert len(ids(CardFilter(kind=kind))) == number


def test_without_a_wish_ships_come_in_reading_order_and_upgrades_after_them() -> None:
    assert ids(CardFilter()) == [*CARDS.ship_cards, *CARDS.upgrades]


def test_the_name_of_its_ship_finds_a_card() -> None:
    found = find_cards(CARDS, CardFilter(text="decimator", kind=Kind.SHIPS))
    assert {card.ship for card in found if isinstance(card, ShipCard)} == {"vt49decimator"}


def test_a_side_brings_its_ships_and_what_they_can_use() -> None:
    found = find_cards(CARDS, CardFilter(side=Side.SCUM))
    assert {card.side for card in found if isinstance(card, ShipCard)} == {Side.SCUM}
    upgrades = {card.id for card in found if isinstance(card, UpgradeCard)}
    assert {"r2astromech", "slavei", "bossk"} <= upgrades
    assert not {"chewbacca", "tiex1", "tantiveiv"} & upgrades


def test_a_ship_brings_its_cards_and_the_upgrades_made_for_it() -> None:
    assert ids(CardFilter(ship="aggressor")) == [
        "scum-aggressor-ig88a",
        "scum-aggressor-ig88b",
        "scum-aggressor-ig88c",
        "scum-aggressor-ig88d",
        "ig2000",
    ]


def test_a_slot_brings_ships_that_have_it_and_upgrades_that_fill_it() -> None:
    found = find_cards(CARDS, CardFilter(slot=Slot.ILLICIT))
    assert all(Slot.ILLICIT in card.slots for card in found if isinstance(card, ShipCard))
    assert {card.slot for card in found if isinstance(card, UpgradeCard)} == {Slot.ILLICIT}


def test_every_ship_has_a_title_and_a_modification_slot() -> None:
    assert len(ids(CardFilter(kind=Kind.SHIPS, slot=Slot.TITLE))) == len(CARDS.ship_cards)


def test_a_size_brings_ships_of_it_and_upgrades_for_it() -> None:
    found = find_cards(CARDS, CardFilter(size=Size.HUGE))
    assert len([card for card in found if isinstance(card, ShipCard)]) == 5
    assert "tantiveiv" in {card.id for card in found}
    assert "deadeye" not in {card.id for card in found}


def test_cost_bounds_are_inclusive() -> None:
    costs = {card.points for card in find_cards(CARDS, CardFilter(cost_from=12, cost_to=13))}
    assert costs == {12, 13}


def test_a_skill_bound_leaves_upgrades_out() -> None:
    found = find_cards(CARDS, CardFilter(skill_from=9))
    assert {card.skill for card in found if isinstance(card, ShipCard)} == {9}
    assert len(found) == 12


@pytest.mark.parametrize(("unique", "number"), [(True, 197 + 133), (False, 98 + 233)])
def test_unique_or_not(unique: bool, number: int) -> None:
    assert len(ids(CardFilter(unique=unique))) == number


@pytest.mark.parametrize(
    ("sort", "key"),
    [
        (Sort.NAME, lambda card: plain(card.name)),
        (Sort.CHEAP, lambda card: card.points),
        (Sort.DEAR, lambda card: -card.points),
        (Sort.SKILL, lambda card: -(card.skill or 0) if isinstance(card, ShipCard) else 1),
    ],
)
def test_every_order_sorts_by_what_it_says(sort: Sort, key: object) -> None:
    keys = [key(card) for card in find_cards(CARDS, CardFilter(sort=sort))]  # type: ignore[operator]
    assert keys == sorted(keys)


@given(st.text(max_size=30))
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert plain(plain(text)) == plain(text)


@given(st.sampled_from(sorted(CARDS.ship_cards)), st.integers(0, 10), st.integers(1, 12))
def test_any_part_of_a_name_finds_the_card(card_id: str, start: int, length: int) -> None:
    part = CARDS.ship_cards[card_id].name[start : start + length]
    assert card_id in ids(CardFilter(text=part))
