"""Moving ships and upgrades, squadrons laid out, re-designated and struck."""

import pytest

from rosters.rules import events as ev
from rosters.rules import orders
from tests.rosters.rules.orders.table import BEN, GRAY, ROOKIE, a_desk, a_draft

CR90 = "rebel-cr90corvette"
HAN = "rebel-yt1300-hansolo"
SMUGGLER = "rebel-yt1300-outerrimsmuggler"
GR75 = "rebel-gr75mediumtransport-gr75mediumtransport"
MINDLINKED = "scum-m3ainterceptor-tansariipointveteran"


@pytest.mark.rule("CR-144", "CR-010")
def test_ships_move_between_squadrons_and_the_inventory():
    table, fleet = a_desk()
    table.form(fleet, 2)
    table.form(fleet, 10, "recon")
    ship = table.buy(fleet, ROOKIE, squadron=2)
    table.do(orders.MoveShip(fleet, ship, 10))
    assert table.ship(fleet, ship).squadron == 10
    table.do(orders.MoveShip(fleet, ship, None))
    assert table.ship(fleet, ship).squadron is None
    assert table.do(orders.MoveShip(fleet, ship, None)) == []


@pytest.mark.rule("CR-010")
@pytest.mark.parametrize("card", [1, 11, 0, -3])
def test_squadron_cards_run_from_2_to_10(card):
    table, fleet = a_draft()
    assert table.refused(orders.FormSquadron(fleet, card, "standard")).rule == "CR-010"


@pytest.mark.rule("CR-010")
def test_a_card_stands_for_one_squadron():
    table, fleet = a_draft()
    table.form(fleet, 5)
    assert table.refused(orders.FormSquadron(fleet, 5, "recon")).code == "card_taken"
    assert table.refused(orders.StrikeSquadron(fleet, 6)).rule == "CR-010"
    assert table.refused(orders.RetypeSquadron(fleet, 6, "recon")).rule == "CR-010"


@pytest.mark.rule("CR-021")
def test_there_are_three_types_and_no_other():
    table, fleet = a_draft()
    assert table.refused(orders.FormSquadron(fleet, 5, "heavy")).status == 422


@pytest.mark.rule("CR-022", "CR-007")
def test_the_designation_changes_while_reorganising_and_at_no_other_time():
    table, fleet = a_desk()
    table.form(fleet, 2)
    table.do(orders.RetypeSquadron(fleet, 2, "recon"))
    assert table.fleet(fleet).squadrons[2].type == "recon"
    table.emit(ev.DeskClosed(fleet, table.fleet(fleet).desk.id, 1))
    assert table.refused(orders.RetypeSquadron(fleet, 2, "standard")).rule == "CR-007"


@pytest.mark.rule("CR-015", "CR-012", "CR-013")
def test_worked_example_3_three_y_wings_of_20_points_are_recon_or_standard_as_their_owner_likes():
    table, fleet = a_draft()
    table.form(fleet, 2, "recon")
    for _ in range(3):
        table.buy(fleet, "rebel-ywing-graysquadronpilot", squadron=2)
    assert table.fleet(fleet).points == 350 - 60
    for kind in ("recon", "standard"):
        table.do(orders.RetypeSquadron(fleet, 2, kind))
        ((_, findings),) = orders.start_report(table.state)
        assert [each for each in findings if each.about == "squadron:2"] == []
    table.do(orders.RetypeSquadron(fleet, 2, "epic"))
    ((_, findings),) = orders.start_report(table.state)
    assert {each.rule for each in findings if each.about == "squadron:2" and each.is_error} == {"CR-014"}


@pytest.mark.rule("CR-017")
def test_a_third_epic_squadron_is_refused_however_it_comes_about():
    table, fleet = a_draft()
    table.form(fleet, 2, "epic")
    table.form(fleet, 3, "epic")
    table.form(fleet, 4, "standard")
    assert table.refused(orders.FormSquadron(fleet, 5, "epic")).rule == "CR-017"
    assert table.refused(orders.RetypeSquadron(fleet, 4, "epic")).rule == "CR-017"


@pytest.mark.rule("CR-014", "CR-042")
def test_a_huge_ship_moves_as_a_whole_and_into_epic_squadrons_only():
    table, fleet = a_draft()
    table.form(fleet, 2, "epic")
    table.form(fleet, 3, "standard")
    ship = table.buy(fleet, CR90)
    assert table.refused(orders.MoveShip(fleet, ship, 3)).rule == "CR-014"
    table.do(orders.MoveShip(fleet, ship, 2))
    assert table.refused(orders.RetypeSquadron(fleet, 2, "standard")).rule == "CR-014"


@pytest.mark.rule("CR-018")
def test_a_missing_ship_keeps_its_place():
    table, fleet = a_desk()
    table.form(fleet, 2)
    ship = table.buy(fleet, ROOKIE, squadron=2)
    table.emit(ev.ShipLost(fleet, ship, "Rookie", "mia", "CR-113"))
    assert table.refused(orders.MoveShip(fleet, ship, None)).rule == "CR-018"
    table.do(orders.StrikeSquadron(fleet, 2))
    assert table.ship(fleet, ship).squadron is None


@pytest.mark.rule("CR-032")
@pytest.mark.parametrize("card", ["engineupgrade", "millenniumfalcon", "veteraninstincts"])
def test_modifications_titles_and_talents_stay_where_they_were_attached(card):
    table, fleet = a_desk()
    ship = table.buy(fleet, HAN, card)
    other = table.buy(fleet, SMUGGLER)
    upgrade = table.aboard(fleet, ship)[0].id
    assert table.refused(orders.MoveUpgrade(fleet, upgrade, None)).rule == "CR-032"
    assert table.refused(orders.MoveUpgrade(fleet, upgrade, other)).rule == "CR-032"


@pytest.mark.rule("CR-032", "CR-033")
def test_loose_upgrades_move_to_where_a_slot_is_free():
    table, fleet = a_desk()
    one, two = table.buy(fleet, ROOKIE, "r2astromech"), table.buy(fleet, ROOKIE, "r5astromech")
    droid = table.aboard(fleet, one)[0].id
    assert table.refused(orders.MoveUpgrade(fleet, droid, two)).rule == "CR-033"
    table.do(orders.MoveUpgrade(fleet, table.aboard(fleet, two)[0].id, None))
    table.do(orders.MoveUpgrade(fleet, droid, two))
    assert [each.id for each in table.aboard(fleet, two)] == [droid]


@pytest.mark.rule("CR-033")
def test_a_card_cannot_leave_whose_slot_another_card_sits_in():
    table, fleet = a_desk("scum")
    card = "scum-m3ainterceptor-cartelspacer"
    ship = table.buy(fleet, card, "heavyscykinterceptor", "ioncannon")
    title = next(each.id for each in table.aboard(fleet, ship) if each.card == "heavyscykinterceptor")
    assert table.refused(orders.MoveUpgrade(fleet, title, None)).rule == "CR-032"


@pytest.mark.rule("CR-035")
def test_a_pilot_moves_into_a_squadron_only_when_the_crew_card_is_not_in_use():
    table, fleet = a_desk()
    table.form(fleet, 2)
    pilot = table.buy(fleet, HAN)
    falcon = table.buy(fleet, SMUGGLER, "hansolo")
    assert table.refused(orders.MoveShip(fleet, pilot, 2)).rule == "CR-035"
    table.do(orders.MoveUpgrade(fleet, table.aboard(fleet, falcon)[0].id, None))
    table.do(orders.MoveShip(fleet, pilot, 2))


@pytest.mark.rule("CR-144", "CR-019")
def test_single_moves_may_leave_a_squadron_outside_its_limits_until_the_desk_is_closed():
    table, fleet = a_desk()
    table.form(fleet, 2)
    ships = [table.buy(fleet, ROOKIE, squadron=2) for _ in range(3)]
    table.do(orders.MoveShip(fleet, ships[0], None))
    assert [each.id for each in table.fleet(fleet).ships_in(2)] == ships[1:]


@pytest.mark.rule("CR-144")
def test_a_whole_arrangement_is_applied_at_once():
    table, fleet = a_desk()
    table.form(fleet, 2)
    table.form(fleet, 3)
    ships = [table.buy(fleet, ROOKIE, squadron=2) for _ in range(3)]
    droid = table.buy(fleet, GRAY, "r2astromech")
    card = table.aboard(fleet, droid)[0].id
    table.do(
        orders.Rearrange(
            fleet,
            ((4, "recon"), (2, "standard")),
            ((ships[0], 4), (droid, 2)),
            ((card, ships[0], "", ""),),
        )
    )
    now = table.fleet(fleet)
    assert {each.card: each.type for each in now.squadrons.values()} == {2: "standard", 4: "recon"}
    assert [each.id for each in now.ships_in(4)] == [ships[0]]
    assert [each.id for each in now.ships_in(2)] == [*ships[1:], droid]
    assert now.upgrades[card].ship == ships[0]


@pytest.mark.rule("CR-144", "CR-035")
def test_an_arrangement_can_swap_two_cards_of_a_name_that_single_moves_could_not():
    table, fleet = a_desk()
    table.form(fleet, 2)
    pilot = table.buy(fleet, HAN, squadron=2)
    table.do(orders.BuyUpgrade(fleet, "hansolo"))
    falcon = table.buy(fleet, SMUGGLER)
    crew = table.aboard(fleet, None)[0].id
    swap = orders.Rearrange(
        fleet, ((2, "standard"),), ((pilot, None), (falcon, 2)), ((crew, falcon, "", ""),)
    )
    table.do(swap)
    back = orders.Rearrange(fleet, ((2, "standard"),), ((pilot, 2),), ())
    assert table.refused(back).rule == "CR-035"


@pytest.mark.rule("CR-144", "CR-032")
def test_an_arrangement_moves_nothing_that_single_orders_could_not_move():
    table, fleet = a_desk()
    ship = table.buy(fleet, ROOKIE, "engineupgrade")
    other = table.buy(fleet, ROOKIE)
    fixed = table.aboard(fleet, ship)[0].id
    assert table.refused(orders.Rearrange(fleet, (), (), ((fixed, other, "", ""),))).rule == "CR-032"
    assert table.refused(orders.Rearrange(fleet, ((2, "recon"), (2, "epic")))).status == 422
    assert table.refused(orders.Rearrange(fleet, ((2, "recon"),), ((ship, 3),))).status == 422
    table.emit(ev.ShipLost(fleet, other, "Rookie", "mia", "CR-113"))
    assert table.refused(orders.Rearrange(fleet, ((2, "recon"),), ((other, 2),))).rule == "CR-018"


@pytest.mark.rule("CR-144")
def test_an_arrangement_that_says_what_is_there_changes_nothing():
    table, fleet = a_desk()
    table.form(fleet, 2)
    ship = table.buy(fleet, ROOKIE, "engineupgrade", squadron=2)
    mod = table.aboard(fleet, ship)[0].id
    same = orders.Rearrange(fleet, ((2, "standard"),), (), ((mod, ship, "", ""),))
    assert table.do(same) == []
    assert table.do(orders.RetypeSquadron(fleet, 2, "standard")) == []


def test_rivals_move_nothing():
    table, fleet = a_desk()
    table.form(fleet, 2)
    ship = table.buy(fleet, ROOKIE, "r2astromech")
    for order in (
        orders.MoveShip(fleet, ship, 2),
        orders.MoveUpgrade(fleet, table.aboard(fleet, ship)[0].id, None),
        orders.FormSquadron(fleet, 3, "recon"),
        orders.RetypeSquadron(fleet, 2, "recon"),
        orders.StrikeSquadron(fleet, 2),
        orders.Rearrange(fleet, ()),
    ):
        assert table.refused(order, BEN).status == 403


@pytest.mark.rule("CR-022", "CR-018", "CR-014")
def test_an_epic_squadron_whose_huge_ship_is_missing_can_be_designated_anew():
    table, fleet = a_desk()
    table.form(fleet, 2, "epic")
    transport = table.buy(fleet, GR75, squadron=2)
    table.emit(ev.ShipLost(fleet, transport, "transport", "mia", "CR-113"))
    table.do(orders.RetypeSquadron(fleet, 2, "standard"))
    table.do(orders.RecoverShip(fleet, transport))
    assert table.fleet(fleet).squadrons[2].type == "standard"
    assert table.ship(fleet, transport).squadron is None


@pytest.mark.rule("CR-018", "CR-033")
def test_a_missing_ship_does_not_use_up_what_its_squadron_may_hold():
    table, fleet = a_desk("scum")
    table.form(fleet, 2)
    lost = table.buy(fleet, MINDLINKED, "attannimindlink", squadron=2)
    table.emit(ev.ShipLost(fleet, lost, "ship", "mia", "CR-113"))
    kept = [table.buy(fleet, MINDLINKED, "attannimindlink", squadron=2) for _ in range(2)]
    third = orders.BuyShip(fleet, MINDLINKED, 2, ("attannimindlink",))
    assert table.refused(third).code == "max_per_squad"
    assert [table.ship(fleet, ship).squadron for ship in kept] == [2, 2]
    table.do(orders.RecoverShip(fleet, lost))
    assert table.ship(fleet, lost).squadron is None


@pytest.mark.rule("CR-036")
def test_a_missing_upgrade_is_not_touched_by_an_arrangement():
    table, fleet = a_desk()
    ship = table.buy(fleet, ROOKIE, "r2d2")
    droid = table.aboard(fleet, ship)[0]
    table.emit(ev.UpgradeLost(fleet, droid.id, "R2-D2", "mia", "CR-116"))
    assert table.do(orders.Rearrange(fleet, (), (), ((droid.id, ship, "", ""),))) == []
    for section, choice in (("fore", ""), ("", "Crew")):
        no = table.refused(orders.Rearrange(fleet, (), (), ((droid.id, ship, section, choice),)))
        assert (no.code, no.rule) == ("missing", "CR-036")


@pytest.mark.rule("CR-033")
def test_a_choice_is_only_made_for_cards_that_offer_one():
    table, fleet = a_desk()
    ship, other = table.buy(fleet, ROOKIE, "r2astromech"), table.buy(fleet, ROOKIE)
    droid = table.aboard(fleet, ship)[0]
    for order in (
        orders.BuyUpgrade(fleet, "r2astromech", other, choice="Crew"),
        orders.BuyUpgrade(fleet, "hullupgrade", other, choice="x"),
        orders.MoveUpgrade(fleet, droid.id, other, choice="Crew"),
        orders.Rearrange(fleet, (), (), ((droid.id, other, "", "Crew"),)),
    ):
        assert table.refused(order).code == "no_choice"
