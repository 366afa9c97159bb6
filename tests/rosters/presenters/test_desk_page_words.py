"""The desk as a page: recoveries taken apart, candidates, and what closing would do."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from league.rules.state import Profile
from rosters.presenters.desk_page import DeskPage, desk_page
from rosters.presenters.repairs import Done, done_since, told_once
from rosters.rules import events as ev
from rosters.rules.state import Desk, FleetState
from tests.rosters.rules.builders import a_fleet, with_ship, with_squadron

ROOKIE = "rebel-xwing-rookiepilot"


def shown(fleet: FleetState, profile: Profile | None = None) -> DeskPage:
    fleet.standing = "desk"
    fleet.desk = fleet.desk or Desk(900, 800, 700)
    return desk_page(msgspec.json.encode(fleet).decode(), profile or Profile())


def two_standards(fleet: FleetState) -> None:
    for card in (2, 3):
        for _ in range(3):
            with_ship(fleet, ROOKIE, squadron=card)


@pytest.mark.rule("CR-142")
@pytest.mark.rule("CR-004")
def test_a_recovery_is_the_half_of_ship_and_upgrades_together():
    fleet = a_fleet()
    with_ship(fleet, "rebel-xwing-lukeskywalker", ["r2d2", "protontorpedoes"], mia=True)
    (recovery,) = shown(fleet).recoveries
    assert recovery.priced.parts == (("Luke Skywalker", 28), ("R2-D2", 4), ("Proton Torpedoes", 4))
    assert (recovery.priced.total, recovery.priced.price, recovery.field) == (36, 18, "ship")


@pytest.mark.rule("CR-141")
def test_a_ship_that_was_just_recovered_is_promoted_later():
    fleet = a_fleet()
    ship = with_ship(fleet, ROOKIE, rank="VET")
    fleet.desk, fleet.ships[ship].recovered_in = Desk(900, 800), 900
    (candidate,) = shown(fleet).promotable
    assert candidate.note == "recovered in these repairs; the promotion can follow in the next ones"


@pytest.mark.rule("CR-120")
def test_elite_pilots_are_there_to_be_named():
    fleet = a_fleet()
    with_ship(fleet, ROOKIE, rank="ELITE")
    assert [each.name for each in shown(fleet).elites] == ["Rookie Pilot (X-wing)"]


@pytest.mark.rule("CR-141")
def test_pilots_of_one_name_are_told_apart_by_their_squadrons():
    fleet = a_fleet()
    for card in (None, 4, 3):
        with_ship(fleet, ROOKIE, rank="EXP", squadron=card)
    assert [each.place for each in shown(fleet).promotable] == ["Squadron 3", "Squadron 4", "Inventory"]


def test_a_phase_in_short_counts_equal_things_and_leaves_organisers_points_out():
    bought = [ev.ShipBought(1, number, ROOKIE, "Rookie Pilot (X-wing)", 21) for number in (7, 8)]
    paid = [ev.PointsChanged(1, -21, "CR-001", "A ship") for _ in bought]
    given = ev.PointsChanged(1, 50, "", "A gift", reason="A late game")
    moved = ev.ShipMoved(1, 7, "Rookie Pilot (X-wing)", None, 2)
    other = ev.CrippledMarked(1, 9, "Raider", ("fore",), "CR-117")
    assert done_since([*bought, *paid, given, moved, other]) == Done(
        (("Bought", "2 × Rookie Pilot (X-wing)"), ("Arranged", "1 ship moved")), 42
    )


@pytest.mark.rule("CR-145")
def test_a_fleet_in_order_closes_quietly():
    fleet = a_fleet()
    two_standards(fleet)
    assert shown(fleet).ending.quiet


@pytest.mark.rule("CR-019")
def test_squadrons_outside_their_limits_are_named():
    fleet = a_fleet()
    two_standards(fleet)
    with_squadron(fleet, 9, "recon")
    ending = shown(fleet).ending
    assert (ending.struck, ending.quiet, ending.refused) == ((9,), False, False)
    assert ending.button == "Close and disband squadron 9"
    both = replace(ending, struck=(3, 9), parked=("R2-D2",))
    assert both.button == "Close, disband squadrons 3 and 9 and put 1 card into the inventory"
    assert replace(ending, struck=(), parked=("R2-D2",)).button == "Close and put 1 card into the inventory"


@pytest.mark.rule("CR-150")
def test_elimination_lists_what_the_points_could_still_do():
    fleet = a_fleet(points=12)
    with_ship(fleet, ROOKIE)
    ending = shown(fleet).ending
    assert (ending.ends_fleet, ending.eliminated, ending.rule) == (True, True, "CR-150")
    assert ending.could_buy == ("Bandit Squadron Pilot (Z-95 Headhunter) for 12 FP",)
    assert (len(ending.could_attach), ending.more_to_attach > 0, ending.could_help) == (4, True, True)


@pytest.mark.rule("CR-151")
def test_three_defeats_are_told_where_the_profile_has_them():
    fleet = a_fleet()
    two_standards(fleet)
    fleet.defeats_in_row = 3
    ending = shown(fleet, Profile(three_defeats_eliminate=True)).ending
    assert (ending.ends_fleet, ending.three_defeats, ending.eliminated, ending.rule) == (
        True,
        True,
        False,
        "CR-151",
    )
    assert shown(fleet).ending.quiet


@pytest.mark.rule("CR-150")
def test_equal_ships_that_could_be_recovered_are_listed_once():
    fleet = a_fleet()
    fleet.points = 50
    for card in (ROOKIE, ROOKIE, "rebel-xwing-lukeskywalker"):
        with_ship(fleet, card, mia=True)
    assert shown(fleet).ending.could_recover == (
        "Rookie Pilot (X-wing) for 11 FP (2 of them, each at that price)",
        "Luke Skywalker (X-wing) for 14 FP",
    )


def test_a_result_tells_its_reward_and_its_losses_once():
    game = ev.GameRecorded(1, 9, 2, 3, "Spice Runners", "defeat", 0, 115, 60)
    reward = ev.PointsChanged(1, 60, "CR-110", "Defeat with STANDARD 2", 9)
    kept = ev.PointsChanged(1, 5, "CR-110", "A ship sent back", 9)
    lost = ev.ShipLost(1, 4, "Horton Salm (Y-wing)", "kia", "CR-110", 9)
    name = ev.NameKilled(1, "hortonsalm", "Horton Salm", "CR-040", 9)
    assert told_once([game, reward, kept, lost, name]) == [game, kept, lost]
    assert told_once([reward]) == [reward]
