"""An organiser's word on rosters: points, marks, lost names, elimination; always with a reason."""

from copy import deepcopy

import pytest

from league.kernel.refusal import Refusal
from league.rules import events as lg
from rosters.forms import ShipForm
from rosters.rules import events as ev
from rosters.rules import orders
from rosters.rules.narration import sentence
from rosters.rules.overrides.events import ShipStatus
from rosters.rules.overrides.orders import may_be_crippled, open_ranks, upgrades_to_set
from tests.rosters.rules.orders.table import ANN, BEN, GRAY, ORGANISER, ROOKIE, Table, a_desk, a_table

WEDGE = "rebel-xwing-wedgeantilles"
CR90 = "rebel-cr90corvette"
WHY = "The dice fell under the table."


def status(fleet: int, ship: int, rank: str = "", **marks: object) -> orders.SetShipStatus:
    given = {"mia": False, "damaged": (), "crippled": (), "reason": WHY} | marks
    return orders.SetShipStatus(fleet, ship, rank, **given)  # type: ignore[arg-type]


def with_ship(card: str = ROOKIE, *upgrades: str) -> tuple[Table, int, int]:
    table, fleet = a_desk(points=900)
    return table, fleet, table.buy(fleet, card, *upgrades)


@pytest.mark.rule("CR-003")
def test_points_are_set_right_with_a_ledger_line_that_says_why():
    table, fleet = a_desk()
    assert table.refused(orders.AdjustPoints(fleet, 10, WHY)).status == 403
    assert table.refused(orders.AdjustPoints(fleet, 10, " "), ORGANISER).code == "no_reason"
    assert table.refused(orders.AdjustPoints(fleet, 0, WHY), ORGANISER).code == "no_amount"
    table.do(orders.AdjustPoints(fleet, 10, WHY), ORGANISER)
    (line,) = table.do(orders.AdjustPoints(fleet, -60, WHY), ORGANISER)
    assert (line.what, line.rule) == (f"Set right by an organiser: {WHY}", "")
    assert sentence(line) == f"An organiser took 60 FP from the fleet. The organiser's reason: {WHY}"
    assert table.fleet(fleet).points == table.points_of(fleet) == 300


@pytest.mark.rule("CR-001")
def test_no_more_points_are_taken_than_there_are():
    table, fleet = a_desk()
    no = table.refused(orders.AdjustPoints(fleet, -351, WHY), ORGANISER)
    assert (no.code, no.rule) == ("points", "CR-001")
    table.do(orders.AdjustPoints(fleet, -350, WHY), ORGANISER)
    assert table.fleet(fleet).points == 0


def test_points_of_a_locked_roster_are_set_right_as_well_but_not_in_a_game():
    table = a_table()
    fleets = [table.found(ANN), table.found(BEN, "imperial", "clubs")]
    table.do(orders.AdjustPoints(fleets[0], -5, "Handicap"), ORGANISER)
    table.start(*fleets)
    table.do(orders.AdjustPoints(fleets[0], -5, WHY), ORGANISER)
    assert table.fleet(fleets[0]).points == 340
    table.emit(lg.RoundOpened(50, 1), *(lg.FleetCheckedIn(50, each) for each in fleets))
    table.emit(lg.PairingMade(50, 51, *fleets))
    no = table.refused(orders.AdjustPoints(fleets[0], -5, WHY), ORGANISER)
    assert no.code == "not_now" and "in a game" in no.message


def test_all_marks_of_a_ship_are_set_at_once_and_told():
    table, fleet, ship = with_ship()
    (event,) = table.do(status(fleet, ship, "ELITE", damaged=("whole",)), ORGANISER)
    assert event.after == ShipStatus("ELITE", False, ("whole",), (), None)
    assert sentence(event) == (
        f"An organiser ruled: Rookie Pilot (X-wing) is ELITE, DAMAGED. The organiser's reason: {WHY}"
    )
    table.do(orders.NamePilot(fleet, ship, "Ace"))
    table.do(status(fleet, ship, "VET"), ORGANISER)
    assert (table.ship(fleet, ship).rank, table.ship(fleet, ship).given_name) == ("VET", "")
    assert table.refused(status(fleet, ship, "VET"), ORGANISER).code == "no_change"


@pytest.mark.rule("CR-118")
def test_a_unique_pilot_is_never_elite():
    table, fleet, ship = with_ship(WEDGE)
    table.do(status(fleet, ship, "VET"), ORGANISER)
    assert table.refused(status(fleet, ship, "ELITE"), ORGANISER).rule == "CR-118"
    assert table.refused(status(fleet, ship, "ACE"), ORGANISER).status == 422


@pytest.mark.rule("CR-117")
def test_sections_have_one_mark_each_and_one_stays_whole():
    table, fleet, ship = with_ship(CR90)
    table.do(status(fleet, ship, damaged=("fore",), crippled=("aft",)), ORGANISER)
    assert table.ship(fleet, ship).crippled == ["aft"]
    assert table.refused(status(fleet, ship, crippled=("fore", "aft")), ORGANISER).code == "both"
    assert table.refused(status(fleet, ship, damaged=("aft",), crippled=("aft",)), ORGANISER).code == "twice"
    assert table.refused(status(fleet, ship, damaged=("whole",)), ORGANISER).code == "no_section"
    small = table.buy(fleet, ROOKIE)
    assert table.refused(status(fleet, small, crippled=("whole",)), ORGANISER).code == "one_piece"


@pytest.mark.rule("CR-018")
def test_a_ship_that_comes_back_takes_its_place_or_waits_in_the_inventory():
    table, fleet = a_desk(points=900)
    table.form(fleet, 2)
    ships = [table.buy(fleet, GRAY, squadron=2) for _ in range(6)]
    table.do(status(fleet, ships[0], mia=True), ORGANISER)
    table.do(status(fleet, ships[0]), ORGANISER)
    assert table.ship(fleet, ships[0]).squadron == 2
    table.do(status(fleet, ships[0], mia=True), ORGANISER)
    table.buy(fleet, GRAY, squadron=2)
    (event,) = table.do(status(fleet, ships[0]), ORGANISER)
    assert table.ship(fleet, ships[0]).squadron is None
    assert "back, into the inventory" in sentence(event)


@pytest.mark.rule("CR-035")
def test_nobody_comes_back_under_a_name_that_is_in_use():
    table, fleet, ship = with_ship("rebel-yt1300-hansolo")
    table.form(fleet, 2)
    table.do(orders.MoveShip(fleet, ship, 2))
    table.do(status(fleet, ship, mia=True), ORGANISER)
    other = table.buy(fleet, "rebel-yt1300-outerrimsmuggler")
    crew = table.do(orders.BuyUpgrade(fleet, "hansolo", other), ORGANISER)
    table.do(status(fleet, ship), ORGANISER)
    assert crew and table.ship(fleet, ship).squadron is None


@pytest.mark.rule("CR-036")
def test_a_missing_upgrade_comes_back_and_only_names_can_be_missing():
    table, fleet, ship = with_ship("rebel-yt1300-outerrimsmuggler", "hansolo", "gunner")
    han, gunner = [each.id for each in table.aboard(fleet, ship)]
    table.do(orders.SetUpgradeStatus(fleet, han, True, WHY), ORGANISER)
    assert table.fleet(fleet).upgrades[han].mia
    table.do(orders.SetUpgradeStatus(fleet, han, False, WHY), ORGANISER)
    assert (table.fleet(fleet).upgrades[han].mia, table.fleet(fleet).upgrades[han].ship) == (False, ship)
    no = table.refused(orders.SetUpgradeStatus(fleet, gunner, True, WHY), ORGANISER)
    assert (no.code, no.rule) == ("no_name", "CR-036")


@pytest.mark.rule("CR-036", "CR-117", "CR-118")
def test_the_form_offers_what_the_order_accepts():
    table, fleet, unique = with_ship(WEDGE)
    plain, huge = table.buy(fleet, ROOKIE), table.buy(fleet, CR90)
    for ship in (unique, plain, huge):
        state = table.ship(fleet, ship)
        ranks = [each for each in ("EXP", "VET", "ELITE") if accepted(table, status(fleet, ship, each))]
        assert open_ranks(state) == ("", *ranks)
        form = ShipForm(ship=state)
        assert [value for value, _ in form.fields["rank"].choices] == ["", *ranks]
        part = "whole" if ship != huge else "aft"
        crippled = accepted(table, status(fleet, ship, crippled=(part,)))
        assert may_be_crippled(state) == crippled == (ship == huge)
        marks = [value for value, _ in form.fields[f"mark_{part}"].choices]
        assert marks == ["", "damaged", *(["crippled"] if crippled else [])]


def accepted(table: Table, order: orders.SetShipStatus) -> bool:
    """Whether an organiser's order would be carried out; nothing is kept."""
    try:
        deepcopy(table).do(order, ORGANISER)
    except Refusal:
        return False
    return True


@pytest.mark.rule("CR-036")
def test_upgrades_that_can_be_set_are_names_and_those_that_are_missing():
    table, fleet, ship = with_ship("rebel-yt1300-outerrimsmuggler", "hansolo", "gunner")
    state = table.fleet(fleet)
    han, gunner = (each.id for each in table.aboard(fleet, ship))
    assert [each.id for each in upgrades_to_set(state)] == [han]
    state.upgrades[gunner].mia = True
    assert [each.id for each in upgrades_to_set(state)] == [han, gunner]


@pytest.mark.rule("CR-040")
def test_a_name_that_was_killed_may_serve_again():
    table, fleet = a_desk(points=900)
    table.emit(ev.NameKilled(fleet, "wedgeantilles", "Wedge Antilles", "CR-040"))
    persona = table.fleet(fleet).killed[0]
    assert table.refused(orders.RestoreName(fleet, "nobody", WHY), ORGANISER).status == 422
    table.do(orders.RestoreName(fleet, persona, WHY), ORGANISER)
    assert table.fleet(fleet).killed == []
    assert table.refused(orders.RestoreName(fleet, persona, WHY), ORGANISER).rule == "CR-040"


@pytest.mark.rule("CR-150")
def test_an_elimination_is_struck_and_defeats_are_counted_anew():
    table, fleet = a_desk()
    assert table.refused(orders.StrikeElimination(fleet, WHY), ORGANISER).code == "not_eliminated"
    table.emit(ev.FleetEliminated(fleet, "CR-151"))
    table.emit(ev.DeskClosed(fleet, table.fleet(fleet).desk.id, 1))
    table.fleet(fleet).defeats_in_row = 3
    table.do(orders.StrikeElimination(fleet, WHY), ORGANISER)
    assert (table.fleet(fleet).standing, table.fleet(fleet).defeats_in_row) == ("desk", 0)
    assert table.fleet(fleet).desk.reopened
    table.do(orders.FormSquadron(fleet, 2, "standard"))


@pytest.mark.rule("CR-151")
def test_a_fleet_with_two_standard_squadrons_is_ready_again_at_once():
    table, fleet = a_desk(points=900)
    for card in (2, 3):
        table.form(fleet, card)
        for _ in range(3):
            table.buy(fleet, ROOKIE, squadron=card)
    table.emit(ev.FleetEliminated(fleet, "CR-151"))
    table.emit(ev.DeskClosed(fleet, table.fleet(fleet).desk.id, 1))
    (event,) = table.do(orders.StrikeElimination(fleet, WHY), ORGANISER)
    assert event.kind == "fleet.elimination_struck" and table.fleet(fleet).standing == "ready"


@pytest.mark.rule("CR-030")
def test_an_eliminated_fleet_does_not_return_beside_a_new_one_of_its_owner():
    table, fleet = a_desk()
    table.emit(ev.FleetEliminated(fleet, "CR-150"))
    table.emit(ev.DeskClosed(fleet, table.fleet(fleet).desk.id, 1))
    table.do(orders.FoundFleet("The next one", "rebel", "spades", member=ANN.member), ORGANISER)
    assert table.refused(orders.StrikeElimination(fleet, WHY), ORGANISER).code == "one_fleet"
