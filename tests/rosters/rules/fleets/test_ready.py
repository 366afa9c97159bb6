"""Saying that a draft is ready for the start."""

import pytest

from rosters.rules import orders
from rosters.rules.fleets.ready import is_ready
from tests.rosters.rules.fleets.test_start import a_legal_fleet
from tests.rosters.rules.orders.table import ANN, BEN, GRAY, ORGANISER, a_table

pytestmark = pytest.mark.rule("CR-016")


def test_a_legal_draft_is_called_ready_and_not_ready_again():
    table = a_table()
    fleet = a_legal_fleet(table)
    table.do(orders.SayReady(fleet, True), ANN)
    assert is_ready(table.fleets[fleet])
    table.do(orders.SayReady(fleet, False), ANN)
    assert not is_ready(table.fleets[fleet])


def test_a_change_of_the_roster_takes_the_word_back_and_undoing_it_gives_it_again():
    table = a_table()
    fleet = a_legal_fleet(table)
    table.do(orders.SayReady(fleet, True), ANN)
    ship = table.buy(fleet, GRAY)
    assert not is_ready(table.fleets[fleet])
    table.do(orders.ReturnShip(fleet, ship), ANN)
    assert is_ready(table.fleets[fleet])


def test_a_draft_with_faults_is_not_called_ready():
    table = a_table()
    no = table.refused(orders.SayReady(table.found(ANN), True), ANN)
    assert "CR-016" in {each.rule for each in no.faults}


def test_the_same_word_twice_is_refused():
    table = a_table()
    fleet = a_legal_fleet(table)
    assert table.refused(orders.SayReady(fleet, False), ANN).code == "no_change"


def test_a_running_campaign_locks_instead():
    table = a_table()
    for by, suit in ((ANN, "hearts"), (BEN, "clubs")):
        a_legal_fleet(table, by, suit)
    table.do(orders.StartCampaign(), ORGANISER)
    locked = next(iter(table.fleets))
    assert table.refused(orders.SayReady(locked, True), ANN).code == "locked"


def test_nobody_speaks_for_the_fleet_of_another():
    table = a_table()
    fleet = a_legal_fleet(table)
    table.refused(orders.SayReady(fleet, True), BEN)
    assert not is_ready(table.fleets[fleet])
