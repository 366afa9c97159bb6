"""A roster as figures: titles, stamps, squadron values, findings beside their things."""

from __future__ import annotations

import pytest

from league.rules.state import Profile
from rosters.presenters.roster.sheet import roster_sheet
from tests.rosters.rules.builders import a_fleet, with_ship, with_upgrade

PROFILE = Profile()
ROOKIE = "rebel-xwing-rookiepilot"


@pytest.mark.rule("CR-120")
def test_a_given_name_stands_before_the_cards_name():
    fleet = a_fleet()
    fleet.ships[with_ship(fleet, ROOKIE, rank="ELITE")].given_name = "Old Iron"
    (ship,) = roster_sheet(fleet, PROFILE).ships
    assert (ship.title, ship.skill) == ("“Old Iron”, Rookie Pilot", 5)


def test_stamps_stand_in_their_order():
    fleet = a_fleet()
    with_ship(fleet, "rebel-cr90corvette", rank="VET", damaged=["fore"], crippled=["aft"], mia=True)
    (ship,) = roster_sheet(fleet, PROFILE).ships
    assert ship.stamps == ("VET", "DAM", "CRPL", "MIA")


@pytest.mark.rule("CR-018")
def test_a_missing_ship_keeps_its_place_and_does_not_count():
    fleet = a_fleet()
    with_ship(fleet, ROOKIE, squadron=4)
    with_ship(fleet, ROOKIE, squadron=4, mia=True)
    (block,) = roster_sheet(fleet, PROFILE).squadrons
    assert (block.value, block.counting, len(block.ships)) == (21, 1, 2)


def test_findings_stand_with_the_ship_whose_card_they_are_about():
    fleet = a_fleet()
    ship = with_ship(fleet, ROOKIE)
    with_upgrade(fleet, "emperorpalpatine", ship)
    sheet = roster_sheet(fleet, PROFILE)
    assert sheet.ships[0].findings == sheet.errors
    assert sheet.errors


def test_one_line_says_how_the_fleet_is_doing():
    fleet = a_fleet(points=12)
    with_ship(fleet, ROOKIE, squadron=4, damaged=["whole"])
    with_ship(fleet, ROOKIE, squadron=4, mia=True)
    assert roster_sheet(fleet, PROFILE).summary == (
        "1 ship in 1 squadron, 1 ship missing, 1 damaged. 21 fleet value and 12 points in hand."
    )


def test_ships_in_the_inventory_are_counted_apart_from_those_in_squadrons():
    fleet = a_fleet(points=12)
    with_ship(fleet, ROOKIE, squadron=4)
    with_ship(fleet, ROOKIE)
    with_ship(fleet, ROOKIE, mia=True)
    sheet = roster_sheet(fleet, PROFILE)
    assert sheet.summary.startswith("1 ship in 1 squadron, 1 in the inventory, 1 ship missing.")
    assert (sheet.flying, len(sheet.missing)) == (2, 1)


def test_one_squadron_outside_its_limits_is_one_warning():
    fleet = a_fleet()
    for card, ships in ((2, 3), (3, 3), (4, 2)):
        for _ in range(ships):
            with_ship(fleet, ROOKIE, squadron=card)
    sheet = roster_sheet(fleet, PROFILE, "close")
    assert [each.code for each in sheet.all_findings] == [
        "squadron_struck",
        "squadron_too_small",
        "squadron_other_type",
    ]
    assert sheet.warned == 1


def test_a_line_that_is_kept_does_not_survive_a_change_of_its_ship():
    fleet = a_fleet()
    ship = with_ship(fleet, ROOKIE)
    first = roster_sheet(fleet, PROFILE).ships[0]
    assert roster_sheet(fleet, PROFILE).ships[0] is first
    upgrade = with_upgrade(fleet, "protontorpedoes", ship)
    assert [each.id for each in roster_sheet(fleet, PROFILE).ships[0].upgrades] == [upgrade]
    fleet.upgrades[upgrade].mia = True
    assert roster_sheet(fleet, PROFILE).ships[0].points == 21


def test_a_fleet_that_lasted_to_the_end_of_a_campaign_has_finished():
    fleet = a_fleet()
    fleet.standing = "ready"
    words = [roster_sheet(fleet, PROFILE, ended=ended).standing_word for ended in (False, True)]
    fleet.standing = "eliminated"
    assert [*words, roster_sheet(fleet, PROFILE, ended=True).standing_word] == [
        "Ready",
        "Finished",
        "Eliminated",
    ]
