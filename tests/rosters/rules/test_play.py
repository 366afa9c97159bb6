"""Figures for the table."""

import pytest

from rosters.catalogue import catalogue
from rosters.rules.play import damaged_start_cards, effective_skill, hull, shields
from tests.rosters.rules.builders import a_fleet, with_ship


@pytest.mark.rule("CR-120")
@pytest.mark.parametrize(("rank", "skill"), [("", 2), ("EXP", 3), ("VET", 4), ("ELITE", 5)])
def test_status_of_a_pilot_without_the_mark(rank, skill):
    fleet = a_fleet()
    assert effective_skill(fleet, with_ship(fleet, "rebel-xwing-rookiepilot", rank=rank)) == skill


@pytest.mark.rule("CR-120")
@pytest.mark.parametrize(("rank", "skill"), [("", 9), ("EXP", 9), ("VET", 10)])
def test_status_of_a_unique_pilot(rank, skill):
    fleet = a_fleet()
    assert effective_skill(fleet, with_ship(fleet, "rebel-xwing-wedgeantilles", rank=rank)) == skill


@pytest.mark.rule("CR-120")
def test_cards_that_raise_skill_add_to_it_and_two_sided_ones_do_not():
    fleet = a_fleet()
    wedge = with_ship(fleet, "rebel-xwing-wedgeantilles", ["veteraninstincts"])
    luke = with_ship(fleet, "rebel-xwing-lukeskywalker", ["adaptability"])
    assert (effective_skill(fleet, wedge), effective_skill(fleet, luke)) == (11, 8)


@pytest.mark.rule("CR-120", "CR-042")
def test_a_huge_ship_is_a_pilot_too():
    fleet = a_fleet()
    assert effective_skill(fleet, with_ship(fleet, "rebel-cr90corvette", rank="EXP")) == 5


def test_a_card_without_skill_has_none():
    fleet = a_fleet("scum")
    skill_less = [card.id for card in catalogue().ship_cards.values() if card.skill is None]
    assert [effective_skill(fleet, with_ship(fleet, card)) for card in skill_less] == [None]


@pytest.mark.rule("CR-112")
def test_hull_and_shields_include_what_upgrades_add():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot", ["renegaderefit", "hullupgrade", "shieldupgrade"])
    assert (hull(fleet, ship), shields(fleet, ship)) == (4, 3)


@pytest.mark.rule("CR-112", "CR-042")
def test_sections_have_their_own_hull_and_a_crippled_one_has_none():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-cr90corvette")
    assert (hull(fleet, ship), hull(fleet, ship, "fore"), hull(fleet, ship, "aft")) == (16, 8, 8)
    assert (shields(fleet, ship, "fore"), shields(fleet, ship, "aft")) == (5, 3)
    fleet.ships[ship].crippled = ["fore"]
    assert (hull(fleet, ship), hull(fleet, ship, "fore"), shields(fleet, ship)) == (8, 0, 3)


@pytest.mark.rule("CR-112", "CR-042")
def test_an_upgrade_of_a_section_changes_that_section():
    fleet = a_fleet("imperial")
    ship = with_ship(
        fleet, "imperial-raiderclasscorvette", [("shieldupgrade", "fore"), ("hullupgrade", "aft")]
    )
    assert (shields(fleet, ship, "fore"), shields(fleet, ship, "aft")) == (7, 4)
    assert (hull(fleet, ship, "fore"), hull(fleet, ship, "aft"), hull(fleet, ship)) == (8, 9, 17)


@pytest.mark.rule("CR-112")
@pytest.mark.parametrize(("points", "cards"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (8, 4)])
def test_a_damaged_ship_starts_with_half_its_hull_in_cards(points, cards):
    assert damaged_start_cards(points) == cards
