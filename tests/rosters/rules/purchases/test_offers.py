"""Offers of the roster page."""

import pytest

from rosters.catalogue import Slot, catalogue
from rosters.rules.fitting.slots import places
from rosters.rules.purchases.offers import (
    can_be_promoted,
    just_recovered,
    promotion_findings,
    promotion_offers,
    ship_offers,
    slot_offers,
)
from rosters.rules.state import Desk
from tests.rosters.rules.builders import a_fleet, with_ship, with_upgrade

ROOKIE = "rebel-xwing-rookiepilot"
RED = "rebel-xwing-redsquadronpilot"


def offers_for(fleet, ship, slot):
    index = next(number for number, place in enumerate(places(fleet, ship)) if place.slot == slot)
    return {offer.card_id: offer for offer in slot_offers(fleet, ship, index)}


def codes(offer):
    return [finding.code for finding in offer.findings]


@pytest.mark.rule("CR-030", "CR-031")
def test_ships_of_the_own_side_are_offered_at_their_price():
    fleet = a_fleet(points=21)
    offers = {offer.card_id: offer for offer in ship_offers(fleet)}
    assert set(offers) == {card.id for card in catalogue().cards_of("rebel")}
    assert (offers[ROOKIE].price, offers[ROOKIE].affordable) == (21, True)
    assert not offers[RED].affordable


@pytest.mark.rule("CR-031")
def test_a_card_without_a_price_is_not_offered():
    offered = {offer.card_id for offer in ship_offers(a_fleet("scum"))}
    assert "scum-z95headhunter-nashtahpuppilot" not in offered


def test_the_search_puts_names_before_ships_before_the_rest():
    found = [offer.name for offer in ship_offers(a_fleet(), "red")]
    assert found[0] == '"Red Ace"'
    assert all(
        "red" in f"{offer.name} {offer.ship_name}".casefold() for offer in ship_offers(a_fleet(), "red")
    )
    ships = ship_offers(a_fleet(), "x-wing rookie")
    assert [offer.card_id for offer in ships] == [ROOKIE]
    assert {offer.ship_name for offer in ship_offers(a_fleet(), "a-wing")} >= {"A-wing"}
    assert ship_offers(a_fleet(), "a-wing")[0].ship_name == "A-wing"
    assert ship_offers(a_fleet(), "star destroyer") == []


@pytest.mark.rule("CR-035")
def test_pilots_that_cannot_be_had_come_last_with_the_reason():
    fleet = a_fleet()
    with_ship(fleet, "rebel-xwing-wedgeantilles")
    offers = ship_offers(fleet, "wedge")
    assert [codes(offer) for offer in offers if offer.card_id == "rebel-xwing-wedgeantilles"] == [["owned"]]
    assert ship_offers(fleet)[-1].findings != ()


@pytest.mark.rule("CR-035")
def test_a_pilot_whose_name_serves_as_crew_is_refused_for_a_squadron_with_the_place():
    fleet = a_fleet("scum")
    zuckuss, crew = "scum-g1astarfighter-zuckuss", "zuckuss"
    ship = with_ship(fleet, "scum-yv666-bossk", squadron=3)
    with_upgrade(fleet, crew, ship)
    (offer,) = [each for each in ship_offers(fleet, "zuckuss", squadron=3) if each.card_id == zuckuss]
    assert [each.message for each in offer.findings] == [
        "Zuckuss is in use already, as a Crew card on Bossk. Put that card into the inventory first."
    ]
    assert ship_offers(fleet, "zuckuss")[0].buyable


@pytest.mark.rule("CR-033")
def test_a_slot_offers_every_card_of_its_kind_legal_ones_first():
    fleet = a_fleet()
    ship = with_ship(fleet, ROOKIE)
    offers = offers_for(fleet, ship, Slot.MODIFICATION)
    legal = [not offer.findings for offer in offers.values()]
    assert legal == sorted(legal, reverse=True)
    assert set(offers) == {card.id for card in catalogue().upgrades_in(Slot.MODIFICATION)}
    assert codes(offers["hullupgrade"]) == []
    assert codes(offers["autothrusters"]) == ["action"]
    assert codes(offers["twinionenginemkii"]) == ["ship"]


@pytest.mark.rule("CR-005")
def test_an_offer_says_price_and_squad_points_there():
    fleet = a_fleet("imperial", points=4)
    ship = with_ship(fleet, "imperial-tieadvanced-tempestsquadronpilot", ["tiex1"])
    offer = offers_for(fleet, ship, Slot.SYSTEM)["advtargetingcomputer"]
    assert (offer.price, offer.squad_points, offer.affordable) == (5, 1, False)


@pytest.mark.rule("CR-032")
def test_own_loose_copies_are_offered_first_and_cost_nothing_to_attach():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-yt2400-wildspacefringer")
    loose = with_upgrade(fleet, "hansolo")
    with_upgrade(fleet, "gunner", mia=True)
    offers = offers_for(fleet, ship, Slot.CREW)
    first = next(iter(offers.values()))
    assert (first.card_id, first.owned_loose, codes(first)) == ("hansolo", (loose,), [])
    assert offers["gunner"].owned_loose == ()


@pytest.mark.rule("CR-035", "CR-040", "CR-030")
def test_names_in_use_owned_or_killed_are_offered_with_the_reason():
    fleet = a_fleet()
    fleet.killed.append("leiaorgana")
    ship = with_ship(fleet, "rebel-yt2400-wildspacefringer")
    with_ship(fleet, "rebel-yt1300-outerrimsmuggler", ["hansolo"])
    with_ship(fleet, "rebel-yt1300-chewbacca", squadron=2)
    offers = offers_for(fleet, ship, Slot.CREW)
    assert codes(offers["hansolo"]) == ["owned"]
    assert codes(offers["chewbacca"]) == ["name_in_use"]
    assert codes(offers["leiaorgana"]) == ["killed"]
    assert codes(offers["emperorpalpatine"]) == ["side", "slot_taken", "other_side"]


@pytest.mark.rule("CR-033")
def test_the_card_in_the_place_is_left_out_of_account_if_it_could_leave():
    fleet = a_fleet()
    ship = with_ship(fleet, ROOKIE, ["r2astromech", "hullupgrade"])
    assert codes(offers_for(fleet, ship, Slot.ASTROMECH)["r5astromech"]) == []
    assert codes(offers_for(fleet, ship, Slot.MODIFICATION)["engineupgrade"]) == ["slot_taken"]


@pytest.mark.rule("CR-033")
def test_a_card_with_a_slot_of_choice_is_offered():
    fleet = a_fleet("scum")
    ship = with_ship(fleet, "scum-m3ainterceptor-cartelspacer")
    assert codes(offers_for(fleet, ship, Slot.TITLE)["heavyscykinterceptor"]) == []


@pytest.mark.rule("CR-042")
def test_places_of_a_section_offer_what_goes_there():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-cr90corvette", [("leiaorgana", "fore")])
    aft = next(number for number, place in enumerate(places(fleet, ship)) if place.section == "aft")
    offers = {offer.card_id: offer for offer in slot_offers(fleet, ship, aft)}
    assert codes(offers["wed15repairdroid"]) == []


@pytest.mark.rule("CR-141")
def test_a_risen_pilot_may_become_a_better_card_of_his_ship_for_the_difference():
    fleet = a_fleet(points=2)
    ship = with_ship(fleet, ROOKIE, rank="EXP")
    offers = {offer.card_id: offer for offer in promotion_offers(fleet, ship)}
    assert (offers[RED].price, offers[RED].affordable, offers[RED].findings) == (2, True, ())
    assert (offers["rebel-xwing-wedgeantilles"].price, offers["rebel-xwing-wedgeantilles"].affordable) == (
        8,
        False,
    )
    assert ROOKIE not in offers
    assert {catalogue().ship_cards[card].ship for card in offers} == {"xwing"}


@pytest.mark.rule("CR-141")
def test_no_promotion_without_status_for_elites_for_unique_pilots_or_the_missing():
    fleet = a_fleet()
    plain = with_ship(fleet, ROOKIE)
    elite = with_ship(fleet, ROOKIE, rank="ELITE")
    wedge = with_ship(fleet, "rebel-xwing-wedgeantilles", rank="VET")
    missing = with_ship(fleet, ROOKIE, rank="EXP", mia=True)
    assert [promotion_offers(fleet, ship) for ship in (plain, elite, wedge, missing)] == [[], [], [], []]
    assert [finding.code for finding in promotion_findings(fleet, elite, RED)] == ["not_risen"]
    assert [finding.code for finding in promotion_findings(fleet, missing, RED)] == ["just_recovered"]


@pytest.mark.rule("CR-141")
def test_a_cheaper_card_costs_nothing_and_gives_nothing_back():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-yt1300-resistancesympathizer", rank="VET")
    prices = [offer.price for offer in promotion_offers(fleet, ship)]
    assert min(prices) >= 0


@pytest.mark.rule("CR-141")
def test_the_printed_skill_may_not_be_lower():
    fleet = a_fleet()
    ship = with_ship(fleet, RED, rank="EXP")
    assert ROOKIE not in {offer.card_id for offer in promotion_offers(fleet, ship)}
    assert [finding.code for finding in promotion_findings(fleet, ship, ROOKIE)] == ["lower_skill"]


@pytest.mark.rule("CR-141")
def test_another_ship_is_no_promotion():
    fleet = a_fleet()
    ship = with_ship(fleet, ROOKIE, rank="EXP")
    found = promotion_findings(fleet, ship, "rebel-ywing-graysquadronpilot")
    assert [(finding.code, finding.about) for finding in found] == [("other_ship", f"ship:{ship}")]


@pytest.mark.rule("CR-141", "CR-040")
def test_a_name_that_has_flown_or_was_killed_is_out():
    fleet = a_fleet()
    fleet.flown.append("wedgeantilles")
    fleet.killed.append("lukeskywalker")
    ship = with_ship(fleet, ROOKIE, rank="VET")
    offers = {offer.card_id: codes(offer) for offer in promotion_offers(fleet, ship)}
    assert offers["rebel-xwing-wedgeantilles"] == ["flown"]
    assert offers["rebel-xwing-lukeskywalker"] == ["killed"]


@pytest.mark.rule("CR-141", "CR-035")
def test_owning_the_crew_card_is_no_bar_but_using_it_is():
    fleet = a_fleet()
    ship = with_ship(fleet, ROOKIE, rank="VET", squadron=2)
    crew = with_upgrade(fleet, "lukeskywalker")
    assert promotion_findings(fleet, ship, "rebel-xwing-lukeskywalker") == []
    fleet.upgrades[crew].ship = with_ship(fleet, "rebel-yt2400-wildspacefringer")
    found = promotion_findings(fleet, ship, "rebel-xwing-lukeskywalker")
    assert [(finding.code, finding.rule) for finding in found] == [("name_in_use", "CR-035")]


@pytest.mark.rule("CR-141", "CR-035")
def test_a_name_that_flies_already_is_not_called_an_upgrade():
    fleet = a_fleet()
    ship = with_ship(fleet, ROOKIE, rank="VET", squadron=2)
    with_ship(fleet, "rebel-xwing-lukeskywalker", squadron=2)
    found = promotion_findings(fleet, ship, "rebel-xwing-lukeskywalker")
    assert "name_in_use" not in [finding.code for finding in found]
    assert "owned" in [finding.code for finding in found]


@pytest.mark.rule("CR-141")
def test_a_pilot_with_a_talent_needs_a_talent_slot():
    fleet = a_fleet("imperial")
    ship = with_ship(fleet, "imperial-tiefighter-blacksquadronpilot", ["predator"], rank="EXP")
    offers = {offer.card_id: codes(offer) for offer in promotion_offers(fleet, ship)}
    assert offers["imperial-tiefighter-howlrunner"] == []
    assert offers["imperial-tiefighter-darkcurse"] == ["no_place"]


@pytest.mark.rule("CR-141", "CR-142")
def test_a_ship_recovered_in_this_phase_waits_with_its_promotion():
    fleet = a_fleet(standing="desk")
    fleet.desk = Desk(40, 1, 30)
    ship = with_ship(fleet, ROOKIE, rank="EXP")
    fleet.ships[ship].recovered_in = 40
    found = promotion_findings(fleet, ship, RED)
    assert [(finding.code, finding.rule) for finding in found] == [("just_recovered", "CR-142")]
    fleet.ships[ship].recovered_in = 39
    assert promotion_findings(fleet, ship, RED) == []


@pytest.mark.rule("CR-141", "CR-142")
def test_pilots_that_can_rise_are_those_with_promotions_sooner_or_later():
    fleet = a_fleet(points=300)
    ships = {
        name: with_ship(fleet, card, rank=rank, mia=mia)
        for name, card, rank, mia in (
            ("risen", "rebel-xwing-rookiepilot", "EXP", False),
            ("plain", "rebel-xwing-rookiepilot", "", False),
            ("elite", "rebel-xwing-rookiepilot", "ELITE", False),
            ("gone", "rebel-xwing-rookiepilot", "VET", True),
            ("unique", "rebel-xwing-lukeskywalker", "VET", False),
        )
    }
    can = {name for name, ship in ships.items() if can_be_promoted(fleet.ships[ship])}
    assert can == {name for name, ship in ships.items() if promotion_offers(fleet, ship)} == {"risen"}
    risen = fleet.ships[ships["risen"]]
    fleet.desk, risen.recovered_in = Desk(900, 800), 900
    assert (can_be_promoted(risen), just_recovered(fleet, risen)) == (True, True)
    fleet.desk = Desk(901, 800)
    assert not just_recovered(fleet, risen)


@pytest.mark.rule("CR-001")
def test_an_offer_can_be_bought_if_nothing_speaks_against_it_but_money():
    rich, poor = a_fleet(points=300), a_fleet(points=20)
    with_ship(rich, "rebel-xwing-lukeskywalker")
    buyable = {
        points: {each.card_id for each in ship_offers(fleet, "x-wing") if each.buyable}
        for points, fleet in ((300, rich), (20, poor))
    }
    assert "rebel-xwing-rookiepilot" in buyable[300]
    assert "rebel-xwing-lukeskywalker" not in buyable[300]
    assert "rebel-xwing-rookiepilot" not in buyable[20]
