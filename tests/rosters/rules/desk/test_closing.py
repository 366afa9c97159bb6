"""Closing a post-game phase: strikes, the proposal, elimination, the end of a campaign."""

from collections.abc import Iterable
from copy import deepcopy

import pytest

from league.kernel.refusal import Refusal
from league.rules.events import CampaignEnded
from league.rules.state import LeagueState
from rosters.catalogue import catalogue
from rosters.rules import events as ev
from rosters.rules import orders
from rosters.rules.desk.closing import disturbance, proposal_findings
from rosters.rules.legality import standard_squadrons
from tests.rosters.rules.orders.table import ANN, BEN, CAT, GRAY, ROOKIE, Table, a_desk, a_draft, a_table

# X-wings of 21 points (Rookie Pilot), Y-wings of 20 (Gray Squadron), large ships of 27.
BANDIT = "rebel-z95headhunter-banditsquadronpilot"  # 12 points
SMUGGLER = "rebel-yt1300-outerrimsmuggler"
CR90 = "rebel-cr90corvette"


def rich_desk(**profile: bool) -> tuple[Table, int]:
    table, fleet = a_desk(points=2000, **profile)
    return table, fleet


def squadron(table: Table, fleet: int, card: int, ships: Iterable[str], kind: str = "standard") -> list[int]:
    table.form(fleet, card, kind)
    return [table.buy(fleet, each, squadron=card) for each in ships]


def two_standards(table: Table, fleet: int) -> list[int]:
    return squadron(table, fleet, 2, [GRAY] * 3) + squadron(table, fleet, 3, [GRAY] * 3)


def outcome(table: Table, fleet: int) -> orders.Closing:
    return orders.closing(table.fleet(fleet), table.state.of(LeagueState).profile)


def miss(table: Table, fleet: int, *ships: int) -> None:
    table.emit(*(ev.ShipLost(fleet, each, "ship", "mia", "CR-113") for each in ships))


@pytest.mark.rule("CR-145")
def test_a_legal_fleet_closes_its_desk_and_is_ready_again():
    table, fleet = rich_desk()
    two_standards(table, fleet)
    assert outcome(table, fleet) == orders.Closing()
    events = table.do(orders.CloseDesk(fleet))
    assert events == [ev.DeskClosed(fleet, events[0].desk, events[0].round, 120, 2000 - 120)]
    assert (table.fleet(fleet).standing, table.fleet(fleet).desk) == ("ready", None)


@pytest.mark.rule("CR-019", "CR-018")
def test_a_squadron_outside_its_limits_is_struck_and_its_missing_ships_go_to_the_inventory_too():
    table, fleet = rich_desk()
    two_standards(table, fleet)
    third = squadron(table, fleet, 4, [GRAY] * 3)
    miss(table, fleet, third[0])
    assert outcome(table, fleet).struck == (4,)
    assert 4 in table.fleet(fleet).squadrons
    events = table.do(orders.CloseDesk(fleet))
    assert events[0] == ev.SquadronStruck(fleet, 4, "CR-019")
    assert [each.id for each in table.fleet(fleet).ships_in(None)] == third


@pytest.mark.rule("CR-022", "CR-019")
def test_an_epic_squadron_without_its_large_ships_is_struck_or_designated_anew():
    table, fleet = rich_desk()
    two_standards(table, fleet)
    epic = squadron(table, fleet, 4, [SMUGGLER] + [GRAY] * 6, "epic")
    miss(table, fleet, epic[0])
    assert outcome(table, fleet).struck == (4,)
    table.do(orders.RetypeSquadron(fleet, 4, "standard"))
    assert outcome(table, fleet).struck == ()


@pytest.mark.rule("CR-145", "CR-032")
def test_a_card_that_cannot_leave_its_ship_stays_where_no_place_is_left_for_it():
    table, fleet = rich_desk()
    ships = two_standards(table, fleet)
    table.do(orders.BuyUpgrade(fleet, "engineupgrade", ships[0]))
    table.emit(ev.UpgradeBought(fleet, 900, "hullupgrade", "Hull Upgrade", 3, ships[0]))
    assert outcome(table, fleet).parked == ()
    table.do(orders.CloseDesk(fleet))


@pytest.mark.rule("CR-145")
def test_a_card_whose_waiver_ends_with_a_strike_is_put_into_the_inventory():
    table, fleet = rich_desk()
    two_standards(table, fleet)
    waived = squadron(table, fleet, 4, ["rebel-attackshuttle-ezrabridger", SMUGGLER])
    table.do(orders.BuyUpgrade(fleet, "maul", waived[1]))
    maul = table.aboard(fleet, waived[1])[0].id
    assert outcome(table, fleet).struck == (4,)
    assert outcome(table, fleet).parked == (maul,)
    table.do(orders.BuyUpgrade(fleet, "engineupgrade", waived[1]))
    table.do(orders.BuyUpgrade(fleet, "chewbacca", waived[1]))
    assert outcome(table, fleet).parked == (maul,)
    table.do(orders.CloseDesk(fleet))
    assert table.fleet(fleet).upgrades[maul].ship is None


# --- CR-146 ---


@pytest.mark.rule("CR-146")
def test_closing_is_refused_with_a_legal_arrangement_while_two_standards_could_be_formed():
    table, fleet = rich_desk()
    squadron(table, fleet, 2, [GRAY] * 3)
    for _ in range(3):
        table.buy(fleet, GRAY)
    no = table.refused(orders.CloseDesk(fleet))
    assert (no.rule, no.code) == ("CR-146", "two_standards")
    assert len([each for each in no.besides if "STANDARD" in each.message]) == 2
    assert table.refused(orders.CloseDesk(fleet, accept_elimination=True)).rule == "CR-146"


@pytest.mark.rule("CR-146")
def test_the_proposal_leaves_the_other_squadrons_alone():
    """One ship was moved too many. A proposal brings few ships back and disbands nothing."""
    table, fleet = rich_desk()
    first = squadron(table, fleet, 2, [GRAY] * 3)
    squadron(table, fleet, 3, [GRAY] * 3)
    squadron(table, fleet, 4, [SMUGGLER] * 6, "epic")
    table.do(orders.MoveShip(fleet, first[0], 3))
    before = table.fleet(fleet)
    proposal = outcome(table, fleet).proposal
    assert proposal is not None
    profile = table.state.of(LeagueState).profile
    assert disturbance(before, profile, proposal) <= 2
    told = " ".join(each.message for each in proposal_findings(before, proposal, profile))
    assert ("is disbanded" in told, "to the inventory" in told, "no longer" in told) == (False, False, False)
    table.do(orders.proposed_order(before, proposal))
    table.do(orders.CloseDesk(fleet))
    after = table.fleet(fleet)
    assert sorted(after.squadrons) == [2, 3, 4]
    assert [ship.id for ship in after.ships.values() if ship.squadron is None] == []


@pytest.mark.rule("CR-146")
def test_the_proposal_says_what_it_takes_away():
    table, fleet = rich_desk()
    squadron(table, fleet, 2, [GRAY] * 2)
    squadron(table, fleet, 4, [SMUGGLER] * 6, "epic")
    proposal = outcome(table, fleet).proposal
    assert proposal is not None
    order = orders.proposed_order(table.fleet(fleet), proposal)
    told = [
        each.message
        for each in proposal_findings(table.fleet(fleet), proposal, table.state.of(LeagueState).profile)
    ]
    kinds = dict(order.squadrons)
    assert ("Squadron 4 is no longer EPIC." in told) == (kinds.get(4) == "standard")
    assert "Squadron 4 is no longer EPIC." in told or "Squadron 4 is disbanded." in told


@pytest.mark.rule("CR-146")
@pytest.mark.parametrize("case", ["inventory", "recon", "one_big", "struck", "epic"])
def test_the_proposal_can_be_carried_out_as_it_stands_and_then_the_desk_closes(case):
    table, fleet = rich_desk()
    _arrange(table, fleet, case)
    proposal = outcome(table, fleet).proposal
    assert proposal is not None
    table.do(orders.proposed_order(table.fleet(fleet), proposal))
    profile = table.state.of(LeagueState).profile
    assert len(standard_squadrons(table.fleet(fleet), profile)) >= 2
    table.do(orders.CloseDesk(fleet))
    assert table.fleet(fleet).standing == "ready"


def _arrange(table: Table, fleet: int, case: str) -> None:
    if case == "inventory":
        for _ in range(7):
            table.buy(fleet, GRAY)
    elif case == "recon":
        squadron(table, fleet, 2, [GRAY] * 3, "recon")
        squadron(table, fleet, 3, [GRAY] * 3, "recon")
    elif case == "one_big":
        squadron(table, fleet, 2, [GRAY] * 6)
    elif case == "struck":
        ships = squadron(table, fleet, 2, [ROOKIE] * 3) + squadron(table, fleet, 3, [ROOKIE] * 4)
        miss(table, fleet, ships[0])
        table.buy(fleet, ROOKIE)
    else:
        squadron(table, fleet, 2, [SMUGGLER] * 6, "epic")


@pytest.mark.rule("CR-146", "CR-023")
def test_two_recon_squadrons_do_not_stand_in_for_a_standard_one():
    table, fleet = rich_desk()
    squadron(table, fleet, 2, [GRAY] * 3)
    squadron(table, fleet, 3, [GRAY] * 2, "recon")
    squadron(table, fleet, 4, [GRAY] * 2, "recon")
    assert outcome(table, fleet).proposal is not None


@pytest.mark.rule("CR-146", "CR-144")
def test_loose_upgrades_count_for_what_could_be_formed():
    table, fleet = rich_desk()
    squadron(table, fleet, 2, [GRAY] * 3)
    table.buy(fleet, ROOKIE)
    table.buy(fleet, ROOKIE)
    assert outcome(table, fleet).eliminated
    for card in ("r2d2", "r5p9", "advprotontorpedoes", "advprotontorpedoes"):
        table.do(orders.BuyUpgrade(fleet, card))
    proposal = outcome(table, fleet).proposal
    assert proposal is not None and proposal.moves
    no = table.refused(orders.CloseDesk(fleet))
    assert any(each.message.startswith("R2-D2 (Astromech) goes on ") for each in no.findings)
    table.do(orders.proposed_order(table.fleet(fleet), proposal))
    table.do(orders.CloseDesk(fleet))


@pytest.mark.rule("CR-146", "CR-019")
def test_the_proposal_says_from_where_its_ships_come_and_what_the_closing_disbands():
    table, fleet = rich_desk()
    squadron(table, fleet, 2, [GRAY] * 3)
    squadron(table, fleet, 3, [GRAY] * 2)
    squadron(table, fleet, 4, [GRAY] * 2)
    before, profile = table.fleet(fleet), table.state.of(LeagueState).profile
    proposal = outcome(table, fleet).proposal
    assert proposal is not None
    told = " ".join(each.message for each in proposal_findings(before, proposal, profile))
    assert "Gray Squadron Pilot (Y-wing) comes from squadron 4." in told
    assert "Squadron 4 is then outside its limits, so that closing disbands it." in told


@pytest.mark.rule("CR-146", "CR-035")
def test_the_proposal_puts_a_crew_card_away_whose_pilot_is_needed():
    table, fleet = rich_desk()
    squadron(table, fleet, 2, [GRAY] * 3)
    table.buy(fleet, "rebel-xwing-lukeskywalker")
    table.buy(fleet, "rebel-xwing-wedgeantilles")
    table.do(orders.BuyUpgrade(fleet, "r2d2"))
    carrier = table.buy(fleet, CR90)
    table.do(orders.BuyUpgrade(fleet, "lukeskywalker", carrier))
    proposal = outcome(table, fleet).proposal
    assert proposal is not None
    assert any(
        each.message.endswith(" goes to the inventory.")
        for each in proposal_findings(table.fleet(fleet), proposal, table.state.of(LeagueState).profile)
    )
    table.do(orders.proposed_order(table.fleet(fleet), proposal))
    table.do(orders.CloseDesk(fleet))


# --- CR-150 ---


@pytest.mark.rule("CR-150")
def test_a_fleet_that_cannot_form_two_standards_is_eliminated_only_when_its_owner_knows():
    table, fleet = a_desk(points=100)
    squadron(table, fleet, 2, [GRAY] * 3)
    no = table.refused(orders.CloseDesk(fleet))
    assert (no.rule, no.field) == ("CR-150", "accept_elimination")
    assert any("buy ships" in each.message for each in no.findings)
    table.do(orders.CloseDesk(fleet, accept_elimination=True))
    assert table.fleet(fleet).standing == "eliminated"
    assert table.fleet(fleet).desk is None


@pytest.mark.rule("CR-150")
def test_points_in_hand_save_nobody_but_spending_them_does():
    table, fleet = rich_desk()
    squadron(table, fleet, 2, [GRAY] * 3)
    assert outcome(table, fleet).eliminated
    assert outcome(table, fleet).could_buy
    squadron(table, fleet, 3, [GRAY] * 3)
    assert not outcome(table, fleet).eliminated


@pytest.mark.rule("CR-150")
def test_missing_and_huge_ships_do_not_save_a_fleet():
    table, fleet = rich_desk()
    squadron(table, fleet, 2, [GRAY] * 3)
    second = squadron(table, fleet, 3, [GRAY] * 3)
    squadron(table, fleet, 4, [CR90, SMUGGLER, ROOKIE], "epic")
    table.do(orders.StrikeSquadron(fleet, 4))
    miss(table, fleet, second[0], second[1])
    closing = outcome(table, fleet)
    assert not closing.eliminated and closing.proposal is not None
    table.emit(ev.ShipLost(fleet, next(s.id for s in table.fleet(fleet).ships.values() if s.card == SMUGGLER),
                           "Smuggler", "kia", "CR-113"))  # fmt: skip
    closing = outcome(table, fleet)
    assert closing.eliminated
    assert [each.number for each in closing.could_recover] == second[:2]


@pytest.mark.rule("CR-150")
def test_worked_example_15_two_heavy_ships_are_one_squadron_too_few():
    table, fleet = rich_desk()
    squadron(table, fleet, 2, [ROOKIE] * 3)
    squadron(table, fleet, 3, [ROOKIE] * 2, "recon")
    assert outcome(table, fleet).eliminated
    table.buy(fleet, GRAY)
    assert not outcome(table, fleet).eliminated


@pytest.mark.rule("CR-150", "CR-035")
def test_two_cards_of_a_name_do_not_both_count():
    table, fleet = rich_desk()
    squadron(table, fleet, 2, [GRAY] * 3)
    table.buy(fleet, "rebel-yt1300-hansolo")
    table.buy(fleet, "rebel-z95headhunter-banditsquadronpilot")
    table.do(orders.BuyUpgrade(fleet, "hansolo"))
    assert outcome(table, fleet).eliminated
    table.do(orders.BuyUpgrade(fleet, "lukeskywalker"))
    assert not outcome(table, fleet).eliminated


@pytest.mark.rule("CR-150", "CR-142")
def test_the_offer_before_elimination_names_what_can_be_recovered_and_bought():
    table, fleet = a_desk(points=80)
    ships = squadron(table, fleet, 2, [GRAY] * 3)
    miss(table, fleet, *ships)
    assert [each.message for each in table.refused(orders.CloseDesk(fleet)).faults] == [
        *["With 20 FP in hand you could still recover Gray Squadron Pilot (Y-wing) for 10 FP."] * 3,
        "With 20 FP in hand you could still buy ships, the cheapest being Bandit Squadron Pilot "
        "(Z-95 Headhunter) for 12 FP.",
    ]


def one_point_short(points=5):
    """A desk with ships worth 60 and 59 points: the fleet is out by a single point."""
    table, fleet = a_desk(points=119 + points)
    squadron(table, fleet, 2, [GRAY] * 3)
    squadron(table, fleet, 3, [SMUGGLER, GRAY, BANDIT], "recon")
    assert (table.fleet(fleet).points, outcome(table, fleet).eliminated) == (points, True)
    return table, fleet


def the_gray(table, fleet):
    """The Y-wing of squadron 3."""
    ships = table.fleet(fleet).ships.values()
    return next(each.id for each in ships if (each.squadron, each.card) == (3, GRAY))


@pytest.mark.rule("CR-150")
def test_the_last_warning_names_upgrades_that_would_save_the_fleet():
    table, fleet = one_point_short()
    found = outcome(table, fleet)
    assert "r2astromech" in found.could_attach and found.could_buy == ()
    messages = [each.message for each in table.refused(orders.CloseDesk(fleet)).faults]
    assert any("you could still buy upgrades, the cheapest being" in each for each in messages)
    gray = the_gray(table, fleet)
    table.do(orders.BuyUpgrade(fleet, "r2astromech", gray))
    assert not outcome(table, fleet).eliminated


@pytest.mark.rule("CR-150")
def test_every_upgrade_that_is_listed_can_be_bought():
    table, fleet = one_point_short(points=1)
    listed = outcome(table, fleet).could_attach
    assert len(listed) > 2
    ships = [number for number, ship in table.fleet(fleet).ships.items() if ship.squadron == 3]
    assert [card for card in listed if not any(bought(table, fleet, card, ship) for ship in ships)] == []


def bought(table, fleet, card, ship):
    """Whether that card can be bought onto that ship; on a table of its own."""
    try:
        deepcopy(table).do(orders.BuyUpgrade(fleet, card, ship))
    except Refusal:
        return False
    return True


@pytest.mark.rule("CR-150", "CR-142")
def test_the_last_warning_names_missing_upgrades():
    table, fleet = one_point_short(points=9)
    gray = the_gray(table, fleet)
    table.do(orders.BuyUpgrade(fleet, "r2d2", gray))
    droid = table.aboard(fleet, gray)[0].id
    table.emit(ev.UpgradeLost(fleet, droid, "R2-D2", "mia", "CR-116"))
    assert [(each.kind, each.price) for each in outcome(table, fleet).could_recover] == [
        ("recover_upgrade", 2)
    ]
    messages = [each.message for each in table.refused(orders.CloseDesk(fleet)).faults]
    assert "With 5 FP in hand you could still recover R2-D2 (Astromech) for 2 FP." in messages
    table.do(orders.RecoverUpgrade(fleet, droid))
    assert not outcome(table, fleet).eliminated


@pytest.mark.rule("CR-141", "CR-150")
def test_the_last_warning_names_promotions():
    table, fleet = one_point_short()
    gray = the_gray(table, fleet)
    table.emit(ev.RankChanged(fleet, gray, "Gray", "", "EXP", "CR-118"))
    (step,) = outcome(table, fleet).could_promote
    assert (step.ship, step.price > 0) == (gray, True)
    messages = [each.message for each in table.refused(orders.CloseDesk(fleet)).faults]
    assert any("still promote Gray Squadron Pilot (Y-wing) to " in each for each in messages)
    table.do(orders.Promote(fleet, step.ship, step.card))
    assert not outcome(table, fleet).eliminated


@pytest.mark.rule("CR-150")
def test_with_an_empty_purse_nothing_is_offered():
    table, fleet = one_point_short(points=0)
    found = outcome(table, fleet)
    assert (found.could_recover, found.could_promote, found.could_buy) == ((), (), ())
    assert all(catalogue().upgrades[card].points == 0 for card in found.could_attach)


# --- CR-151, CR-152 ---


def three_defeats(table: Table, fleet: int) -> None:
    for game in (501, 502, 503):
        table.emit(ev.GameRecorded(fleet, game, 1, 2, "Rival", "defeat", 0, 10, 30))
    desk = table.fleet(fleet).desk
    desk.game = 503


@pytest.mark.rule("CR-151")
def test_three_defeats_in_a_row_eliminate_where_the_campaign_says_so():
    table, fleet = rich_desk(three_defeats_eliminate=True)
    two_standards(table, fleet)
    three_defeats(table, fleet)
    assert table.refused(orders.CloseDesk(fleet)).rule == "CR-151"
    events = table.do(orders.CloseDesk(fleet, accept_elimination=True))
    assert ev.FleetEliminated(fleet, "CR-151") in events


@pytest.mark.rule("CR-151", "CR-056")
def test_three_defeats_do_not_matter_by_default_nor_at_a_desk_without_a_game():
    table, fleet = rich_desk()
    two_standards(table, fleet)
    three_defeats(table, fleet)
    assert not outcome(table, fleet).three_defeats
    table, fleet = rich_desk(three_defeats_eliminate=True)
    two_standards(table, fleet)
    three_defeats(table, fleet)
    table.fleet(fleet).desk.game = None
    assert not outcome(table, fleet).three_defeats


@pytest.mark.rule("CR-152")
def test_the_campaign_ends_when_one_fleet_is_left_and_keeps_the_final_standings():
    table, fleet = a_desk(points=100)
    rival = max(table.fleets)
    events = table.do(orders.CloseDesk(fleet, accept_elimination=True))
    assert events[-1] == CampaignEnded(standings=(fleet, rival), level=2, decided=True)
    assert table.state.of(LeagueState).phase == "ended"
    assert table.refused(orders.CloseDesk(rival), BEN).code == "ended"


@pytest.mark.rule("CR-152")
def test_the_campaign_goes_on_while_two_fleets_are_left():
    table = a_table()
    fleets = [table.found(by, suit=suit) for by, suit in ((ANN, "hearts"), (BEN, "clubs"), (CAT, "spades"))]
    table.start(*fleets)
    table.open_desks(fleets[0])
    table.do(orders.CloseDesk(fleets[0], accept_elimination=True))
    assert table.state.of(LeagueState).phase == "running"


@pytest.mark.rule("CR-056", "CR-111")
def test_a_fleet_without_a_game_loses_its_damaged_marks():
    table, fleet = a_draft()
    table.form(fleet, 2)
    ships = [table.buy(fleet, ROOKIE, squadron=place) for place in (2, None)]
    table.start(fleet, table.found(BEN, "imperial", "clubs"))
    table.emit(*(ev.DamageMarked(fleet, ship, "ship", ("whole",), "CR-112") for ship in ships))
    table.open_desks(fleet)
    assert [table.ship(fleet, ship).damaged for ship in ships] == [[], []]
