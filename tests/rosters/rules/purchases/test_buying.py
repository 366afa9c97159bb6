"""Buying ships and upgrades, and giving back in a draft."""

import pytest

from league.kernel.decision import Actor
from league.rules.events import MemberJoined
from league.rules.state import LeagueState
from rosters.catalogue import Slot, catalogue
from rosters.rules import events as ev
from rosters.rules import orders
from rosters.rules.purchases.values import fleet_value
from tests.rosters.rules.orders.table import ANN, BEN, CAT, ORGANISER, ROOKIE, VISITOR, a_desk, a_draft

PROTOTYPE = "rebel-awing-prototypepilot"
VADER = "imperial-tieadvanced-darthvader"
TEMPEST = "imperial-tieadvanced-tempestsquadronpilot"
SHUTTLE = "imperial-lambdaclassshuttle-omicrongrouppilot"
CR90 = "rebel-cr90corvette"


@pytest.mark.rule("CR-001", "CR-003", "CR-031")
def test_a_ship_and_its_upgrades_are_paid_line_by_line():
    table, fleet = a_draft()
    ship = table.buy(fleet, ROOKIE, "r2astromech")
    lines = [(e.amount, e.rule, e.what) for e in table.log if isinstance(e, ev.PointsChanged)]
    assert lines == [
        (-21, "CR-031", "Rookie Pilot (X-wing)"),
        (-1, "CR-031", "R2 Astromech on Rookie Pilot (X-wing)"),
    ]
    assert table.fleet(fleet).points == table.points_of(fleet) == 328
    assert [each.card for each in table.aboard(fleet, ship)] == ["r2astromech"]


@pytest.mark.rule("CR-001")
def test_a_purchase_beyond_the_points_in_hand_is_refused_with_the_figures():
    table, fleet = a_desk(points=20)
    no = table.refused(orders.BuyShip(fleet, ROOKIE))
    assert no.message == "Rookie Pilot (X-wing) costs 21 FP, and Fleet of 2 has 20 FP: 1 FP short."
    assert no.rule == "CR-001"


@pytest.mark.rule("CR-001", "CR-140")
def test_the_last_point_can_be_spent_at_the_desk():
    table, fleet = a_desk(points=21)
    table.do(orders.BuyShip(fleet, ROOKIE))
    assert table.fleet(fleet).points == 0
    assert table.log[-1].rule == "CR-140"


@pytest.mark.rule("CR-030")
def test_ships_of_another_side_are_refused():
    table, fleet = a_draft("rebel")
    assert table.refused(orders.BuyShip(fleet, VADER)).rule == "CR-030"


@pytest.mark.rule("CR-030")
def test_first_order_ships_fly_for_the_empire_and_resistance_ships_for_the_rebels():
    table, fleet = a_draft("imperial")
    table.do(orders.BuyShip(fleet, "imperial-tiefofighter-epsilonsquadronpilot"))
    other, rebels = a_draft("rebel")
    other.do(orders.BuyShip(rebels, "rebel-t70xwing-bluesquadronnovice"))
    assert len(table.fleet(fleet).ships) == len(other.fleet(rebels).ships) == 1


@pytest.mark.rule("CR-007")
@pytest.mark.parametrize("standing", ["ready", "playing", "eliminated", "retired"])
def test_nothing_is_bought_outside_a_draft_or_an_open_desk(standing):
    table, fleet = a_draft()
    table.fleet(fleet).standing = standing
    assert table.refused(orders.BuyShip(fleet, ROOKIE)).rule == "CR-007"
    assert table.refused(orders.BuyUpgrade(fleet, "r2astromech")).rule == "CR-007"


@pytest.mark.rule("CR-007")
def test_only_the_owner_or_an_organiser_buys():
    table, fleet = a_draft()
    assert table.refused(orders.BuyShip(fleet, ROOKIE), BEN).status == 403
    assert table.refused(orders.BuyShip(fleet, ROOKIE), VISITOR).status == 403
    table.do(orders.BuyShip(fleet, ROOKIE), ORGANISER)
    assert len(table.fleet(fleet).ships) == 1


def test_unknown_cards_ships_and_fleets_are_unreadable():
    table, fleet = a_draft()
    ship = table.buy(fleet, ROOKIE)
    for order in (
        orders.BuyShip(fleet, "rebel-xwing-nobody"),
        orders.BuyShip(99, ROOKIE),
        orders.BuyShip(fleet, ROOKIE, 11),
        orders.BuyUpgrade(fleet, "nothing"),
        orders.BuyUpgrade(fleet, "r2astromech", ship + 50),
        orders.ReturnShip(fleet, 77),
        orders.ReturnUpgrade(fleet, 77),
    ):
        assert table.refused(order).status == 422


@pytest.mark.rule("CR-010")
def test_a_ship_cannot_be_bought_into_a_squadron_that_is_not_laid_out():
    table, fleet = a_draft()
    assert table.refused(orders.BuyShip(fleet, ROOKIE, 5)).rule == "CR-010"


@pytest.mark.rule("CR-014")
def test_a_huge_ship_is_not_bought_into_a_standard_squadron():
    table, fleet = a_draft()
    table.form(fleet, 2, "standard")
    table.form(fleet, 3, "epic")
    assert table.refused(orders.BuyShip(fleet, CR90, 2)).rule == "CR-014"
    table.do(orders.BuyShip(fleet, CR90, 3))


@pytest.mark.rule("CR-042", "CR-005")
def test_a_ship_with_two_sections_is_bought_as_one_for_the_sum_of_its_cards():
    table, fleet = a_draft()
    ship = table.buy(fleet, CR90)
    assert table.fleet(fleet).points == 350 - 90
    assert len(table.fleet(fleet).ships) == 1
    table.do(orders.BuyUpgrade(fleet, "gunneryteam", ship, section="aft"))
    table.do(orders.BuyUpgrade(fleet, "c3po", ship))
    assert [each.section for each in table.aboard(fleet, ship)] == ["aft", "fore"]


@pytest.mark.rule("CR-032")
@pytest.mark.parametrize("card", ["engineupgrade", "royalguardtie", "veteraninstincts"])
def test_modifications_titles_and_talents_are_never_bought_into_the_inventory(card):
    table, fleet = a_draft("imperial")
    assert table.refused(orders.BuyUpgrade(fleet, card)).rule == "CR-032"


@pytest.mark.rule("CR-032")
def test_every_other_kind_may_be_bought_into_the_inventory():
    table, fleet = a_draft()
    table.do(orders.BuyUpgrade(fleet, "r2astromech"))
    assert [each.card for each in table.aboard(fleet, None)] == ["r2astromech"]


@pytest.mark.rule("CR-033")
def test_a_ship_takes_no_upgrade_without_a_free_slot():
    table, fleet = a_draft()
    ship = table.buy(fleet, ROOKIE, "r2astromech")
    assert table.refused(orders.BuyUpgrade(fleet, "r5astromech", ship)).rule == "CR-033"
    assert table.refused(orders.BuyUpgrade(fleet, "fleetofficer", ship)).rule.startswith("CR-03")


@pytest.mark.rule("CR-033")
def test_a_missing_ship_takes_no_upgrade():
    table, fleet = a_desk()
    ship = table.buy(fleet, ROOKIE)
    table.emit(ev.ShipLost(fleet, ship, "Rookie", "mia", "CR-113"))
    assert table.refused(orders.BuyUpgrade(fleet, "r2astromech", ship)).code == "missing"


@pytest.mark.rule("CR-033")
def test_cards_bought_with_a_ship_are_attached_in_the_order_that_makes_room_for_them():
    table, fleet = a_draft("scum")
    card = next(each for each in catalogue().cards_of_ship("m3ainterceptor") if not each.unique)
    ship = table.buy(fleet, card.id, "fluxcannon" if "fluxcannon" in catalogue().upgrades else "ioncannon",
                     "heavyscykinterceptor")  # fmt: skip
    title = next(each for each in table.aboard(fleet, ship) if each.card == "heavyscykinterceptor")
    assert title.choice == Slot.CANNON


@pytest.mark.rule("CR-035")
def test_a_second_card_of_a_name_and_kind_is_refused():
    table, fleet = a_draft()
    table.buy(fleet, "rebel-yt1300-hansolo")
    assert table.refused(orders.BuyShip(fleet, "rebel-yt1300-hansolo-swx57")).rule == "CR-035"


@pytest.mark.rule("CR-035")
def test_pilot_and_crew_of_a_name_may_both_be_owned_but_only_one_is_in_use():
    table, fleet = a_draft("imperial")
    table.form(fleet, 2)
    table.buy(fleet, VADER, squadron=2)
    shuttle = table.buy(fleet, SHUTTLE)
    table.do(orders.BuyUpgrade(fleet, "darthvader"))
    assert table.refused(orders.BuyUpgrade(fleet, "darthvader", shuttle)).rule == "CR-035"
    crew = table.aboard(fleet, None)[0]
    assert table.refused(orders.MoveUpgrade(fleet, crew.id, shuttle)).rule == "CR-035"


@pytest.mark.rule("CR-035")
def test_a_pilot_is_not_bought_into_a_squadron_while_his_crew_card_is_in_use():
    table, fleet = a_draft("imperial")
    table.form(fleet, 2)
    table.buy(fleet, SHUTTLE, "darthvader")
    assert table.refused(orders.BuyShip(fleet, VADER, 2)).rule == "CR-035"
    table.do(orders.BuyShip(fleet, VADER, None))


@pytest.mark.rule("CR-040")
def test_a_killed_name_can_never_be_bought_again():
    table, fleet = a_desk("imperial")
    table.emit(ev.NameKilled(fleet, "darthvader", "Darth Vader", "CR-040"))
    assert table.refused(orders.BuyShip(fleet, VADER)).rule == "CR-040"
    assert table.refused(orders.BuyUpgrade(fleet, "darthvader")).rule == "CR-040"
    table.do(orders.BuyShip(fleet, TEMPEST))


@pytest.mark.rule("CR-038", "CR-040")
def test_squadron_limited_cards_are_bought_many_times():
    table, fleet = a_draft()
    able = [card for card in catalogue().cards_of_ship("xwing") if Slot.ELITE in card.slots][:2]
    for card in able:
        ship = table.buy(fleet, card.id)
        table.do(orders.BuyUpgrade(fleet, "squadleader", ship))
    assert [each.card for each in table.fleet(fleet).upgrades.values()] == ["squadleader", "squadleader"]


# --- CR-034 ---


@pytest.mark.rule("CR-034")
def test_a_modification_is_replaced_when_no_slot_is_free_and_the_old_one_is_lost_without_refund():
    table, fleet = a_desk(points=100)
    ship = table.buy(fleet, ROOKIE, "engineupgrade")
    old, points = table.aboard(fleet, ship)[0].id, table.fleet(fleet).points
    assert table.refused(orders.BuyUpgrade(fleet, "hullupgrade", ship)).rule == "CR-034"
    events = table.do(orders.BuyUpgrade(fleet, "hullupgrade", ship, replacing=old))
    assert events[0] == ev.UpgradeLost(fleet, old, "Engine Upgrade", "removed", "CR-034")
    assert [each.card for each in table.aboard(fleet, ship)] == ["hullupgrade"]
    assert table.fleet(fleet).points == points - 3


@pytest.mark.rule("CR-034")
def test_nothing_is_replaced_while_a_modification_slot_is_free():
    table, fleet = a_desk("imperial")
    card = next(
        each
        for each in catalogue().cards_of_ship("tieinterceptor")
        if not each.unique and (each.skill or 0) > 4
    )
    ship = table.buy(fleet, card.id, "royalguardtie", "engineupgrade")
    old = next(each.id for each in table.aboard(fleet, ship) if each.card == "engineupgrade")
    assert table.refused(orders.BuyUpgrade(fleet, "hullupgrade", ship, replacing=old)).code == "slot_free"


@pytest.mark.rule("CR-034")
def test_only_a_modification_of_that_ship_gives_way_and_only_to_a_modification():
    table, fleet = a_desk()
    ship = table.buy(fleet, ROOKIE, "r2astromech", "engineupgrade")
    other = table.buy(fleet, ROOKIE, "engineupgrade")
    engine = next(each.id for each in table.aboard(fleet, ship) if each.card == "engineupgrade")
    foreign = table.aboard(fleet, other)[0].id
    for card, replacing in (("hullupgrade", foreign), ("r5astromech", engine)):
        no = table.refused(orders.BuyUpgrade(fleet, card, ship, replacing=replacing))
        assert (no.code, no.rule) == ("no_replacement", "CR-034")


@pytest.mark.rule("CR-032", "CR-144")
def test_a_card_that_can_leave_goes_to_the_inventory_to_make_room():
    table, fleet = a_desk()
    ship = table.buy(fleet, ROOKIE, "r2astromech")
    droid = table.aboard(fleet, ship)[0].id
    other = table.buy(fleet, ROOKIE)
    assert table.refused(orders.BuyUpgrade(fleet, "hullupgrade", other, replacing=droid)).rule == "CR-034"
    table.do(orders.BuyUpgrade(fleet, "r5astromech", ship, replacing=droid))
    assert [each.card for each in table.aboard(fleet, ship)] == ["r5astromech"]
    assert [each.id for each in table.aboard(fleet, None)] == [droid]
    missing = table.aboard(fleet, ship)[0].id
    table.emit(ev.UpgradeLost(fleet, missing, "R5 Astromech", "mia", "CR-116"))
    assert table.refused(orders.BuyUpgrade(fleet, "r2astromech", ship, replacing=missing)).code == "missing"


@pytest.mark.rule("CR-034")
def test_a_card_in_a_slot_of_the_old_card_goes_to_the_inventory():
    table, fleet = a_desk()
    ship = table.buy(fleet, "rebel-bwing-bluesquadronpilot", "bwinge2", "reconspecialist")
    old = next(each.id for each in table.aboard(fleet, ship) if each.card == "bwinge2")
    table.do(orders.BuyUpgrade(fleet, "engineupgrade", ship, replacing=old))
    assert [each.card for each in table.aboard(fleet, ship)] == ["engineupgrade"]
    assert [each.card for each in table.aboard(fleet, None)] == ["reconspecialist"]


@pytest.mark.rule("CR-034")
def test_a_card_that_cannot_leave_the_ship_is_lost_with_the_slot():
    table, fleet = a_desk("rebel")
    card = next(each for each in catalogue().cards_of_ship("yt1300") if not each.unique)
    ship = table.buy(fleet, card.id, "smugglingcompartment", "guidancechips")
    old = next(each.id for each in table.aboard(fleet, ship) if each.card == "smugglingcompartment")
    table.do(orders.BuyUpgrade(fleet, "engineupgrade", ship, replacing=old))
    assert [each.card for each in table.aboard(fleet, ship)] == ["engineupgrade"]
    assert table.aboard(fleet, None) == []


# --- CR-041 ---


@pytest.mark.rule("CR-041", "CR-005")
def test_worked_example_17_chardaan_refit():
    table, fleet = a_desk(points=15)
    ship = table.buy(fleet, PROTOTYPE, "chardaanrefit")
    refit = table.aboard(fleet, ship)[0]
    assert table.fleet(fleet).points == 0
    assert fleet_value(table.fleet(fleet)) == 15
    assert table.refused(orders.MoveUpgrade(fleet, refit.id, None)).rule == "CR-041"
    table.emit(
        ev.ShipLost(fleet, ship, "Prototype", "mia", "CR-113"), ev.PointsChanged(fleet, 8, "CR-110", "reward")
    )
    table.do(orders.RecoverShip(fleet, ship))
    assert table.fleet(fleet).points == 0


@pytest.mark.rule("CR-041")
def test_a_negative_card_cannot_be_bought_into_the_inventory():
    table, fleet = a_desk()
    assert table.refused(orders.BuyUpgrade(fleet, "chardaanrefit")).rule == "CR-041"


@pytest.mark.rule("CR-041")
def test_a_negative_card_gives_its_points_back_once_per_ship_and_is_no_source_of_points():
    table, fleet = a_desk()
    ship = table.buy(fleet, PROTOTYPE)
    before = table.fleet(fleet).points
    table.do(orders.BuyUpgrade(fleet, "chardaanrefit", ship))
    assert table.fleet(fleet).points == before + 2
    refit = table.aboard(fleet, ship)[0]
    for order in (
        orders.BuyUpgrade(fleet, "chardaanrefit", ship),
        orders.MoveUpgrade(fleet, refit.id, table.buy(fleet, PROTOTYPE)),
        orders.MoveUpgrade(fleet, refit.id, None),
        orders.ReturnUpgrade(fleet, refit.id),
        orders.BuyUpgrade(fleet, "engineupgrade", ship, replacing=refit.id),
        orders.Rearrange(fleet, (), (), ((refit.id, None, "", ""),)),
    ):
        table.refused(order)


@pytest.mark.rule("CR-041")
def test_a_draft_pays_the_points_of_a_negative_card_back_when_it_is_returned():
    table, fleet = a_draft()
    ship = table.buy(fleet, PROTOTYPE, "chardaanrefit")
    refit = table.aboard(fleet, ship)[0].id
    table.do(orders.ReturnUpgrade(fleet, refit))
    assert table.fleet(fleet).points == 350 - 17
    table.do(orders.BuyUpgrade(fleet, "chardaanrefit", ship))
    table.do(orders.ReturnShip(fleet, ship))
    assert table.fleet(fleet).points == 350


@pytest.mark.rule("CR-041")
def test_a_draft_without_points_cannot_return_a_negative_card():
    table, fleet = a_draft()
    ship = table.buy(fleet, PROTOTYPE, "chardaanrefit")
    table.emit(ev.PointsChanged(fleet, -table.fleet(fleet).points, "CR-001", "set"))
    refit = table.aboard(fleet, ship)[0].id
    assert table.refused(orders.ReturnUpgrade(fleet, refit)).rule == "CR-001"


# --- drafts ---


@pytest.mark.rule("CR-007")
def test_everything_in_a_draft_goes_back_for_its_full_price():
    table, fleet = a_draft()
    ship = table.buy(fleet, ROOKIE, "r2astromech", "engineupgrade")
    table.do(orders.ReturnShip(fleet, ship))
    assert table.fleet(fleet).points == 350
    assert (table.fleet(fleet).ships, table.fleet(fleet).upgrades) == ({}, {})


@pytest.mark.rule("CR-007")
def test_nothing_is_given_back_at_a_desk():
    table, fleet = a_desk()
    ship = table.buy(fleet, ROOKIE, "r2astromech")
    assert table.refused(orders.ReturnShip(fleet, ship)).rule == "CR-007"
    assert table.refused(orders.ReturnUpgrade(fleet, table.aboard(fleet, ship)[0].id)).rule == "CR-007"


@pytest.mark.rule("CR-010", "CR-030")
def test_a_fleet_is_founded_by_players_once_with_350_points():
    table, fleet = a_draft()
    assert (table.fleet(fleet).points, table.fleet(fleet).member) == (350, ANN.member)
    assert table.refused(orders.FoundFleet("Second", "rebel", "clubs")).code == "one_fleet"
    assert table.refused(orders.FoundFleet("Mine", "rebel", "clubs"), VISITOR).status == 403
    assert table.refused(orders.FoundFleet("Mine", "klingon", "clubs"), BEN).status == 422
    table.state.of(LeagueState).phase = "ended"
    assert table.refused(orders.FoundFleet("Mine", "scum", "clubs"), BEN).code == "ended"
    table.state.of(LeagueState).phase = "gathering"
    table.do(orders.FoundFleet("For Ben", "scum", "clubs", BEN.member), ORGANISER)
    assert table.refused(orders.FoundFleet("For Cat", "scum", "spades", CAT.member), BEN).status == 403


@pytest.mark.rule("CR-010")
def test_suits_repeat_only_when_all_four_are_taken():
    table, fleet = a_draft()
    no = table.refused(orders.FoundFleet("Two", "rebel", "hearts"), BEN)
    assert (no.rule, no.field) == ("CR-010", "suit")
    for by, suit in ((ORGANISER, "spades"), (BEN, "clubs"), (CAT, "diamonds")):
        table.found(by, suit=suit)
    table.emit(MemberJoined(5, "player"))
    table.do(orders.FoundFleet("Five", "rebel", "hearts"), Actor(5, "player"))
    assert [each.suit for each in table.fleets.values()].count("hearts") == 2


@pytest.mark.rule("CR-030")
def test_only_an_empty_draft_changes_sides():
    table, fleet = a_draft()
    table.do(orders.ChangeSide(fleet, "scum"))
    assert table.fleet(fleet).side == "scum"
    assert table.do(orders.ChangeSide(fleet, "scum")) == []
    table.do(orders.BuyUpgrade(fleet, "greedo"))
    assert table.refused(orders.ChangeSide(fleet, "rebel")).rule == "CR-030"


def test_a_fleet_keeps_a_clean_name_of_its_own():
    table, fleet = a_draft()
    table.do(orders.RenameFleet(fleet, "  Red \x00 Dawn\n", "clubs"))
    assert (table.fleet(fleet).name, table.fleet(fleet).suit) == ("Red Dawn", "clubs")
    table.do(orders.RenameFleet(fleet, "Red Dawn"))
    assert table.refused(orders.RenameFleet(fleet, "Red", "cups")).field == "suit"
    assert table.refused(orders.RenameFleet(fleet, "   ")).field == "fleet_name"
    assert table.refused(orders.RenameFleet(fleet, "x" * 61)).field == "fleet_name"
    table.found(BEN, name="Blue")
    assert table.refused(orders.RenameFleet(fleet, "BLUE")).code == "name_taken"
    table.emit(ev.FleetLocked(fleet))
    assert table.refused(orders.RenameFleet(fleet, "Red", "spades")).code == "locked"


@pytest.mark.rule("CR-141")
def test_a_name_given_back_in_a_draft_has_not_flown():
    table, fleet = a_draft()
    ship = table.buy(fleet, "rebel-xwing-lukeskywalker")
    assert table.fleet(fleet).flown == ["lukeskywalker"]
    table.do(orders.ReturnShip(fleet, ship))
    assert table.fleet(fleet).flown == []


@pytest.mark.rule("CR-033")
def test_a_card_that_gives_a_slot_is_not_exchanged_from_under_what_sits_there():
    table, fleet = a_draft()
    ship = table.buy(fleet, "rebel-arc170-thanekyrell", "r2d6", "adrenalinerush")
    droid = next(each.id for each in table.aboard(fleet, ship) if each.card == "r2d6")
    no = table.refused(orders.BuyUpgrade(fleet, "r2astromech", ship, replacing=droid))
    assert (no.code, no.rule) == ("no_place", "CR-033")


@pytest.mark.rule("CR-033")
def test_a_card_that_another_one_demands_is_not_exchanged_away():
    table, fleet = a_draft("scum")
    hunter = table.buy(fleet, "scum-g1astarfighter-gandfindsman", "misthunter", "tractorbeam")
    beam = next(each.id for each in table.aboard(fleet, hunter) if each.card == "tractorbeam")
    no = table.refused(orders.BuyUpgrade(fleet, "tractorbeam", hunter, replacing=beam))
    assert no.code == "must_equip"


@pytest.mark.rule("CR-039", "CR-035")
def test_two_fleets_may_own_the_same_unique_names():
    table, fleet = a_draft("imperial")
    rival = table.found(BEN, "imperial", "clubs")
    for each in (fleet, rival):
        table.form(each, 2)
        table.buy(each, VADER, squadron=2)
        assert table.refused(orders.BuyShip(each, VADER), ORGANISER).rule == "CR-035"
    assert [len(table.fleet(each).ships) for each in (fleet, rival)] == [1, 1]
