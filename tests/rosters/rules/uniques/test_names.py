"""Unique names: owning, using, falling together."""

import pytest

from rosters.rules.uniques import names as uniques
from tests.rosters.rules.builders import a_fleet, with_ship, with_upgrade


def codes(findings):
    return [(finding.code, finding.rule) for finding in findings]


@pytest.mark.rule("CR-035")
def test_a_roster_holds_one_ship_card_of_a_name():
    fleet = a_fleet()
    han = with_ship(fleet, "rebel-yt1300-hansolo")
    assert codes(uniques.may_own_ship_card(fleet, "rebel-yt1300-hansolo-swx57")) == [("owned", "CR-035")]
    assert uniques.may_own_ship_card(fleet, "rebel-yt1300-hansolo-swx57", besides=[han]) == []
    assert uniques.may_own_ship_card(fleet, "rebel-yt1300-chewbacca") == []


@pytest.mark.rule("CR-035")
def test_a_missing_ship_card_still_takes_its_name():
    fleet = a_fleet()
    with_ship(fleet, "rebel-yt1300-hansolo", mia=True)
    assert codes(uniques.may_own_ship_card(fleet, "rebel-yt1300-hansolo")) == [("owned", "CR-035")]


@pytest.mark.rule("CR-035")
def test_pilot_and_crew_of_a_name_may_both_be_owned():
    fleet = a_fleet()
    with_ship(fleet, "rebel-yt1300-hansolo")
    assert uniques.may_own_upgrade(fleet, "hansolo") == []
    crew = with_upgrade(fleet, "hansolo")
    assert codes(uniques.may_own_upgrade(fleet, "hansolo")) == [("owned", "CR-035")]
    assert uniques.may_own_upgrade(fleet, "hansolo", besides=[crew]) == []


@pytest.mark.rule("CR-035")
def test_one_upgrade_of_a_name_in_each_slot():
    fleet = a_fleet()
    with_upgrade(fleet, "r2d2")
    assert uniques.may_own_upgrade(fleet, "r2d2-swx22") == []
    with_upgrade(fleet, "ghost")
    assert codes(uniques.may_own_upgrade(fleet, "ghost-swx72")) == [("owned", "CR-035")]


@pytest.mark.rule("CR-035", "CR-040")
def test_cards_without_the_mark_are_bought_as_often_as_wanted():
    fleet = a_fleet()
    with_ship(fleet, "rebel-xwing-rookiepilot")
    with_upgrade(fleet, "r2astromech")
    assert uniques.may_own_ship_card(fleet, "rebel-xwing-rookiepilot") == []
    assert uniques.may_own_upgrade(fleet, "r2astromech") == []


@pytest.mark.rule("CR-030")
def test_cards_of_another_side_are_refused():
    fleet = a_fleet()
    assert codes(uniques.may_own_ship_card(fleet, "imperial-tiefighter-academypilot")) == [
        ("other_side", "CR-030")
    ]
    assert codes(uniques.may_own_upgrade(fleet, "emperorpalpatine")) == [("other_side", "CR-030")]


@pytest.mark.rule("CR-030")
def test_resistance_is_rebel_and_first_order_is_imperial():
    assert uniques.may_own_ship_card(a_fleet("rebel"), "rebel-t70xwing-bluesquadronnovice") == []
    assert uniques.may_own_ship_card(a_fleet("imperial"), "imperial-tiefofighter-epsilonace") == []


@pytest.mark.rule("CR-033")
def test_a_card_with_a_waiver_may_be_owned_by_anybody():
    assert uniques.may_own_upgrade(a_fleet(), "maul") == []


@pytest.mark.rule("CR-031")
def test_a_card_without_a_price_is_not_for_sale():
    found = uniques.may_own_ship_card(a_fleet("scum"), "scum-z95headhunter-nashtahpuppilot")
    assert ("not_for_sale", "CR-031") in codes(found)


@pytest.mark.rule("CR-040")
def test_a_killed_name_cannot_be_had_as_pilot_or_crew():
    fleet = a_fleet("imperial")
    fleet.killed.append("darthvader")
    assert codes(uniques.may_own_ship_card(fleet, "imperial-tieadvanced-darthvader")) == [
        ("killed", "CR-040")
    ]
    assert codes(uniques.may_own_upgrade(fleet, "darthvader")) == [("killed", "CR-040")]


@pytest.mark.rule("CR-038", "CR-040")
def test_squadron_limited_cards_come_in_numbers_and_are_never_killed():
    fleet = a_fleet()
    for ship in ("rebel-xwing-wedgeantilles", "rebel-xwing-lukeskywalker"):
        with_ship(fleet, ship, ["squadleader"], 2)
    fleet.killed.append("squadleader")
    assert uniques.may_own_upgrade(fleet, "squadleader") == []
    assert uniques.use_findings(fleet) == []
    assert uniques.in_use(fleet, "squadleader") == ()
    assert uniques.fallen_with(fleet, "squadleader") == ()


@pytest.mark.rule("CR-035")
def test_a_pilot_is_in_use_in_a_squadron_and_not_in_the_inventory():
    fleet = a_fleet()
    han = with_ship(fleet, "rebel-yt1300-hansolo")
    assert uniques.in_use(fleet, "hansolo") == ()
    fleet.ships[han].squadron = 3
    assert uniques.in_use(fleet, "hansolo") == (f"ship:{han}",)
    assert uniques.in_use(fleet, "hansolo", besides=[han]) == ()
    fleet.ships[han].mia = True
    assert uniques.in_use(fleet, "hansolo") == ()


@pytest.mark.rule("CR-035")
def test_an_upgrade_is_in_use_on_any_ship_even_in_the_inventory_but_not_when_missing():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-yt1300-outerrimsmuggler", ["hansolo"])
    assert uniques.in_use(fleet, "hansolo") == (f"upgrade:{ship + 1}",)
    fleet.upgrades[ship + 1].mia = True
    assert uniques.in_use(fleet, "hansolo") == ()
    fleet.upgrades[ship + 1].mia = False
    fleet.ships[ship].mia = True
    assert uniques.in_use(fleet, "hansolo") == ()


@pytest.mark.rule("CR-035")
def test_two_cards_of_a_name_in_use_are_found_at_both_places():
    fleet = a_fleet()
    with_ship(fleet, "rebel-yt1300-hansolo", squadron=2)
    with_ship(fleet, "rebel-yt2400-wildspacefringer", ["hansolo"])
    found = uniques.use_findings(fleet)
    assert [(finding.code, finding.about) for finding in found] == [
        ("name_in_use", "ship:1"),
        ("name_in_use", "upgrade:3"),
    ]
    assert "as a pilot in squadron 2 and as a Crew card on Wild Space Fringer" in found[0].message


@pytest.mark.rule("CR-035")
def test_twins_of_one_name_on_two_ships_are_found():
    fleet = a_fleet()
    with_ship(fleet, "rebel-xwing-lukeskywalker", ["r2d2"])
    with_ship(fleet, "rebel-yt1300-outerrimsmuggler", ["r2d2-swx22"])
    assert codes(uniques.use_findings(fleet)) == [("name_in_use", "CR-035")] * 2
    assert "as an Astromech card" in uniques.use_findings(fleet)[0].message


@pytest.mark.rule("CR-035", "CR-040")
def test_owning_two_of_a_kind_or_a_killed_name_is_found():
    fleet = a_fleet()
    with_ship(fleet, "rebel-yt1300-hansolo")
    with_ship(fleet, "rebel-yt1300-hansolo-swx57")
    fleet.killed.append("chewbacca")
    with_upgrade(fleet, "chewbacca")
    assert codes(uniques.use_findings(fleet)) == [("owned", "CR-035")] * 2 + [("killed", "CR-040")]


@pytest.mark.rule("CR-036")
def test_the_fleet_s_other_cards_of_a_name_fall_with_it():
    fleet = a_fleet("imperial")
    pilot = with_ship(fleet, "imperial-tieadvanced-darthvader")
    crew = with_upgrade(fleet, "darthvader")
    assert uniques.fallen_with(fleet, "darthvader") == (f"ship:{pilot}", f"upgrade:{crew}")
    assert uniques.fallen_with(fleet, "darthvader", besides=[pilot]) == (f"upgrade:{crew}",)
