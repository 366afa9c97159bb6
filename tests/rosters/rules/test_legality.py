"""Everything that is wrong with a fleet, by moment."""

import time

import pytest

from league.rules.state import Profile
from rosters.rules.legality import fleet_findings, standard_squadrons, to_fix
from tests.rosters.rules.builders import a_fleet, ships_of, with_ship, with_squadron, with_upgrade

PROFILE = Profile()
ROOKIE = "rebel-xwing-rookiepilot"


def found(fleet, moment):
    return [(each.code, each.rule, each.level, each.about) for each in fleet_findings(fleet, PROFILE, moment)]


def a_legal_fleet():
    fleet = a_fleet()
    for card in (2, 3):
        ships_of(fleet, ROOKIE, ROOKIE, ROOKIE, squadron=card)
    return fleet


@pytest.mark.parametrize("moment", ["draft", "start", "desk", "close"])
def test_a_legal_fleet_has_no_findings(moment):
    assert fleet_findings(a_legal_fleet(), PROFILE, moment) == []


@pytest.mark.rule("CR-016")
def test_a_new_fleet_needs_one_standard_squadron():
    fleet = a_fleet()
    ships_of(fleet, *[ROOKIE] * 6)
    assert found(fleet, "draft") == []
    assert found(fleet, "start") == [("no_standard", "CR-016", "error", "fleet")]


@pytest.mark.rule("CR-016")
def test_a_new_fleet_that_cannot_form_two_is_warned_only():
    fleet = a_fleet()
    ships_of(fleet, ROOKIE, ROOKIE, ROOKIE, squadron=2)
    assert found(fleet, "start") == [("two_standards_impossible", "CR-016", "warning", "fleet")]


@pytest.mark.rule("CR-023", "CR-016")
def test_two_recon_squadrons_are_no_standard_squadron():
    fleet = a_fleet()
    for card in (2, 3):
        with_squadron(fleet, card, "recon")
        ships_of(fleet, ROOKIE, ROOKIE, squadron=card)
    assert ("no_standard", "CR-016", "error", "fleet") in found(fleet, "start")


@pytest.mark.rule("CR-146")
def test_closing_needs_two_standard_squadrons_while_they_can_be_formed():
    fleet = a_legal_fleet()
    for ship in fleet.ships_in(3):
        ship.squadron = None
    del fleet.squadrons[3]
    assert found(fleet, "desk") == []
    assert found(fleet, "close") == [("standards_missing", "CR-146", "error", "fleet")]


@pytest.mark.rule("CR-150", "CR-019")
def test_closing_shows_what_is_struck_and_that_it_ends_the_campaign():
    fleet = a_legal_fleet()
    for number in (4, 5):
        fleet.ships[number].mia = True
    assert found(fleet, "close") == [
        ("squadron_struck", "CR-019", "warning", "squadron:3"),
        ("squadron_too_small", "CR-011", "warning", "squadron:3"),
        ("elimination", "CR-150", "warning", "fleet"),
    ]


@pytest.mark.rule("CR-019")
def test_at_the_desk_a_squadron_outside_its_limits_is_an_error():
    fleet = a_legal_fleet()
    fleet.ships[4].mia = True
    assert found(fleet, "desk")[0] == ("squadron_too_small", "CR-013", "error", "squadron:3")


def test_findings_stand_beside_their_subjects():
    fleet = a_legal_fleet()
    with_upgrade(fleet, "r2astromech", 1)
    with_upgrade(fleet, "r5astromech", 1)
    with_upgrade(fleet, "chardaanrefit")
    with_upgrade(fleet, "hansolo", with_ship(fleet, "rebel-yt2400-wildspacefringer"))
    with_ship(fleet, "rebel-yt1300-hansolo", squadron=2)
    with_ship(fleet, "imperial-tiefighter-academypilot")
    assert [(rule, about) for _, rule, _, about in found(fleet, "desk")] == [
        ("CR-033", "ship:1"),
        ("CR-030", "ship:13"),
        ("CR-041", "upgrade:9"),
        ("CR-035", "ship:12"),
        ("CR-035", "upgrade:11"),
    ]


@pytest.mark.rule("CR-010")
@pytest.mark.rule("CR-021")
def test_a_squadron_that_fits_no_type_counts_by_its_other_faults():
    fleet = a_fleet("imperial")
    ships_of(fleet, *["imperial-tiefighter-academypilot"] * 4, squadron=5)
    with_squadron(fleet, 5, "recon")
    found = fleet_findings(fleet, PROFILE, "draft")
    errors = [each for each in found if each.is_error]
    assert [each for each in errors if each not in to_fix(found)] == [
        each for each in errors if each.code == "squadron_no_type"
    ]
    assert 0 < len(to_fix(found)) < len(errors)


def test_a_squadron_has_a_card_from_two_to_ten():
    fleet = a_legal_fleet()
    ships_of(fleet, ROOKIE, ROOKIE, ROOKIE, squadron=11)
    assert found(fleet, "draft") == [("squadron_card", "CR-010", "error", "squadron:11")]


@pytest.mark.rule("CR-017")
def test_three_epic_squadrons_are_too_many():
    fleet = a_fleet()
    for card in (2, 3, 4):
        with_squadron(fleet, card, "epic")
        ships_of(fleet, *["rebel-yt2400-wildspacefringer"] * 4, squadron=card)
    assert [rule for _, rule, _, _ in found(fleet, "draft")] == ["CR-017"] * 3


def test_standard_squadrons_are_those_within_their_limits():
    fleet = a_legal_fleet()
    with_squadron(fleet, 4, "recon")
    assert standard_squadrons(fleet, PROFILE) == [2, 3]
    fleet.ships[1].mia = True
    assert standard_squadrons(fleet, PROFILE) == [3]


def a_big_fleet():
    """60 ships with two upgrades each, in nine squadrons and the inventory."""
    fleet = a_fleet()
    for number in range(60):
        card = 2 + number // 5 if number < 45 else None
        with_ship(fleet, ROOKIE, ["r2astromech", "guidancechips"], card)
    return fleet


def test_sixty_ships_are_judged_in_a_moment():
    fleet = a_big_fleet()
    fleet_findings(fleet, PROFILE, "desk")
    started = time.process_time()
    for _ in range(5):
        assert fleet_findings(fleet, PROFILE, "desk") == []
    assert (time.process_time() - started) / 5 < 0.2
