"""Handing fleets over, leaving, retiring."""

import pytest

from league.kernel.decision import Actor
from league.rules import events as lg
from league.rules.state import LeagueState
from rosters.rules import events as ev
from rosters.rules import orders
from rosters.rules.fleets.people import goes_along, why_staying
from tests.rosters.rules.orders.table import ANN, BEN, CAT, ORGANISER, VISITOR, Table, a_draft, a_table


def running(*people: Actor) -> tuple[Table, list[int]]:
    table = a_table()
    suits = ("hearts", "clubs", "spades", "diamonds")
    fleets = [table.found(by, suit=suit) for by, suit in zip(people, suits, strict=False)]
    table.start(*fleets)
    return table, fleets


def test_a_fleet_is_handed_to_a_player_without_one():
    table, fleet = a_draft()
    table.found(BEN, suit="clubs")
    assert table.refused(orders.HandOverFleet(fleet, BEN.member)).code == "one_fleet"
    assert table.refused(orders.HandOverFleet(fleet, VISITOR.member)).code == "visitor"
    assert table.refused(orders.HandOverFleet(fleet, 77)).status == 422
    assert table.refused(orders.HandOverFleet(fleet, CAT.member), CAT).status == 403
    table.do(orders.HandOverFleet(fleet, CAT.member))
    assert table.fleet(fleet).member == CAT.member
    table.do(orders.RetireFleet(fleet), CAT)
    assert table.refused(orders.HandOverFleet(fleet, ANN.member), ORGANISER).code == "retired"


def test_a_member_who_leaves_takes_the_fleet_along():
    table, fleet = a_draft()
    events = table.do(orders.LeaveCampaign())
    assert events == [ev.FleetRetired(fleet), lg.MemberLeft(ANN.member)]
    assert not table.state.of(LeagueState).members[ANN.member].active
    assert table.refused(orders.RemoveMember(ANN.member), ORGANISER).status == 422


def test_the_organiser_stays_until_the_role_is_handed_over():
    table = a_table()
    assert table.refused(orders.LeaveCampaign(), ORGANISER).code == "last_organiser"


def test_members_are_taken_out_by_organisers_alone():
    table = a_table()
    assert table.refused(orders.RemoveMember(ANN.member), BEN).status == 403
    assert table.refused(orders.RemoveMember(ORGANISER.member), ORGANISER).code == "yourself"
    assert table.do(orders.RemoveMember(ANN.member), ORGANISER) == [lg.MemberLeft(ANN.member, removed=True)]


def test_nobody_leaves_from_the_middle_of_a_game():
    table, fleets = running(ANN, BEN, CAT)
    table.emit(lg.RoundOpened(50, 1), *(lg.FleetCheckedIn(50, each) for each in fleets))
    table.emit(lg.PairingMade(50, 51, fleets[0], fleets[1]))
    assert table.refused(orders.LeaveCampaign()).code == "playing"
    assert table.refused(orders.RetireFleet(fleets[0])).code == "playing"
    table.do(orders.RetireFleet(fleets[2]), CAT)
    assert table.state.of(LeagueState).rounds[50].present == fleets[:2]


def test_an_open_desk_is_closed_when_its_fleet_leaves():
    table, fleets = running(ANN, BEN, CAT)
    table.open_desks(fleets[0])
    events = table.do(orders.LeaveCampaign())
    assert [type(each) for each in events] == [ev.DeskClosed, ev.FleetRetired, lg.MemberLeft]


@pytest.mark.rule("CR-152")
def test_an_open_round_is_closed_with_the_campaign():
    table, fleets = running(ANN, BEN)
    table.emit(lg.RoundOpened(50, 1), *(lg.FleetCheckedIn(50, each) for each in fleets))
    table.emit(lg.FleetSatOut(50, fleets[0]))
    table.do(orders.CloseDesk(fleets[0], accept_elimination=True))
    assert table.state.of(LeagueState).open_round is None


def test_a_fleet_whose_game_was_cancelled_may_leave_the_round():
    table, fleets = running(ANN, BEN, CAT)
    table.emit(lg.RoundOpened(50, 1), *(lg.FleetCheckedIn(50, each) for each in fleets))
    table.emit(lg.PairingMade(50, 51, fleets[0], fleets[1]), lg.PairingCancelled(50, 51, "tables"))
    table.do(orders.RetireFleet(fleets[0]))
    assert table.state.of(LeagueState).rounds[50].present == fleets[1:]


@pytest.mark.rule("CR-152")
def test_the_campaign_ends_when_all_but_one_have_left():
    table, fleets = running(ANN, BEN)
    events = table.do(orders.RetireFleet(fleets[0]))
    assert isinstance(events[-1], lg.CampaignEnded)
    assert table.refused(orders.RetireFleet(fleets[1]), BEN).code == "ended"


def test_leaving_an_ended_campaign_leaves_the_fleet_in_its_standings():
    table, fleets = running(ANN, BEN)
    table.do(orders.RetireFleet(fleets[0]))
    assert table.do(orders.LeaveCampaign(), BEN) == [lg.MemberLeft(BEN.member)]
    assert table.fleet(fleets[1]).standing == "ready"


def test_a_new_fleet_after_the_old_one_is_out_needs_an_organiser_once_the_campaign_runs():
    table, fleet = a_draft()
    table.do(orders.RetireFleet(fleet))
    again, rival = table.found(ANN), table.found(BEN, suit="clubs")
    other = table.found(CAT, suit="spades")
    assert table.refused(orders.RetireFleet(fleet)).code == "out_already"
    table.start(again, rival, other)
    table.do(orders.RetireFleet(again))
    assert table.refused(orders.FoundFleet("Third", "scum", "hearts")).code == "had_fleet"
    table.do(orders.FoundFleet("Third", "scum", "hearts", ANN.member), ORGANISER)


def test_a_draft_that_was_dissolved_keeps_nobody_from_another_fleet():
    table, (_, _) = running(ANN, BEN)
    draft = table.found(CAT, suit="spades")
    table.do(orders.LeaveCampaign(), CAT)
    table.emit(lg.MemberJoined(CAT.member, "player"))
    assert table.fleet(draft).standing == "retired"
    assert table.fleet(table.found(CAT, suit="spades", name="Another")).standing == "draft"


def test_a_fleet_that_was_given_away_is_followed_by_one_of_an_organiser():
    table, (fleet, _) = running(ANN, BEN)
    table.do(orders.HandOverFleet(fleet, CAT.member))
    third = orders.FoundFleet("Third", "imperial", "spades")
    assert table.refused(third).code == "had_fleet"
    table.do(orders.LeaveCampaign())
    table.emit(lg.MemberJoined(ANN.member, "player"))
    assert table.refused(third).code == "had_fleet"
    table.do(orders.FoundFleet("Third", "imperial", "spades", ANN.member), ORGANISER)
    assert not table.state.of(LeagueState).members[ANN.member].had_fleet


def test_a_draft_that_was_given_away_keeps_nobody_from_another_fleet():
    table, _ = running(ANN, BEN)
    draft = table.found(CAT, suit="spades")
    table.emit(lg.MemberJoined(5, "player"))
    table.do(orders.HandOverFleet(draft, 5), CAT)
    assert table.found(CAT, suit="diamonds", name="Another")


def test_a_fleet_that_has_played_stays_in_the_round_it_played_in():
    table, fleets = running(ANN, BEN, CAT)
    table.emit(lg.RoundOpened(50, 1), *(lg.FleetCheckedIn(50, each) for each in fleets))
    table.emit(lg.PairingMade(50, 51, fleets[0], fleets[1]), ev.DeskOpened(fleets[0], 52, 50, 51))
    table.state.of(LeagueState).rounds[50].pairings[51].status = "finished"
    table.do(orders.RetireFleet(fleets[0]))
    assert table.state.of(LeagueState).rounds[50].present == fleets


@pytest.mark.rule("CR-006")
@pytest.mark.parametrize("order", [orders.HandOverFleet, orders.AppointProxy])
def test_an_organiser_does_not_reach_for_a_hand_that_is_being_played(order):
    table, fleets = running(ANN, BEN)
    organiser = ORGANISER.member
    table.emit(lg.RoundOpened(50, 1), *(lg.FleetCheckedIn(50, each) for each in fleets))
    table.emit(lg.PairingMade(50, 51, fleets[0], fleets[1]))
    refused = table.refused(order(fleets[0], organiser), ORGANISER)
    assert (refused.code, refused.rule, refused.status) == ("own_hand", "CR-006", 403)
    table.emit(lg.PairingCancelled(50, 51, "tables"))
    assert table.do(order(fleets[0], organiser), ORGANISER)


@pytest.mark.parametrize(
    ("role", "fleet", "phase", "why"),
    [
        ("organiser", "", "gathering", "organises"),
        ("organiser", "playing", "running", "organises"),
        ("player", "playing", "running", "playing"),
        ("player", "playing", "ended", ""),
        ("player", "desk", "running", ""),
        ("visitor", "", "running", ""),
    ],
)
def test_people_stay_while_they_organise_or_their_fleet_is_in_a_game(role, fleet, phase, why):
    assert why_staying(role, fleet, phase) == why
    assert why_staying(role, fleet, phase, alone=True) == (
        "" if (role, phase) == ("organiser", "gathering") else why
    )


@pytest.mark.parametrize("phase", ["gathering", "running", "ended"])
def test_a_fleet_goes_with_its_owner_as_long_as_it_takes_part(phase):
    going = {
        each for each in ("", "draft", "ready", "desk", "eliminated", "retired") if goes_along(each, phase)
    }
    assert going == (set() if phase == "ended" else {"draft", "ready", "desk"})
