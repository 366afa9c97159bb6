"""Imagined losses follow the rules of real ones, and nothing is written."""

from copy import deepcopy

import pytest

from league.rules.state import Profile
from rosters.rules.desk.what_if import what_if
from rosters.rules.purchases.values import fleet_value
from tests.rosters.rules.fleets.test_start import a_legal_fleet
from tests.rosters.rules.orders.table import ANN, a_table


@pytest.fixture
def fleet():
    table = a_table()
    number = a_legal_fleet(table, ANN)
    return table.fleets[number]


def test_nothing_changes_without_losses_and_nothing_is_written(fleet):
    before = deepcopy(fleet)
    found = what_if(fleet, Profile(), {})
    assert fleet == before
    assert (fleet_value(found.fleet), found.closing.ends_fleet) == (fleet_value(fleet), False)


@pytest.mark.rule("CR-113", "CR-150")
def test_a_fleet_that_loses_a_squadron_for_good_is_out_unless_it_can_buy_another(fleet):
    losses = dict.fromkeys((ship.id for ship in fleet.ships_in(2)), "kia")
    found = what_if(fleet, Profile(), losses)
    assert (found.closing.eliminated, len(found.fleet.ships)) == (True, 3)
    assert found.closing.could_buy
    assert len(fleet.ships) == 6


@pytest.mark.rule("CR-114")
def test_missing_ships_stay_on_the_roster_and_can_be_recovered(fleet):
    losses = dict.fromkeys((ship.id for ship in fleet.ships_in(2)), "mia")
    found = what_if(fleet, Profile(), losses)
    assert [ship.mia for ship in found.fleet.ships_in(2)] == [True] * 3
    assert {each.kind for each in found.closing.could_recover} == {"recover_ship"}


def test_a_reward_is_in_hand_then(fleet):
    assert what_if(fleet, Profile(), {}, points=90).fleet.points == fleet.points + 90


@pytest.mark.rule("CR-151")
def test_the_third_defeat_in_a_row_ends_the_campaign_where_the_profile_says_so(fleet):
    fleet.defeats_in_row = 2
    profile = Profile(three_defeats_eliminate=True)
    assert what_if(fleet, profile, {}, defeat=True).closing.three_defeats
    assert not what_if(fleet, profile, {}).closing.three_defeats


def test_ships_that_are_missing_already_or_unknown_are_passed_over(fleet):
    ship = next(iter(fleet.ships))
    fleet.ships[ship].mia = True
    found = what_if(fleet, Profile(), {ship: "kia", 999_999: "kia"})
    assert found.fleet.ships.keys() == fleet.ships.keys()
