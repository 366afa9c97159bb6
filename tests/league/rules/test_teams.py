"""A night in teams: who may meet whom, and which team leads (CR-052, CR-055, CR-152)."""

import pytest

from league.ports import FleetFacts
from league.rules.events import ActiveFleetNamed, FleetSatOut
from league.rules.matching import matching
from league.rules.rounds import CheckOut, ChooseOpponent, CloseRound, FinishMatching, NameActiveFleet
from league.rules.standings import TeamStanding, teams
from tests.league.rules.club import Club, arrive, choose, owner_of, play_again, start

SIDES = {1: "rebel", 2: "rebel", 3: "rebel", 4: "imperial", 5: "imperial"}
VALUES = {1: 310, 2: 320, 3: 350, 4: 330, 5: 340}


@pytest.fixture
def teams_night(night: Club) -> Club:
    """Three Rebel fleets, the two poorest among them, against two Imperial ones."""
    night.log[0] = type(night.log[0])(name=night.league.name, format="team", profile=night.log[0].profile)
    night.league.format = "team"
    for number, side in SIDES.items():
        night.fleets[number] = FleetFacts(
            number, owner_of(number).member, f"Fleet {number}", side, VALUES[number], "ready"
        )
    return night


@pytest.mark.rule("CR-052")
def test_the_active_fleet_chooses_among_the_other_teams(teams_night):
    arrive(teams_night, 1, 2, 3, 4, 5)
    active = teams_night.fleets[start(teams_night)]
    found = matching(teams_night.state, teams_night.at.id).opponents_of(active)
    assert (active.id, [each.id for each in found]) == (1, [4, 5])
    no = teams_night.refused(ChooseOpponent(teams_night.at.id, 2), owner_of(1))
    assert (no.rule, no.code, no.field) == ("CR-052", "same_team", "opposing")
    assert "Fleet 2 belongs to the same team as Fleet 1" in no.message


@pytest.mark.rule("CR-052")
def test_without_teams_everybody_may_be_chosen(night):
    arrive(night, 1, 2, 3)
    active = night.fleets[start(night)]
    assert [each.id for each in matching(night.state, night.at.id).opponents_of(active)] == [1, 3]


@pytest.mark.rule("CR-052", "CR-056")
def test_a_fleet_without_another_team_to_meet_has_no_game(teams_night):
    arrive(teams_night, 1, 2, 3, 4)
    start(teams_night)
    choose(teams_night, 4)
    assert teams_night.at.picking is None
    no = teams_night.refused(NameActiveFleet(teams_night.at.id))
    assert (no.rule, no.code) == ("CR-052", "one_team")
    finished = teams_night.do(FinishMatching(teams_night.at.id))
    assert finished.events == [FleetSatOut(round=teams_night.at.id, fleet=each) for each in (2, 3)]


@pytest.mark.rule("CR-052")
def test_matching_goes_on_while_two_teams_have_fleets_left(teams_night):
    arrive(teams_night, 1, 2, 3, 4, 5)
    start(teams_night)
    decision = teams_night.do(ChooseOpponent(teams_night.at.id, 5))
    named = [each for each in decision.events if isinstance(each, ActiveFleetNamed)]
    assert [each.fleet for each in named] == [2]


@pytest.mark.rule("CR-052")
def test_nobody_is_active_when_all_who_came_are_of_one_team(teams_night):
    arrive(teams_night, 1, 2, 3)
    assert teams_night.refused(NameActiveFleet(teams_night.at.id)).code == "one_team"
    found = matching(teams_night.state, teams_night.at.id)
    assert len(found.free) == 3 and not found.can_meet(found.free)


@pytest.mark.rule("CR-052")
def test_an_active_fleet_whose_opponents_have_gone_home_sits_out(teams_night):
    arrive(teams_night, 1, 2, 4)
    start(teams_night)
    teams_night.do(CheckOut(teams_night.at.id, 4))
    assert teams_night.refused(ChooseOpponent(teams_night.at.id, 2)).code == "same_team"
    teams_night.do(FinishMatching(teams_night.at.id))
    assert (teams_night.at.picking, teams_night.at.sitting_out) == (None, [1, 2])


@pytest.mark.rule("CR-052")
def test_a_mate_who_is_left_over_meets_a_fleet_that_is_back_with_the_option_alone(teams_night):
    arrive(teams_night, 1, 2, 4)
    start(teams_night)
    game = choose(teams_night, 4)
    teams_night.finish(game)
    teams_night.desks.clear()
    assert teams_night.refused(NameActiveFleet(teams_night.at.id)).code == "too_few"
    play_again(teams_night)
    assert start(teams_night) == 2
    choose(teams_night, 4)
    assert teams_night.refused(CloseRound(teams_night.at.id)).code == "busy"


def line(fleet, side, victories=0, value=0, destroyed=0, standing="ready"):
    return FleetFacts(fleet, 0, f"Fleet {fleet}", side, value, standing, 0, victories, 1, 0, destroyed)


@pytest.mark.rule("CR-152")
def test_a_teams_record_is_the_sum_of_its_fleets_with_those_that_fell():
    records = [
        line(1, "rebel", victories=2, value=300, destroyed=50),
        line(2, "rebel", victories=1, value=90, destroyed=20, standing="eliminated"),
        line(3, "scum", victories=3, value=389),
    ]
    assert teams(records) == [
        TeamStanding("rebel", 2, 1, 3, 2, 0, 390, 70),
        TeamStanding("scum", 1, 1, 3, 1, 0, 389, 0),
    ]


@pytest.mark.rule("CR-152")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (line(9, "scum", victories=2, value=100), line(1, "rebel", victories=1, value=500, destroyed=900)),
        (line(9, "scum", victories=1, value=301), line(1, "rebel", victories=1, value=300, destroyed=900)),
        (line(9, "scum", victories=1, destroyed=41), line(1, "rebel", victories=1, destroyed=40)),
    ],
)
def test_teams_stand_by_victories_then_value_then_points_destroyed(better, worse):
    assert [each.side for each in teams([worse, better])] == ["scum", "rebel"]
    assert [each.side for each in teams([better, worse])] == ["scum", "rebel"]
