"""Losses: ships with their upgrades, names with all their cards."""

import pytest

from league.kernel.decision import SYSTEM, Decision
from league.kernel.entropy import SeededEntropy
from rosters.catalogue import Side, catalogue
from rosters.rules import events as ev
from rosters.rules.uniques.fates import Fallen, lose_ship, lose_upgrade, share_fate
from tests.rosters.rules.orders.table import ROOKIE, Table, a_desk

VADER = "imperial-tieadvanced-darthvader"
TEMPEST = "imperial-tieadvanced-tempestsquadronpilot"
SHUTTLE = "imperial-lambdaclassshuttle-omicrongrouppilot"
HAN = "rebel-yt1300-hansolo"


def deciding(table: Table) -> Decision:
    return Decision(table.state, SYSTEM, "now", SeededEntropy("fates"), 1000)


def fall(d: Decision, fleet: int, fallen: list[Fallen]) -> None:
    for each in fallen:
        share_fate(d, fleet, each.persona, each.fate, each.caused_by, 7)


def upgrade(table: Table, fleet: int, card: str) -> int:
    return next(each.id for each in table.fleet(fleet).upgrades.values() if each.card == card)


@pytest.mark.rule("CR-113")
def test_a_missing_ship_waits_with_its_upgrades():
    table, fleet = a_desk()
    ship = table.buy(fleet, ROOKIE, "r2astromech")
    d = deciding(table)
    assert lose_ship(d, fleet, ship, "mia", "CR-113", 7) == []
    assert table.ship(fleet, ship).mia
    assert [each.mia for each in table.aboard(fleet, ship)] == [False]


@pytest.mark.rule("CR-113", "CR-040")
def test_a_killed_ship_takes_its_upgrades_and_the_names_are_dead():
    table, fleet = a_desk("imperial")
    ship = table.buy(fleet, VADER, "adaptability")
    d = deciding(table)
    fallen = lose_ship(d, fleet, ship, "kia", "CR-113", 7)
    assert fallen == [Fallen("darthvader", "kia", "ship")]
    assert [type(each).__name__ for each in d.events] == ["UpgradeLost", "ShipLost", "NameKilled"]
    assert (table.fleet(fleet).ships, table.fleet(fleet).upgrades) == ({}, {})
    assert table.fleet(fleet).killed == ["darthvader"]


@pytest.mark.rule("CR-036", "CR-040")
def test_worked_example_7_the_crew_card_in_the_inventory_dies_with_the_pilot():
    table, fleet = a_desk("imperial")
    pilot = table.buy(fleet, VADER)
    shuttle = table.buy(fleet, SHUTTLE, "darthvader")
    crew = upgrade(table, fleet, "darthvader")
    table.emit(ev.UpgradeMoved(fleet, crew, "Darth Vader", shuttle, None))
    d = deciding(table)
    fall(d, fleet, lose_ship(d, fleet, pilot, "kia", "CR-113", 7))
    assert d.events[-1] == ev.UpgradeLost(fleet, crew, "Darth Vader (Crew)", "kia", "CR-036", 7)
    assert list(table.fleet(fleet).ships) == [shuttle]
    assert table.fleet(fleet).upgrades == {}
    assert table.fleet(fleet).killed == ["darthvader"]


def vader_twice() -> tuple[Table, int, int, int]:
    """The pilot in the inventory with an upgrade, the crew card on a shuttle."""
    table, fleet = a_desk("imperial")
    pilot = table.buy(fleet, VADER, "adaptability")
    table.emit(ev.RankChanged(fleet, pilot, "Darth Vader", "", "VET", "CR-118"))
    return table, fleet, pilot, table.buy(fleet, SHUTTLE, "darthvader")


@pytest.mark.rule("CR-036", "CR-037")
def test_worked_example_8_killed_as_crew_the_pilot_leaves_his_ship_to_the_cheapest_generic():
    table, fleet, pilot, shuttle = vader_twice()
    d = deciding(table)
    fall(d, fleet, lose_ship(d, fleet, shuttle, "kia", "CR-113", 7))
    left = table.ship(fleet, pilot)
    assert (left.card, left.rank) == (TEMPEST, "")
    assert catalogue().ship_cards[TEMPEST].points == 21
    assert table.fleet(fleet).upgrades == {}
    assert [each.fate for each in d.events if isinstance(each, ev.UpgradeLost)] == ["kia", "removed"]
    assert table.fleet(fleet).killed == ["darthvader"]


@pytest.mark.rule("CR-036")
def test_worked_example_8_on_the_winning_side_both_are_missing_the_ship_with_its_upgrades():
    table, fleet, pilot, shuttle = vader_twice()
    d = deciding(table)
    fall(d, fleet, lose_ship(d, fleet, shuttle, "mia", "CR-113", 7))
    assert table.ship(fleet, pilot).mia and table.ship(fleet, shuttle).mia
    assert table.ship(fleet, pilot).card == VADER
    assert [each.card for each in table.aboard(fleet, pilot)] == ["adaptability"]
    assert table.fleet(fleet).killed == []


@pytest.mark.rule("CR-037")
def test_upgrades_lost_with_the_pilots_ship_are_not_killed_even_if_unique():
    table, fleet = a_desk("rebel")
    pilot = table.buy(fleet, HAN, "c3po")
    crew = table.buy(fleet, "rebel-yt1300-outerrimsmuggler", "hansolo")
    d = deciding(table)
    fall(d, fleet, lose_ship(d, fleet, crew, "kia", "CR-113", 7))
    assert table.ship(fleet, pilot).card == "rebel-yt1300-outerrimsmuggler"
    assert table.fleet(fleet).killed == ["hansolo"]


@pytest.mark.rule("CR-037")
def test_the_ship_is_lost_too_if_no_generic_card_exists():
    cards = catalogue()
    lonely = {
        (card.ship, card.side)
        for card in cards.ship_cards.values()
        if cards.cheapest_generic(card.ship, Side(card.side)) is None
    }
    linked = [
        card
        for card in cards.ship_cards.values()
        if (card.ship, card.side) in lonely and card.persona and cards.names[card.persona].upgrades
    ]
    assert len(lonely) == 6 and linked
    card = linked[0]
    table, fleet = a_desk(str(card.side))
    ship = table.buy(fleet, card.id)
    other = cards.names[card.persona].upgrades[0]
    table.emit(ev.UpgradeBought(fleet, 900, other, "crew", 1))
    d = deciding(table)
    fall(d, fleet, lose_upgrade(d, fleet, 900, "kia", "CR-116", 7))
    assert d.events[-1] == ev.ShipLost(fleet, ship, d.events[-1].name, "kia", "CR-037", 7)
    assert table.fleet(fleet).ships == {}
    assert table.fleet(fleet).killed == [card.persona]


@pytest.mark.rule("CR-036")
def test_a_missing_name_takes_its_ship_and_the_names_aboard_and_so_on():
    table, fleet = a_desk("rebel")
    falcon = table.buy(fleet, HAN, "chewbacca")
    wookiee = table.buy(fleet, "rebel-yt1300-chewbacca")
    crew = table.buy(fleet, "rebel-yt1300-outerrimsmuggler", "hansolo")
    d = deciding(table)
    fall(d, fleet, lose_upgrade(d, fleet, upgrade(table, fleet, "hansolo"), "mia", "CR-116", 7))
    assert [table.ship(fleet, each).mia for each in (falcon, wookiee, crew)] == [True, True, False]
    assert table.fleet(fleet).upgrades[upgrade(table, fleet, "hansolo")].mia
    assert not table.fleet(fleet).upgrades[upgrade(table, fleet, "chewbacca")].mia


@pytest.mark.rule("CR-036", "CR-037")
def test_a_killed_name_does_not_kill_the_names_aboard_the_ship_it_leaves():
    table, fleet = a_desk("rebel")
    table.buy(fleet, HAN, "chewbacca")
    wookiee = table.buy(fleet, "rebel-yt1300-chewbacca")
    table.buy(fleet, "rebel-yt1300-outerrimsmuggler", "hansolo")
    d = deciding(table)
    fall(d, fleet, lose_upgrade(d, fleet, upgrade(table, fleet, "hansolo"), "kia", "CR-116", 7))
    assert table.fleet(fleet).killed == ["hansolo"]
    assert table.ship(fleet, wookiee).card == "rebel-yt1300-chewbacca"
    assert table.fleet(fleet).upgrades == {}


@pytest.mark.rule("CR-036", "CR-037")
def test_a_pilot_who_has_his_own_crew_card_aboard_loses_both_once():
    table, fleet = a_desk("rebel")
    table.buy(fleet, HAN, "hansolo")
    d = deciding(table)
    crew = upgrade(table, fleet, "hansolo")
    fall(d, fleet, lose_upgrade(d, fleet, crew, "kia", "CR-116", 7))
    assert [ship.card for ship in table.fleet(fleet).ships.values()] == ["rebel-yt1300-outerrimsmuggler"]
    assert table.fleet(fleet).upgrades == {}


@pytest.mark.rule("CR-036")
def test_a_missing_card_is_not_lost_again_but_can_still_be_killed():
    table, fleet, pilot, shuttle = vader_twice()
    d = deciding(table)
    fall(d, fleet, lose_ship(d, fleet, pilot, "mia", "CR-113", 7))
    share_fate(d, fleet, "darthvader", "mia", "ship", 7)
    crew = upgrade(table, fleet, "darthvader")
    assert table.fleet(fleet).upgrades[crew].mia and not table.ship(fleet, shuttle).mia
    table.emit(ev.UpgradeRecovered(fleet, crew, "Darth Vader"))
    fall(d, fleet, lose_ship(d, fleet, shuttle, "kia", "CR-113", 8))
    assert (table.ship(fleet, pilot).card, table.ship(fleet, pilot).mia) == (TEMPEST, True)


@pytest.mark.rule("CR-038", "CR-040", "CR-036")
def test_squadron_limited_cards_neither_die_nor_fall_together():
    table, fleet = a_desk()
    one = table.buy(fleet, "rebel-xwing-wedgeantilles", "squadleader")
    two = table.buy(fleet, "rebel-xwing-lukeskywalker", "squadleader")
    d = deciding(table)
    fall(d, fleet, lose_ship(d, fleet, one, "kia", "CR-113", 7))
    assert table.fleet(fleet).killed == ["wedgeantilles"]
    assert [each.card for each in table.aboard(fleet, two)] == ["squadleader"]


@pytest.mark.rule("CR-116")
def test_a_card_that_is_removed_may_be_bought_again():
    table, fleet = a_desk("imperial")
    table.buy(fleet, SHUTTLE, "darthvader")
    d = deciding(table)
    assert lose_upgrade(d, fleet, upgrade(table, fleet, "darthvader"), "removed", "CR-116", 7) == []
    assert table.fleet(fleet).killed == []


@pytest.mark.rule("CR-036")
def test_a_second_ship_card_of_a_killed_pilot_is_lost_as_a_whole():
    table, fleet = a_desk()
    one = table.buy(fleet, HAN)
    table.emit(ev.ShipBought(fleet, 901, "rebel-yt1300-hansolo-swx57", "Han Solo", 46))
    d = deciding(table)
    fall(d, fleet, lose_ship(d, fleet, one, "kia", "CR-113", 7))
    assert table.fleet(fleet).ships == {}
