"""Ships as they are rigged."""

import pytest

from rosters.catalogue import catalogue
from rosters.rules.fitting.rigs import NEW, Fitted, rig, rigs
from tests.rosters.rules.builders import a_fleet, with_ship, with_upgrade


def test_a_rig_has_the_card_the_rank_and_what_is_attached():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-cr90corvette", [("leiaorgana", "fore")], rank="VET", crippled=["aft"])
    with_upgrade(fleet, "r2astromech")
    of = rig(fleet, ship)
    assert (of.card.id, of.rank, of.crippled, of.two_sections) == (
        "rebel-cr90corvette",
        "VET",
        ("aft",),
        True,
    )
    assert [(item.card.id, item.section) for item in of.fitted] == [("leiaorgana", "fore")]


@pytest.mark.rule("CR-036")
def test_missing_cards_do_not_work():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot", ["protontorpedoes"])
    with_upgrade(fleet, "r2d2", ship, mia=True)
    assert [card.id for card in rig(fleet, ship).working] == ["protontorpedoes"]


def test_a_changed_rig_leaves_the_fleet_alone():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot", ["r2astromech"], rank="EXP")
    of = rig(fleet, ship)
    changed = of.without({ship + 1}).plus(Fitted(NEW, catalogue().upgrades["r2d2"]))
    promoted = changed.on(catalogue().ship_cards["rebel-xwing-redsquadronpilot"])
    assert [card.id for card in promoted.working] == ["r2d2"]
    assert (promoted.rank, promoted.card.points) == ("", 23)
    assert rig(fleet, ship) == of


def test_the_rigs_of_a_fleet_are_those_of_its_ships():
    fleet = a_fleet()
    with_ship(fleet, "rebel-xwing-rookiepilot", ["r2astromech"], 2)
    with_ship(fleet, "rebel-awing-prototypepilot", ["chardaanrefit"])
    with_upgrade(fleet, "gunner")
    assert rigs(fleet) == {number: rig(fleet, number) for number in fleet.ships}


def test_an_unknown_ship_has_no_rig():
    with pytest.raises(KeyError):
        rig(a_fleet(), 1)
