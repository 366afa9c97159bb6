"""Prices, squad points, fleet value and halves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosters.catalogue import Side, catalogue
from rosters.rules.purchases import values
from tests.rosters.rules.builders import a_fleet, upgrade_of, with_ship, with_upgrade


@pytest.mark.rule("CR-004")
@pytest.mark.parametrize(("points", "expected"), [(22, 11), (15, 8), (1, 1), (0, 0), (-2, -1), (-3, -1)])
def test_half_rounds_up(points, expected):
    assert values.half(points) == expected


@pytest.mark.rule("CR-004")
@given(st.integers(0, 500))
def test_half_never_sells_below_half(points):
    assert points <= 2 * values.half(points) <= points + 1


@pytest.mark.rule("CR-142", "CR-004")
def test_example_1_a_missing_rookie_with_r2_astromech_comes_back_for_eleven():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot", ["r2astromech"], mia=True)
    assert values.ship_price(fleet, ship) == 22
    assert values.recovery_price(fleet, ship) == 11


@pytest.mark.rule("CR-004")
def test_a_ship_is_halved_once_and_not_card_by_card():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot", ["r2astromech"], mia=True)
    alone = values.half(21) + values.upgrade_recovery_price("r2astromech")
    assert (values.recovery_price(fleet, ship), alone) == (11, 12)


@pytest.mark.rule("CR-142")
def test_a_card_that_is_missing_by_itself_does_not_come_back_with_its_ship():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-ywing-goldsquadronpilot", mia=True)
    with_upgrade(fleet, "r2d2", ship, mia=True)
    assert values.recovery_price(fleet, ship) == 9


@pytest.mark.rule("CR-005")
def test_example_16_the_title_takes_four_off_the_system_upgrade_in_squad_points_only():
    fleet = a_fleet("imperial")
    ship = with_ship(fleet, "imperial-tieadvanced-tempestsquadronpilot", ["tiex1", "advtargetingcomputer"])
    assert values.ship_price(fleet, ship) == 26
    assert values.fleet_value(fleet) == 26
    assert values.squad_points(fleet, ship) == 22


@pytest.mark.rule("CR-005")
def test_a_discounted_card_never_goes_below_nothing():
    fleet = a_fleet("imperial")
    ship = with_ship(fleet, "imperial-tieadvanced-tempestsquadronpilot", ["tiex1", "firecontrolsystem"])
    assert values.ship_price(fleet, ship) == 23
    assert values.squad_points(fleet, ship) == 21


@pytest.mark.rule("CR-005")
def test_vaksai_takes_one_off_every_card_but_nothing_off_free_ones():
    fleet = a_fleet("scum")
    upgrades = ["vaksai", "engineupgrade", "munitionsfailsafe", "guidancechips", "glitterstim"]
    ship = with_ship(fleet, "scum-kihraxzfighter-cartelmarauder", upgrades)
    assert values.ship_price(fleet, ship) == 20 + 0 + 4 + 1 + 0 + 2
    assert values.squad_points(fleet, ship) == 20 + 0 + 3 + 0 + 0 + 1


@pytest.mark.rule("CR-005", "CR-041")
def test_renegade_refit_counts_negative_and_discounts_talents():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-wedgeantilles", ["renegaderefit", "predator", "vectoredthrusters"])
    assert values.ship_price(fleet, ship) == 29 - 2 + 3 + 2
    assert values.squad_points(fleet, ship) == 29 - 2 + 2 + 2
    assert values.upgrade_squad_points(fleet, upgrade_of(fleet, "predator")) == 2


@pytest.mark.rule("CR-041", "CR-005", "CR-142")
def test_example_17_the_chardaan_refit_prices():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-awing-prototypepilot", ["chardaanrefit"], mia=True)
    assert values.upgrade_price("chardaanrefit") == -2
    assert values.ship_price(fleet, ship) == 15
    assert values.recovery_price(fleet, ship) == 8
    fleet.ships[ship].mia = False
    assert values.fleet_value(fleet) == 15


@pytest.mark.rule("CR-005")
def test_a_negative_card_is_not_made_cheaper_still_by_a_discount():
    cards = catalogue().upgrades
    assert values.discounted(cards["chardaanrefit"], [cards["vaksai"], cards["vaksai"]]) == -2


@pytest.mark.rule("CR-005")
def test_discounts_of_two_cards_add_up():
    cards = catalogue().upgrades
    assert values.discounted(cards["sensorjammer"], [cards["vaksai"], cards["vaksai"]]) == 2


@pytest.mark.rule("CR-005")
@pytest.mark.parametrize("rank", ["EXP", "VET", "ELITE"])
def test_status_changes_neither_figure(rank):
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot", rank=rank)
    assert (values.ship_price(fleet, ship), values.squad_points(fleet, ship)) == (21, 21)


@pytest.mark.rule("CR-002")
def test_fleet_value_counts_squadrons_and_inventory_but_nothing_missing_and_no_points_in_hand():
    fleet = a_fleet(points=100)
    with_ship(fleet, "rebel-xwing-rookiepilot", ["r2astromech"], 2)
    with_ship(fleet, "rebel-ywing-goldsquadronpilot", ["r2astromech"], 2, mia=True)
    with_upgrade(fleet, "protontorpedoes")
    with_upgrade(fleet, "hansolo", mia=True)
    assert values.fleet_value(fleet) == 21 + 1 + 4


@pytest.mark.rule("CR-002", "CR-042", "CR-143")
def test_example_9_a_crippled_section_counts_in_full_and_is_repaired_for_half():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-cr90corvette", crippled=["fore"])
    assert values.fleet_value(fleet) == 90
    assert values.repair_price(fleet, ship, "fore") == 25
    assert values.repair_price(fleet, ship, "aft") == 20


def test_an_unknown_section_has_no_price():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot")
    with pytest.raises(KeyError):
        values.repair_price(fleet, ship, "fore")


@pytest.mark.rule("CR-005")
def test_loose_upgrades_count_their_printed_points_and_missing_ones_nothing():
    fleet = a_fleet("imperial")
    loose = with_upgrade(fleet, "advtargetingcomputer")
    gone = with_upgrade(fleet, "darthvader", mia=True)
    assert values.upgrade_squad_points(fleet, loose) == 5
    assert values.upgrade_squad_points(fleet, gone) == 0


@pytest.mark.rule("CR-011", "CR-018")
def test_squadron_value_leaves_the_missing_out():
    fleet = a_fleet()
    with_ship(fleet, "rebel-xwing-rookiepilot", squadron=4)
    with_ship(fleet, "rebel-xwing-rookiepilot", squadron=4, mia=True)
    with_ship(fleet, "rebel-xwing-rookiepilot")
    assert values.squadron_value(fleet, 4) == 21
    assert [ship.id for ship in values.available(fleet)] == [1, 3]


@pytest.mark.rule("CR-005")
@pytest.mark.parametrize("side", Side)
def test_every_bare_ship_counts_its_price(side):
    printed = {card.id: card.points for card in catalogue().cards_of(side)}
    assert printed
    fleet = a_fleet(str(side))
    ships = {card: with_ship(fleet, card) for card in printed}
    assert {card: values.squad_points(fleet, ship) for card, ship in ships.items()} == printed
    assert {card: values.ship_price(fleet, ship) for card, ship in ships.items()} == printed
