"""The post-game desk: promotions, recoveries, repairs and prices."""

from itertools import permutations

import pytest

from league.rules.state import LeagueState, Profile
from rosters.rules import events as ev
from rosters.rules import orders
from tests.rosters.rules.orders.table import BEN, ORGANISER, ROOKIE, Table, a_desk, a_draft

RED = "rebel-xwing-redsquadronpilot"
WEDGE = "rebel-xwing-wedgeantilles"
HAN = "rebel-yt1300-hansolo"
SMUGGLER = "rebel-yt1300-outerrimsmuggler"
CR90 = "rebel-cr90corvette"
FIRESPRAY = "imperial-firespray31-bountyhunter"
KNAVE = "rebel-ewing-knavesquadronpilot"


def ranked(table: Table, fleet: int, card: str, rank: str, *upgrades: str) -> int:
    ship = table.buy(fleet, card, *upgrades)
    table.emit(ev.RankChanged(fleet, ship, "pilot", "", rank, "CR-118"))
    return ship


def miss(table: Table, fleet: int, ship: int) -> int:
    table.emit(ev.ShipLost(fleet, ship, "ship", "mia", "CR-113"))
    return ship


@pytest.mark.rule("CR-141")
def test_example_10_a_promotion_costs_the_difference_and_the_mark():
    table, fleet = a_desk(points=100)
    ship = ranked(table, fleet, ROOKIE, "EXP")
    points = table.fleet(fleet).points
    table.do(orders.Promote(fleet, ship, RED))
    assert (table.ship(fleet, ship).card, table.ship(fleet, ship).rank) == (RED, "")
    assert table.fleet(fleet).points == points - 2
    assert table.log[-1].rule == "CR-141"


@pytest.mark.rule("CR-141")
@pytest.mark.parametrize("rank", ["", "ELITE"])
def test_only_exp_and_vet_pilots_are_promoted_to_another_card(rank):
    table, fleet = a_desk()
    ship = ranked(table, fleet, ROOKIE, rank) if rank else table.buy(fleet, ROOKIE)
    assert table.refused(orders.Promote(fleet, ship, RED)).code == "not_risen"


@pytest.mark.rule("CR-141")
def test_a_unique_pilot_is_not_promoted_to_another_card():
    table, fleet = a_desk()
    ship = ranked(table, fleet, "rebel-xwing-garvendreis", "VET")
    assert table.refused(orders.Promote(fleet, ship, WEDGE)).code == "not_risen"


@pytest.mark.rule("CR-141")
def test_the_new_card_is_of_the_same_ship_and_not_less_skilled():
    table, fleet = a_desk()
    ship = ranked(table, fleet, RED, "EXP")
    assert table.refused(orders.Promote(fleet, ship, KNAVE)).code == "other_ship"
    assert table.refused(orders.Promote(fleet, ship, RED)).code == "same_card"
    assert table.refused(orders.Promote(fleet, ship, ROOKIE)).code == "lower_skill"


@pytest.mark.rule("CR-141")
def test_a_promotion_to_a_cheaper_card_costs_and_returns_nothing():
    table, fleet = a_desk(points=22)
    ship = ranked(table, fleet, "rebel-xwing-cavernangelszealot", "VET")
    table.do(orders.Promote(fleet, ship, ROOKIE))
    assert table.ship(fleet, ship).card == ROOKIE
    assert table.fleet(fleet).points == 0


@pytest.mark.rule("CR-141", "CR-001")
def test_a_promotion_is_refused_without_the_points():
    table, fleet = a_desk(points=22)
    ship = ranked(table, fleet, ROOKIE, "EXP")
    assert table.refused(orders.Promote(fleet, ship, RED)).rule == "CR-001"


@pytest.mark.rule("CR-141")
def test_a_unique_name_that_has_flown_for_the_fleet_is_not_promoted_to_again():
    table, fleet = a_desk()
    wedge = table.buy(fleet, WEDGE)
    table.emit(ev.ShipLost(fleet, wedge, "Wedge", "removed", "CR-087"))
    ship = ranked(table, fleet, ROOKIE, "EXP")
    assert table.refused(orders.Promote(fleet, ship, WEDGE)).code == "flown"


@pytest.mark.rule("CR-141", "CR-040")
def test_a_killed_name_is_not_promoted_to():
    table, fleet = a_desk()
    table.emit(ev.NameKilled(fleet, "wedgeantilles", "Wedge Antilles", "CR-040"))
    ship = ranked(table, fleet, ROOKIE, "EXP")
    assert table.refused(orders.Promote(fleet, ship, WEDGE)).rule == "CR-040"


@pytest.mark.rule("CR-141", "CR-035")
def test_owning_the_crew_card_is_no_bar_to_promotion_but_two_in_use_are():
    table, fleet = a_desk()
    table.form(fleet, 2, "epic")
    ship = ranked(table, fleet, SMUGGLER, "EXP")
    other = table.buy(fleet, SMUGGLER, "hansolo")
    table.do(orders.MoveShip(fleet, ship, 2))
    assert table.refused(orders.Promote(fleet, ship, HAN)).rule == "CR-035"
    table.do(orders.MoveUpgrade(fleet, table.aboard(fleet, other)[0].id, None))
    table.do(orders.Promote(fleet, ship, HAN))


@pytest.mark.rule("CR-141")
def test_a_pilot_with_a_talent_does_not_become_one_without_the_slot():
    table, fleet = a_desk("imperial")
    black = "imperial-tiefighter-blacksquadronpilot"
    gundark = "imperial-tiefighter-wingedgundark"
    bare, talented = ranked(table, fleet, black, "VET"), ranked(table, fleet, black, "VET", "adaptability")
    assert table.refused(orders.Promote(fleet, talented, gundark)).rule == "CR-141"
    table.do(orders.Promote(fleet, bare, gundark))


@pytest.mark.rule("CR-142", "CR-004")
def test_example_1_recovery_costs_half_rounded_up():
    table, fleet = a_desk(points=100)
    ship = miss(table, fleet, table.buy(fleet, ROOKIE, "r2astromech"))
    points = table.fleet(fleet).points
    assert [each.price for each in orders.desk_prices(table.fleet(fleet), _profile(table))] == [11]
    table.do(orders.RecoverShip(fleet, ship))
    assert not table.ship(fleet, ship).mia
    assert table.fleet(fleet).points == points - 11


def _profile(table: Table) -> Profile:
    return table.state.of(LeagueState).profile


@pytest.mark.rule("CR-142", "CR-119")
def test_example_13_a_recovered_ship_keeps_its_mark_and_waits_with_its_promotion():
    table, fleet = a_desk()
    ship = miss(table, fleet, ranked(table, fleet, ROOKIE, "EXP"))
    table.do(orders.RecoverShip(fleet, ship))
    assert table.ship(fleet, ship).rank == "EXP"
    assert table.refused(orders.Promote(fleet, ship, RED)).code == "just_recovered"
    table.emit(ev.DeskClosed(fleet, table.fleet(fleet).desk.id, 1))
    table.open_desks(fleet, number=2)
    table.do(orders.Promote(fleet, ship, RED))


@pytest.mark.rule("CR-142")
def test_other_ships_stay_missing_if_only_names_are_recovered():
    table, fleet = a_desk(recover_any_ship=False)
    rookie, wedge = (miss(table, fleet, table.buy(fleet, card)) for card in (ROOKIE, WEDGE))
    assert table.refused(orders.RecoverShip(fleet, rookie)).rule == "CR-142"
    table.do(orders.RecoverShip(fleet, wedge))


@pytest.mark.rule("CR-142")
def test_only_what_is_missing_is_recovered():
    table, fleet = a_desk()
    ship = table.buy(fleet, ROOKIE, "r2astromech")
    assert table.refused(orders.RecoverShip(fleet, ship)).code == "not_missing"
    assert table.refused(orders.RecoverUpgrade(fleet, table.aboard(fleet, ship)[0].id)).code == "not_missing"


@pytest.mark.rule("CR-018")
def test_a_recovered_ship_is_back_in_its_place_if_the_squadron_is_legal_with_it():
    table, fleet = a_desk()
    table.form(fleet, 2)
    ships = [table.buy(fleet, ROOKIE, squadron=2) for _ in range(3)]
    miss(table, fleet, ships[0])
    table.do(orders.RecoverShip(fleet, ships[0]))
    assert table.ship(fleet, ships[0]).squadron == 2


@pytest.mark.rule("CR-018")
def test_a_recovered_ship_goes_to_the_inventory_if_its_place_would_break_the_limits():
    table, fleet = a_desk()
    table.form(fleet, 2, "recon")
    ships = [table.buy(fleet, ROOKIE, squadron=2) for _ in range(2)]
    miss(table, fleet, ships[0])
    table.buy(fleet, ROOKIE, squadron=2)
    table.do(orders.RecoverShip(fleet, ships[0]))
    assert table.ship(fleet, ships[0]).squadron is None


def a_lost_squadron(*cards: str) -> tuple[Table, int, list[int]]:
    """A desk with a STANDARD squadron all of whose ships are missing."""
    table, fleet = a_desk(points=400)
    table.form(fleet, 2)
    ships = [table.buy(fleet, card, squadron=2) for card in cards]
    return table, fleet, [miss(table, fleet, ship) for ship in ships]


@pytest.mark.rule("CR-018")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_ships_recovered_together_are_judged_together_in_any_order(order):
    table, fleet, ships = a_lost_squadron(ROOKIE, ROOKIE, ROOKIE)
    for place in order[:2]:
        table.do(orders.RecoverShip(fleet, ships[place]))
        assert table.ship(fleet, ships[place]).squadron is None
    table.do(orders.RecoverShip(fleet, ships[order[2]]))
    assert [table.ship(fleet, ship).squadron for ship in ships] == [2, 2, 2]


@pytest.mark.rule("CR-018")
def test_a_recovered_ship_that_was_moved_since_stays_where_it_is():
    table, fleet, ships = a_lost_squadron(SMUGGLER, SMUGGLER, SMUGGLER)
    table.form(fleet, 3)
    table.do(orders.RecoverShip(fleet, ships[0]))
    table.do(orders.MoveShip(fleet, ships[0], 3))
    table.do(orders.MoveShip(fleet, ships[0], None))
    table.do(orders.RecoverShip(fleet, ships[1]))
    table.do(orders.RecoverShip(fleet, ships[2]))
    assert [table.ship(fleet, ship).squadron for ship in ships] == [None, None, None]


@pytest.mark.rule("CR-018")
def test_as_many_recovered_ships_return_as_the_squadron_is_legal_with():
    table, fleet, ships = a_lost_squadron(SMUGGLER, SMUGGLER, SMUGGLER, SMUGGLER, SMUGGLER)
    table.do(orders.RecoverShip(fleet, ships[0]))
    for ship in ships[1:]:
        table.do(orders.RecoverShip(fleet, ship))
    assert [table.ship(fleet, ship).squadron for ship in ships] == [2, 2, 2, 2, None]


@pytest.mark.rule("CR-018")
def test_ships_of_another_desk_are_not_judged_together():
    table, fleet, ships = a_lost_squadron(SMUGGLER, SMUGGLER, SMUGGLER)
    table.do(orders.RecoverShip(fleet, ships[0]))
    table.emit(ev.DeskClosed(fleet, table.fleet(fleet).desk.id, 1))
    table.open_desks(fleet, number=2)
    for ship in ships[1:]:
        table.do(orders.RecoverShip(fleet, ship))
    assert [table.ship(fleet, ship).squadron for ship in ships] == [None, None, None]


@pytest.mark.rule("CR-018", "CR-035")
def test_a_recovered_pilot_goes_to_the_inventory_while_his_crew_card_is_in_use():
    table, fleet = a_desk(points=200)
    table.form(fleet, 2, "standard")
    pilot = table.buy(fleet, HAN, squadron=2)
    table.buy(fleet, SMUGGLER, squadron=2)
    miss(table, fleet, pilot)
    table.buy(fleet, SMUGGLER, "hansolo")
    table.do(orders.RecoverShip(fleet, pilot))
    assert table.ship(fleet, pilot).squadron is None


@pytest.mark.rule("CR-142", "CR-035")
def test_a_crew_card_on_a_recovered_ship_goes_to_the_inventory_while_its_pilot_flies():
    table, fleet = a_desk()
    table.form(fleet, 2)
    falcon = miss(table, fleet, table.buy(fleet, SMUGGLER, "hansolo"))
    table.buy(fleet, HAN, squadron=2)
    table.do(orders.RecoverShip(fleet, falcon))
    assert [each.card for each in table.aboard(fleet, None)] == ["hansolo"]


@pytest.mark.rule("CR-142", "CR-036", "CR-004")
def test_a_missing_crew_card_is_recovered_by_itself_at_half():
    table, fleet = a_desk()
    ship = table.buy(fleet, SMUGGLER, "hansolo")
    crew = table.aboard(fleet, ship)[0]
    table.emit(ev.UpgradeLost(fleet, crew.id, "Han Solo", "mia", "CR-036"))
    points = table.fleet(fleet).points
    assert table.refused(orders.MoveUpgrade(fleet, crew.id, None)).rule == "CR-036"
    table.do(orders.RecoverUpgrade(fleet, crew.id))
    assert (table.fleet(fleet).upgrades[crew.id].mia, table.fleet(fleet).upgrades[crew.id].ship) == (
        False,
        ship,
    )
    assert table.fleet(fleet).points == points - 1


def a_lost_droid(table, fleet):
    """A ship that came home without R2-D2, who is missing."""
    ship = table.buy(fleet, ROOKIE, "r2d2")
    droid = table.aboard(fleet, ship)[0]
    table.emit(ev.UpgradeLost(fleet, droid.id, "R2-D2", "mia", "CR-116"))
    return ship, droid.id


@pytest.mark.rule("CR-142")
def test_a_card_that_is_missing_by_itself_makes_room_and_comes_back_to_the_inventory():
    table, fleet = a_desk()
    ship, droid = a_lost_droid(table, fleet)
    events = table.do(orders.BuyUpgrade(fleet, "r2astromech", ship))
    assert ev.UpgradeMoved(fleet, droid, "R2-D2 (Astromech)", ship, None) in events
    lost = table.fleet(fleet).upgrades[droid]
    assert (lost.mia, lost.ship) == (True, None)
    points = table.fleet(fleet).points
    table.do(orders.RecoverUpgrade(fleet, droid))
    found = table.fleet(fleet).upgrades[droid]
    assert (found.mia, found.ship, table.fleet(fleet).points) == (False, None, points - 2)
    assert [each.card for each in table.aboard(fleet, ship)] == ["r2astromech"]


@pytest.mark.rule("CR-142")
def test_a_loose_card_takes_the_slot_of_a_missing_one_too():
    table, fleet = a_desk()
    ship, droid = a_lost_droid(table, fleet)
    table.do(orders.BuyUpgrade(fleet, "r2astromech"))
    loose = next(each.id for each in table.fleet(fleet).upgrades.values() if each.card == "r2astromech")
    table.do(orders.MoveUpgrade(fleet, loose, ship))
    assert [table.fleet(fleet).upgrades[each].ship for each in (loose, droid)] == [ship, None]


@pytest.mark.rule("CR-142")
def test_a_missing_card_is_not_replaced_but_left_out_of_account():
    table, fleet = a_desk()
    ship, droid = a_lost_droid(table, fleet)
    no = table.refused(orders.BuyUpgrade(fleet, "r2astromech", ship, replacing=droid))
    assert (no.code, no.rule) == ("missing", "CR-142")
    assert "keeps no slot: attach the other card" in no.message


@pytest.mark.rule("CR-142")
def test_a_missing_card_whose_slot_is_free_comes_back_to_it():
    table, fleet = a_desk()
    ship, droid = a_lost_droid(table, fleet)
    table.do(orders.RecoverUpgrade(fleet, droid))
    assert table.fleet(fleet).upgrades[droid].ship == ship


@pytest.mark.rule("CR-032", "CR-142")
def test_a_missing_title_whose_slot_was_taken_comes_back_loose_and_can_be_attached_again():
    table, fleet = a_desk("imperial")
    ship = table.buy(fleet, FIRESPRAY, "slavei")
    title = table.aboard(fleet, ship)[0].id
    table.emit(ev.UpgradeLost(fleet, title, "Slave I", "mia", "CR-116"))
    table.do(orders.BuyUpgrade(fleet, "andrasta", ship))
    table.do(orders.RecoverUpgrade(fleet, title))
    assert table.fleet(fleet).upgrades[title].ship is None
    other = table.buy(fleet, FIRESPRAY)
    table.do(orders.MoveUpgrade(fleet, title, other))
    assert table.refused(orders.MoveUpgrade(fleet, title, None)).rule == "CR-032"


@pytest.mark.rule("CR-142", "CR-035")
def test_a_recovered_crew_card_is_loose_while_its_pilot_flies_or_its_ship_is_missing():
    table, fleet = a_desk()
    table.form(fleet, 2)
    ship = table.buy(fleet, SMUGGLER, "hansolo", "chewbacca")
    for crew in table.aboard(fleet, ship):
        table.emit(ev.UpgradeLost(fleet, crew.id, crew.card, "mia", "CR-036"))
    table.buy(fleet, HAN, squadron=2)
    han, chewie = (each.id for each in table.aboard(fleet, ship))
    table.do(orders.RecoverUpgrade(fleet, han))
    assert table.fleet(fleet).upgrades[han].ship is None
    miss(table, fleet, ship)
    table.do(orders.RecoverUpgrade(fleet, chewie))
    assert table.fleet(fleet).upgrades[chewie].ship is None


@pytest.mark.rule("CR-143", "CR-042")
def test_example_9_repairing_a_section_costs_half_of_its_card():
    table, fleet = a_desk()
    ship = table.buy(fleet, CR90)
    table.emit(ev.CrippledMarked(fleet, ship, "CR90", ("fore",), "CR-117"))
    points = table.fleet(fleet).points
    assert table.refused(orders.RepairSection(fleet, ship, "aft")).code == "not_crippled"
    assert table.refused(orders.RepairSection(fleet, ship, "middle")).status == 422
    table.do(orders.RepairSection(fleet, ship, "fore"))
    assert table.ship(fleet, ship).crippled == []
    assert table.fleet(fleet).points == points - 25


@pytest.mark.rule("CR-142", "CR-042")
def test_a_huge_ship_is_recovered_as_a_whole_and_without_crippled_sections():
    table, fleet = a_desk()
    ship = table.buy(fleet, CR90)
    table.emit(ev.CrippledMarked(fleet, ship, "CR90", ("fore", "aft"), "CR-117"))
    miss(table, fleet, ship)
    assert table.refused(orders.RepairSection(fleet, ship, "fore")).rule == "CR-018"
    table.do(orders.RecoverShip(fleet, ship))
    assert table.ship(fleet, ship).crippled == []
    assert table.log[-1].amount == -45


@pytest.mark.rule("CR-120")
def test_an_elite_pilot_is_named_at_any_time_and_no_other():
    table, fleet = a_desk()
    elite, other = ranked(table, fleet, ROOKIE, "ELITE"), ranked(table, fleet, ROOKIE, "VET")
    table.emit(ev.DeskClosed(fleet, table.fleet(fleet).desk.id, 1))
    table.do(orders.NamePilot(fleet, elite, "  Lucky   Lyra "))
    assert table.ship(fleet, elite).given_name == "Lucky Lyra"
    table.do(orders.NamePilot(fleet, elite, " "))
    assert table.ship(fleet, elite).given_name == ""
    assert table.refused(orders.NamePilot(fleet, other, "Nobody")).rule == "CR-120"
    assert table.refused(orders.NamePilot(fleet, elite, "x" * 61)).field == "given_name"


@pytest.mark.rule("CR-007")
def test_the_desk_is_shut_to_drafts_to_rivals_and_between_games():
    table, fleet = a_draft()
    ship = table.buy(fleet, ROOKIE)
    assert table.refused(orders.RecoverShip(fleet, ship)).rule == "CR-007"
    table, fleet = a_desk()
    ship = table.buy(fleet, ROOKIE)
    for order in (
        orders.Promote(fleet, ship, RED),
        orders.RecoverShip(fleet, ship),
        orders.RepairSection(fleet, ship, "fore"),
        orders.CloseDesk(fleet),
    ):
        assert table.refused(order, BEN).status == 403
    table.emit(ev.DeskClosed(fleet, table.fleet(fleet).desk.id, 1))
    assert table.refused(orders.Promote(fleet, ship, RED), ORGANISER).rule == "CR-007"


@pytest.mark.rule("CR-142", "CR-143")
def test_prices_list_every_recovery_and_repair_and_say_what_is_too_dear():
    table, fleet = a_desk(recover_any_ship=False)
    cr90 = table.buy(fleet, CR90)
    table.emit(ev.CrippledMarked(fleet, cr90, "CR90", ("aft",), "CR-117"))
    rookie = miss(table, fleet, table.buy(fleet, ROOKIE))
    ship = table.buy(fleet, SMUGGLER, "hansolo")
    crew = table.aboard(fleet, ship)[0].id
    table.emit(ev.UpgradeLost(fleet, crew, "Han Solo", "mia", "CR-036"))
    table.emit(ev.PointsChanged(fleet, 10 - table.fleet(fleet).points, "CR-001", "set"))
    listed = orders.desk_prices(table.fleet(fleet), _profile(table))
    assert [(each.kind, each.number, each.price, each.possible) for each in listed] == [
        ("recover_ship", rookie, 11, False),
        ("recover_upgrade", crew, 1, True),
        ("repair_section", cr90, 20, False),
    ]


@pytest.mark.rule("CR-142")
def test_a_missing_card_that_cannot_leave_its_ship_waits_for_the_ship():
    table, fleet = a_desk()
    ship = table.buy(fleet, HAN, "millenniumfalcon")
    title = table.aboard(fleet, ship)[0].id
    table.emit(ev.UpgradeLost(fleet, title, "Millennium Falcon", "mia", "CR-116"))
    miss(table, fleet, ship)
    assert table.refused(orders.RecoverUpgrade(fleet, title)).code == "ship_missing"
    table.do(orders.RecoverShip(fleet, ship))
    table.do(orders.RecoverUpgrade(fleet, title))
    assert (table.fleet(fleet).upgrades[title].mia, table.fleet(fleet).upgrades[title].ship) == (False, ship)
