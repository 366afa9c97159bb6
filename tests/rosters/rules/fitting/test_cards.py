"""Whether a card may be attached, and faults of ships as they stand."""

from dataclasses import replace

import pytest

from rosters.catalogue import catalogue
from rosters.rules.fitting.cards import (
    Company,
    companies,
    company,
    displaced,
    fit_findings,
    loose_findings,
    rig_fit_findings,
    ship_findings,
    stays_findings,
)
from rosters.rules.fitting.rigs import NEW, Fitted, rig, rigs
from tests.rosters.rules.builders import a_fleet, upgrade_of, with_ship, with_upgrade


def fit(fleet, ship, card, **how: object):
    return [finding.code for finding in fit_findings(fleet, ship, card, **how)]


def faults(fleet, ship):
    return [finding.code for finding in ship_findings(fleet, ship)]


@pytest.mark.rule("CR-033")
def test_a_card_fits_into_a_free_slot_of_its_kind():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot")
    assert fit_findings(fleet, ship, "r2astromech") == []


@pytest.mark.rule("CR-033")
def test_no_slot_taken_slot_and_limited_slot_are_told_apart():
    fleet = a_fleet()
    xwing = with_ship(fleet, "rebel-xwing-rookiepilot", ["r2astromech"])
    falcon = with_ship(fleet, "rebel-yt1300-outerrimsmuggler", ["smugglingcompartment"])
    assert fit(fleet, xwing, "gunner") == ["no_slot"]
    assert fit(fleet, xwing, "r5astromech") == ["slot_taken"]
    assert fit(fleet, falcon, "engineupgrade") == ["slot_limits"]
    (finding,) = fit_findings(fleet, falcon, "engineupgrade")
    assert "at most 3" in finding.message
    assert finding.about == f"ship:{falcon}"


@pytest.mark.rule("CR-033")
@pytest.mark.parametrize(
    ("side", "ship", "aboard", "card", "words"),
    [
        ("scum", "scum-g1astarfighter-gandfindsman", ["misthunter"], "ioncannon", "only Tractor Beam"),
        ("scum", "scum-scurrgh6bomber-lokrevenant", ["havoc"], "unhingedastromech", "only unique cards"),
        ("scum", "scum-kihraxzfighter-cartelmarauder", ["vaksai", "hullupgrade"], "hullupgrade", "one name"),
        ("imperial", "imperial-tiebomber-scimitarsquadronpilot", ["tieshuttle"], "gunner", "at most 4"),
    ],
)
def test_every_limit_of_a_slot_is_said_in_words(side, ship, aboard, card, words):
    fleet = a_fleet(side)
    number = with_ship(fleet, ship, aboard)
    (finding,) = fit_findings(fleet, number, card)
    assert (finding.code, finding.rule) == ("slot_limits", "CR-033")
    assert words in finding.message


@pytest.mark.rule("CR-033", "CR-042")
def test_the_free_slot_of_the_other_section_does_not_help():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-cr90corvette", [("leiaorgana", "fore")])
    (finding,) = fit_findings(fleet, ship, "wed15repairdroid", section="fore")
    assert "other section" in finding.message
    assert fit(fleet, ship, "wed15repairdroid", section="aft") == []
    assert fit(fleet, ship, "wed15repairdroid", section="whole") == ["section", "slot_limits"]


@pytest.mark.rule("CR-033")
@pytest.mark.parametrize(
    ("side", "ship", "card", "code"),
    [
        ("rebel", "rebel-xwing-rookiepilot", "chardaanrefit", "ship"),
        ("rebel", "rebel-xwing-rookiepilot", "automatedprotocols", "size"),
        ("rebel", "rebel-gr75mediumtransport-gr75mediumtransport", "engineupgrade", "size"),
        ("rebel", "rebel-t70xwing-bluesquadronnovice", "blackone", "skill"),
        ("rebel", "rebel-xwing-rookiepilot", "autothrusters", "action"),
        ("rebel", "rebel-xwing-rookiepilot", "longrangescanners", "needs_slots"),
        ("rebel", "rebel-xwing-rookiepilot", "pulsedrayshield", "shields"),
        ("imperial", "imperial-tieinterceptor-alphasquadronpilot", "lightweightframe", "agility"),
        ("imperial", "imperial-lambdaclassshuttle-omicrongrouppilot", "thrustcorrector", "hull"),
        ("imperial", "imperial-tieinterceptor-alphasquadronpilot", "royalguardtie", "skill"),
        ("rebel", "rebel-xwing-wedgeantilles", "attannimindlink", "side"),
    ],
)
def test_restrictions_of_the_card(side, ship, card, code):
    fleet = a_fleet(side)
    number = with_ship(fleet, ship)
    assert code in fit(fleet, number, card)


@pytest.mark.rule("CR-033")
@pytest.mark.parametrize("rank", ["EXP", "VET", "ELITE"])
def test_skill_means_the_printed_one_whatever_the_status(rank):
    fleet = a_fleet("imperial")
    ship = with_ship(fleet, "imperial-tieinterceptor-avengersquadronpilot", rank=rank)
    assert fit(fleet, ship, "royalguardtie") == ["skill"]


@pytest.mark.rule("CR-033")
def test_every_reason_is_given_and_not_only_the_first():
    fleet = a_fleet("imperial")
    ship = with_ship(fleet, "imperial-tiefighter-academypilot")
    assert fit(fleet, ship, "virago") == ["ship", "skill"]


@pytest.mark.rule("CR-033")
def test_an_action_that_an_attached_card_adds_counts():
    fleet = a_fleet("imperial")
    ship = with_ship(fleet, "imperial-tieinterceptor-royalguardpilot", ["royalguardtie"])
    assert fit(fleet, ship, "autothrusters") == []
    xwing = with_ship(a := a_fleet(), "rebel-xwing-rookiepilot", ["renegaderefit", "engineupgrade"])
    assert fit(a, xwing, "autothrusters") == []


@pytest.mark.rule("CR-033")
def test_slots_that_a_title_gives_are_on_the_bar():
    fleet = a_fleet("imperial")
    ship = with_ship(fleet, "imperial-alphaclassstarwing-nusquadronpilot")
    assert "needs_slots" not in fit(fleet, ship, "longrangescanners")
    with_upgrade(fleet, "os1arsenalloadout", ship)
    assert fit(fleet, ship, "longrangescanners") == []


@pytest.mark.rule("CR-033", "CR-120")
def test_r2_d6_stays_legal_when_its_pilot_becomes_elite():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-redsquadronpilot", ["r2d6", "predator"])
    fleet.ships[ship].rank = "ELITE"
    assert faults(fleet, ship) == []
    luke = with_ship(fleet, "rebel-xwing-lukeskywalker")
    assert "forbids_slots" in fit(fleet, luke, "r2d6", ignore=[upgrade_of(fleet, "r2d6")])


@pytest.mark.rule("CR-033")
def test_a_limited_card_comes_once_to_a_ship():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-yt2400-wildspacefringer", ["tactician"])
    other = with_ship(fleet, "rebel-uwing-bluesquadronpathfinder", ["tactician"])
    assert "limited" in fit(fleet, ship, "tactician")
    assert "limited" in fit(fleet, other, "tactician")


@pytest.mark.rule("CR-033")
def test_two_mindlinks_are_the_limit_of_a_squadron_and_not_of_the_fleet():
    fleet = a_fleet("scum")
    linked = ["attannimindlink"]
    with_ship(fleet, "scum-m3ainterceptor-serissu", linked, 2)
    with_ship(fleet, "scum-m3ainterceptor-genesisred", linked, 2)
    third = with_ship(fleet, "scum-m3ainterceptor-laetinashera", [], 2, rank="ELITE")
    elsewhere = with_ship(fleet, "scum-kihraxzfighter-talonbanecobra", [], 3)
    parked = with_ship(fleet, "scum-kihraxzfighter-grazthehunter")
    assert fit(fleet, third, "attannimindlink") == ["max_per_squad"]
    assert fit(fleet, elsewhere, "attannimindlink") == []
    assert "max_per_squad" not in fit(fleet, parked, "attannimindlink")


@pytest.mark.rule("CR-033")
def test_maul_flies_with_ezra_in_the_squadron():
    fleet = a_fleet()
    ghost = with_ship(fleet, "rebel-vcx100-lothalrebel", [], 2)
    assert fit(fleet, ghost, "maul") == ["side"]
    ezra = with_ship(fleet, "rebel-attackshuttle-ezrabridger", [], 3)
    assert fit(fleet, ghost, "maul") == ["side"]
    fleet.ships[ezra].squadron = 2
    assert fit(fleet, ghost, "maul") == []
    fleet.ships[ezra].mia = True
    assert fit(fleet, ghost, "maul") == ["side"]


@pytest.mark.rule("CR-033")
def test_maul_flies_with_ezra_as_crew_of_the_same_ship():
    fleet = a_fleet()
    ghost = with_ship(fleet, "rebel-vcx100-lothalrebel", ["ezrabridger"])
    assert fit(fleet, ghost, "maul") == []


@pytest.mark.rule("CR-131")
def test_the_custom_hyperdrive_is_for_ships_without_one():
    fleet = a_fleet("imperial")
    tie = with_ship(fleet, "imperial-tiefighter-academypilot")
    shuttle = with_ship(fleet, "imperial-lambdaclassshuttle-omicrongrouppilot")
    assert fit(fleet, tie, "customhyperdrive") == []
    assert fit(fleet, shuttle, "customhyperdrive") == ["hyperdrive"]
    with_upgrade(fleet, "customhyperdrive", tie)
    assert faults(fleet, tie) == []


@pytest.mark.rule("CR-131")
def test_the_navcomputer_is_for_large_and_huge_ships_with_a_hyperdrive():
    fleet = a_fleet()
    xwing = with_ship(fleet, "rebel-xwing-rookiepilot")
    falcon = with_ship(fleet, "rebel-yt1300-outerrimsmuggler")
    corvette = with_ship(fleet, "rebel-cr90corvette")
    assert fit(fleet, xwing, "customnavcomputer") == ["size"]
    assert fit(fleet, falcon, "customnavcomputer") == []
    assert fit(fleet, corvette, "customnavcomputer") == []


@pytest.mark.rule("CR-131", "CR-130")
def test_a_ship_with_a_custom_hyperdrive_does_not_take_the_royal_guard_title():
    fleet = a_fleet("imperial")
    ship = with_ship(fleet, "imperial-tieinterceptor-royalguardpilot", ["customhyperdrive"])
    assert fit(fleet, ship, "royalguardtie") == ["hyperdrive"]


@pytest.mark.rule("CR-131")
def test_a_large_ship_without_hyperdrive_takes_no_navcomputer():
    fleet = a_fleet()
    falcon = rig(fleet, with_ship(fleet, "rebel-yt1300-outerrimsmuggler"))
    grounded = replace(falcon, card=replace(falcon.card, hyperdrive=False))
    item = Fitted(NEW, catalogue().upgrades["customnavcomputer"])
    found = rig_fit_findings(grounded, item, Company("rebel"))
    assert [(finding.code, finding.rule) for finding in found] == [("hyperdrive", "CR-131")]


@pytest.mark.rule("CR-033", "CR-042")
def test_two_icons_on_two_sections_are_not_enough():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-cr90corvette")
    (finding,) = fit_findings(fleet, ship, "wookieecommandos")
    assert finding.code == "slot_limits"
    assert "section" in finding.message


@pytest.mark.rule("CR-034")
def test_a_replacement_that_gives_the_same_slot_displaces_nobody():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-bwing-bluesquadronpilot", ["bwinge2", "gunner"])
    old = upgrade_of(fleet, "bwinge2")
    assert displaced(fleet, ship, "hullupgrade", old) == (upgrade_of(fleet, "gunner"),)
    assert displaced(fleet, ship, "bwinge2", old) == ()


@pytest.mark.rule("CR-042", "CR-033")
def test_a_title_of_one_section_goes_there():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-cr90corvette")
    assert fit(fleet, ship, "tantiveiv", section="fore") == []
    assert fit(fleet, ship, "tantiveiv", section="aft") == ["section"]
    xwing = with_ship(fleet, "rebel-xwing-rookiepilot")
    assert "section" in fit(fleet, xwing, "r2astromech", section="fore")


@pytest.mark.rule("CR-035")
def test_a_name_in_use_elsewhere_stays_off():
    fleet = a_fleet()
    with_ship(fleet, "rebel-yt1300-hansolo", squadron=2)
    ship = with_ship(fleet, "rebel-yt2400-wildspacefringer")
    (finding,) = fit_findings(fleet, ship, "hansolo")
    assert (finding.code, finding.rule) == ("name_in_use", "CR-035")
    fleet.ships[1].squadron = None
    assert fit(fleet, ship, "hansolo") == []


@pytest.mark.rule("CR-035")
def test_moving_a_unique_card_does_not_collide_with_itself():
    fleet = a_fleet()
    with_ship(fleet, "rebel-yt1300-outerrimsmuggler", ["hansolo"])
    ship = with_ship(fleet, "rebel-yt2400-wildspacefringer")
    assert fit(fleet, ship, "hansolo") == ["name_in_use"]
    assert fit(fleet, ship, "hansolo", ignore=[upgrade_of(fleet, "hansolo")]) == []


@pytest.mark.rule("CR-040")
def test_a_killed_name_fits_nowhere():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-yt2400-wildspacefringer")
    fleet.killed.append("hansolo")
    assert fit(fleet, ship, "hansolo") == ["killed"]


@pytest.mark.rule("CR-142")
def test_a_missing_ship_is_not_refitted():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot", mia=True)
    assert fit(fleet, ship, "r2astromech") == ["ship_missing"]


@pytest.mark.rule("CR-033")
def test_a_slot_of_choice_has_to_be_chosen():
    fleet = a_fleet("scum")
    ship = with_ship(fleet, "scum-m3ainterceptor-cartelspacer")
    assert fit(fleet, ship, "heavyscykinterceptor") == ["choice"]
    assert fit(fleet, ship, "heavyscykinterceptor", choice="Crew") == ["choice"]
    assert fit(fleet, ship, "heavyscykinterceptor", choice="Missile") == []


@pytest.mark.rule("CR-033")
def test_a_card_that_takes_a_slot_away_from_another_does_not_fit():
    fleet = a_fleet("imperial")
    ship = with_ship(fleet, "imperial-tiedefender-deltasquadronpilot", ["ioncannon"])
    (finding,) = fit_findings(fleet, ship, "tiex7")
    assert "Ion Cannon" in finding.message


@pytest.mark.rule("CR-034")
def test_a_modification_can_go_for_another():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot", ["hullupgrade"])
    old = upgrade_of(fleet, "hullupgrade")
    (finding,) = fit_findings(fleet, ship, "engineupgrade")
    assert (finding.code, finding.rule) == ("slot_taken", "CR-034")
    assert fit(fleet, ship, "engineupgrade", replacing=old) == []
    assert displaced(fleet, ship, "engineupgrade", old) == ()


@pytest.mark.rule("CR-034")
def test_cards_in_slots_of_the_old_card_are_displaced():
    fleet = a_fleet()
    cards = ["smugglingcompartment", "hullupgrade", "glitterstim"]
    ship = with_ship(fleet, "rebel-yt1300-outerrimsmuggler", cards)
    old = upgrade_of(fleet, "smugglingcompartment")
    assert fit(fleet, ship, "engineupgrade", replacing=old) == []
    gone = {fleet.upgrades[number].card for number in displaced(fleet, ship, "engineupgrade", old)}
    assert gone == {"hullupgrade", "glitterstim"}


@pytest.mark.rule("CR-034", "CR-033")
def test_a_replacement_must_fit_itself():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot", ["hullupgrade"])
    old = upgrade_of(fleet, "hullupgrade")
    assert fit(fleet, ship, "autothrusters", replacing=old) == ["action"]
    assert fit(fleet, ship, "predator", replacing=old) == ["no_slot"]


@pytest.mark.rule("CR-041", "CR-032")
@pytest.mark.parametrize(
    ("card", "rule"),
    [
        ("chardaanrefit", "CR-041"),
        ("tiex7", "CR-041"),
        ("renegaderefit", "CR-041"),
        ("starvipermkii", "CR-041"),
        ("lightscykinterceptor", "CR-041"),
        ("predator", "CR-032"),
        ("hullupgrade", "CR-032"),
        ("vaksai", "CR-032"),
    ],
)
def test_fixed_cards_are_bought_onto_a_ship_and_never_leave_it(card, rule):
    assert [finding.rule for finding in loose_findings(card)] == [rule]
    assert [finding.rule for finding in stays_findings(card)] == [rule]


@pytest.mark.rule("CR-032")
@pytest.mark.parametrize("card", ["r2astromech", "protontorpedoes", "gunner", "quadlasercannons"])
def test_other_cards_come_and_go(card):
    assert (loose_findings(card), stays_findings(card)) == ([], [])


@pytest.mark.rule("CR-041")
def test_every_card_with_negative_points_is_fixed():
    negative = [card.id for card in catalogue().upgrades.values() if card.points < 0]
    assert len(negative) == 5
    assert all(loose_findings(card)[0].rule == "CR-041" for card in negative)


@pytest.mark.rule("CR-033")
def test_the_mist_hunter_demands_its_tractor_beam():
    fleet = a_fleet("scum")
    ship = with_ship(fleet, "scum-g1astarfighter-gandfindsman", ["misthunter"])
    assert faults(fleet, ship) == ["must_equip"]
    with_upgrade(fleet, "tractorbeam", ship)
    assert faults(fleet, ship) == []


@pytest.mark.rule("CR-033")
def test_faults_of_a_ship_name_card_and_ship():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot", ["r2astromech", "r5astromech"])
    with_upgrade(fleet, "heavyscykinterceptor", ship, choice="none")
    found = ship_findings(fleet, ship)
    assert [finding.code for finding in found] == ["no_place", "ship", "choice"]
    assert {finding.about for finding in found} == {f"ship:{ship}"}


@pytest.mark.rule("CR-036")
def test_a_missing_card_aboard_is_no_fault():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-vcx100-lothalrebel")
    maul = with_upgrade(fleet, "maul", ship, mia=True)
    assert faults(fleet, ship) == []
    fleet.upgrades[maul].mia = False
    assert faults(fleet, ship) == ["side"]


def test_companies_of_the_whole_fleet_are_those_of_each_ship():
    fleet = a_fleet()
    with_ship(fleet, "rebel-attackshuttle-ezrabridger", ["r2astromech"], 2)
    with_ship(fleet, "rebel-xwing-lukeskywalker", ["r2d2"], 2)
    with_ship(fleet, "rebel-xwing-wedgeantilles", [], 2, mia=True)
    with_ship(fleet, "rebel-xwing-rookiepilot")
    together = companies(fleet, rigs(fleet))
    assert together == {number: company(fleet, number) for number in fleet.ships}
    assert together[1].personas == {"lukeskywalker", "r2d2"}
