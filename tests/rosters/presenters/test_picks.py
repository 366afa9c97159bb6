"""The menus of ships, slots, cards and squadrons, worked out on fleets made as states."""

from __future__ import annotations

import pytest

from league.rules.state import Profile
from rosters.presenters import picks
from rosters.rules.state import Desk, FleetState
from tests.rosters.rules.builders import a_fleet, with_ship, with_squadron, with_upgrade

PROFILE = Profile()
ROOKIE = "rebel-xwing-rookiepilot"
LUKE = "rebel-xwing-lukeskywalker"


def at_the_desk(points: int = 100) -> FleetState:
    fleet = a_fleet("rebel", points=points, standing="desk")
    fleet.desk = Desk(900, 800)
    return fleet


def test_a_ship_can_go_everywhere_but_where_it_is():
    fleet = a_fleet()
    ship = with_ship(fleet, ROOKIE, squadron=4)
    with_squadron(fleet, 7, "recon")
    menu = picks.ship_menu(fleet, fleet.ships[ship], PROFILE)
    assert [(each.value, each.label) for each in menu.targets] == [
        ("7", "Squadron 7 · 0 of 60"),
        ("inventory", "The inventory"),
    ]


@pytest.mark.rule("CR-018")
def test_a_missing_ship_goes_nowhere():
    fleet = at_the_desk()
    ship = with_ship(fleet, ROOKIE, squadron=4, mia=True)
    assert picks.ship_menu(fleet, fleet.ships[ship], PROFILE).targets == ()


def test_copies_are_offered_bare_and_with_what_can_be_had_again():
    fleet = a_fleet()
    ship = with_ship(fleet, ROOKIE, ["r2d2", "protontorpedoes"])
    bare, full = picks.ship_menu(fleet, fleet.ships[ship], PROFILE).copies
    assert (bare.price, bare.upgrades, bare.why_not) == (21, (), "")
    assert (full.price, full.upgrades) == (25, ("protontorpedoes",))
    assert full.label == "with those of its upgrades that can be bought again"


@pytest.mark.rule("CR-035")
def test_a_unique_ship_has_no_copy():
    fleet = a_fleet()
    ship = with_ship(fleet, LUKE)
    (bare,) = picks.ship_menu(fleet, fleet.ships[ship], PROFILE).copies
    assert "already has a ship card of Luke Skywalker" in bare.why_not


def test_a_copy_that_is_too_dear_says_so():
    fleet = a_fleet(points=20)
    ship = with_ship(fleet, ROOKIE)
    (bare,) = picks.ship_menu(fleet, fleet.ships[ship], PROFILE).copies
    assert bare.why_not == "It costs 21 FP and you have 20 FP."


@pytest.mark.rule("CR-141")
@pytest.mark.parametrize(("standing", "offered"), [("desk", True), ("draft", False)])
def test_promotions_are_offered_at_the_desk_alone(standing, offered):
    fleet = at_the_desk()
    fleet.standing = standing
    ship = with_ship(fleet, ROOKIE, rank="EXP")
    assert bool(picks.ship_menu(fleet, fleet.ships[ship], PROFILE).promotions) is offered


@pytest.mark.rule("CR-143")
def test_repairs_stand_in_the_menu_of_their_ship():
    fleet = at_the_desk()
    ship = with_ship(fleet, "rebel-cr90corvette", crippled=["aft"])
    with_ship(fleet, ROOKIE)
    (repair,) = picks.ship_menu(fleet, fleet.ships[ship], PROFILE).desk
    assert (repair.kind, repair.section, repair.price) == ("repair_section", "aft", 20)


@pytest.mark.rule("CR-033")
def test_a_slot_offers_cards_of_its_kind_with_owned_copies_first():
    fleet = a_fleet()
    ship = with_ship(fleet, ROOKIE)
    loose = with_upgrade(fleet, "plasmatorpedoes")
    page = picks.slot_page(fleet, fleet.ships[ship], 0)
    assert (page.slot, page.sitting, page.replaces) == ("Torpedo", None, False)
    assert (page.legal[0].card, page.legal[0].owned) == ("plasmatorpedoes", (loose,))


@pytest.mark.rule("CR-041")
def test_a_card_with_negative_points_gives_some_back():
    fleet = a_fleet()
    page = picks.slot_page(fleet, fleet.ships[with_ship(fleet, ROOKIE)], 0)
    assert {each.card: each.gives for each in page.legal}["renegaderefit"] == 2


@pytest.mark.rule("CR-034")
def test_a_replacement_names_what_loses_its_slot():
    fleet = at_the_desk()
    ship = with_ship(fleet, "rebel-yt1300-chewbacca")
    old = with_upgrade(fleet, "smugglingcompartment", ship, choice="Illicit")
    with_upgrade(fleet, "inertialdampeners", ship)
    place = picks.upgrade_menu(fleet, fleet.upgrades[old], PROFILE).place
    assert place is not None
    page = picks.slot_page(fleet, fleet.ships[ship], place)
    assert page.replaces
    assert {each.card: each.with_it for each in page.legal}["engineupgrade"] == "Inertial Dampeners"
    assert {each.card: each.findings[-1].code for each in page.others}["hullupgrade"] == "slot_free"


def test_an_unknown_slot_is_an_index_error():
    fleet = a_fleet()
    with pytest.raises(IndexError):
        picks.slot_page(fleet, fleet.ships[with_ship(fleet, ROOKIE)], 40)


def test_a_modification_stays_and_says_why():
    fleet = at_the_desk()
    ship = with_ship(fleet, ROOKIE)
    with_ship(fleet, ROOKIE)
    menu = picks.upgrade_menu(fleet, fleet.upgrades[with_upgrade(fleet, "shieldupgrade", ship)], PROFILE)
    assert menu.stays
    assert (menu.targets, menu.barred) == ((), ())


@pytest.mark.rule("CR-142")
def test_a_missing_card_is_priced_for_its_recovery():
    fleet = at_the_desk()
    menu = picks.upgrade_menu(fleet, fleet.upgrades[with_upgrade(fleet, "r2d2", mia=True)], PROFILE)
    assert menu.recovery is not None
    assert (menu.recovery.price, menu.targets) == (2, ())


@pytest.mark.rule("CR-017")
def test_a_third_epic_squadron_is_barred():
    fleet = a_fleet()
    with_squadron(fleet, 2, "epic")
    assert not any(each.barred for each in picks.type_choices(fleet, 4, PROFILE))
    with_squadron(fleet, 3, "epic")
    assert [each.value for each in picks.type_choices(fleet, 4, PROFILE) if each.barred] == ["epic"]
    assert not any(each.barred for each in picks.type_choices(fleet, 3, PROFILE))


@pytest.mark.rule("CR-032")
def test_cards_of_other_sides_are_not_offered_for_the_inventory():
    offered = [each.card for each in picks.loose_offers(a_fleet("rebel"), "emperor palpatine")]
    assert offered == []
    assert [each.card for each in picks.loose_offers(a_fleet("imperial"), "emperor palpatine")] == [
        "emperorpalpatine"
    ]


def test_no_list_is_longer_than_one_can_read():
    assert len(picks.loose_offers(a_fleet(), "")) == picks.MOST_LISTED


@pytest.mark.rule("CR-034")
def test_a_modification_is_not_offered_in_place_of_itself():
    fleet = at_the_desk()
    ship = with_ship(fleet, ROOKIE)
    number = with_upgrade(fleet, "shieldupgrade", ship)
    place = picks.upgrade_menu(fleet, fleet.upgrades[number], PROFILE).place
    assert place is not None
    page = picks.slot_page(fleet, fleet.ships[ship], place)
    cards = {each.card for each in (*page.legal, *page.others)}
    assert (page.replaces, "engineupgrade" in cards, "shieldupgrade" in cards) == (True, True, False)


@pytest.mark.rule("CR-039")
def test_a_reason_that_bars_a_loose_card_from_every_ship_stands_once():
    fleet, mate = a_fleet("rebel"), a_fleet("rebel")
    with_ship(fleet, ROOKIE, ["r2astromech"], squadron=4)
    with_ship(fleet, ROOKIE, squadron=4)
    with_upgrade(mate, "r2d2", with_ship(mate, ROOKIE, squadron=4))
    loose = with_upgrade(fleet, "r2d2")
    menu = picks.upgrade_menu(fleet, fleet.upgrades[loose], PROFILE, (mate,))
    assert ([each.rule for each in menu.nowhere], menu.barred, menu.targets) == (["CR-039"], (), ())


@pytest.mark.rule("CR-120")
@pytest.mark.parametrize("rank", ["", "EXP", "VET", "ELITE"])
def test_elite_pilots_alone_can_have_a_name_of_their_own(rank):
    fleet = a_fleet()
    ship = with_ship(fleet, ROOKIE, rank=rank)
    assert picks.ship_menu(fleet, fleet.ships[ship], PROFILE).may_name is (rank == "ELITE")


@pytest.mark.rule("CR-034")
def test_a_modification_aboard_can_be_replaced_and_nothing_else():
    fleet = a_fleet()
    ship = with_ship(fleet, ROOKIE)
    cards = {
        "aboard": with_upgrade(fleet, "shieldupgrade", ship),
        "droid": with_upgrade(fleet, "r2d2", ship),
        "loose": with_upgrade(fleet, "engineupgrade"),
        "missing": with_upgrade(fleet, "hullupgrade", mia=True),
    }
    menus = {name: picks.upgrade_menu(fleet, fleet.upgrades[each], PROFILE) for name, each in cards.items()}
    assert {name for name, menu in menus.items() if menu.replaceable} == {"aboard"}


@pytest.mark.rule("CR-013")
def test_a_ship_is_proposed_for_the_first_squadron_with_room():
    fleet = at_the_desk()
    for card, ships in ((2, 5), (3, 2), (4, 0)):
        with_squadron(fleet, card)
        for _ in range(ships):
            with_ship(fleet, ROOKIE, squadron=card)
    targets = list(picks.squadron_targets(fleet))
    assert [each.label for each in targets] == [
        "Squadron 2 · 105 of 120",
        "Squadron 3 · 42 of 120",
        "Squadron 4 · 0 of 120",
        "The inventory",
    ]
    assert [each.chosen for each in targets] == [True, False, False, False]
    with_ship(fleet, ROOKIE, squadron=2)
    full, room, *_ = picks.squadron_targets(fleet)
    assert (full.label, full.full, full.chosen) == ("Squadron 2 · 126 of 120, full", True, False)
    assert (room.full, room.chosen) == (False, True)


@pytest.mark.rule("CR-015")
def test_a_type_that_the_ships_of_a_squadron_cannot_be_is_marked():
    fleet = a_fleet()
    for _ in range(4):
        with_ship(fleet, ROOKIE, squadron=2)
    assert [(each.value, each.fits) for each in picks.type_choices(fleet, 2, PROFILE)] == [
        ("recon", False),
        ("standard", True),
        ("epic", False),
    ]
    assert all(each.fits for each in picks.type_choices(fleet, 5, PROFILE))
