"""Order of the standings and its reasons."""

from copy import deepcopy
from dataclasses import replace

import pytest

from league.kernel.fold import CampaignState
from league.ports import FleetFacts
from league.rules import standings
from league.rules.standings import order, places, same_place
from league.rules.state import LeagueState


def line(fleet, victories=0, value=0, destroyed=0, standing="ready", defeats=0):
    return FleetFacts(fleet, 0, f"Fleet {fleet}", "", value, standing, 0, victories, defeats, 0, destroyed)


@pytest.mark.rule("CR-152")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (line(9, victories=2, value=100), line(1, victories=1, value=500, destroyed=900)),
        (line(9, victories=1, value=301), line(1, victories=1, value=300, destroyed=900)),
        (line(9, victories=1, value=300, destroyed=41), line(1, victories=1, value=300, destroyed=40)),
        (line(1, victories=1, value=300), line(9, victories=1, value=300, defeats=3)),
        (line(9, victories=1, standing="eliminated"), line(1, value=350)),
    ],
)
def test_victories_then_value_then_points_destroyed(better, worse):
    assert order([worse, better]) == order([better, worse]) == [better, worse]


@pytest.mark.rule("CR-152")
def test_equal_records_share_a_place():
    assert same_place(line(1, 1, 300, 40), line(2, 1, 300, 40))
    assert not same_place(line(1, 1, 300, 40), line(2, 1, 300, 39))


@pytest.mark.rule("CR-152")
def test_the_place_after_a_shared_one_counts_all_who_share_it():
    level, low = [line(each, 1, 300) for each in (2, 3)], [line(each, 0, 300) for each in (4, 5)]
    assert places([line(1, 2, 300), *level, *low]) == [1, 2, 2, 4, 4]
    assert places([*level, *low]) == [1, 1, 3, 3]
    assert places([]) == []


@pytest.mark.rule("CR-152")
def test_a_stretch_of_the_standings_has_the_places_of_the_whole():
    whole = [line(1, 2), *(line(each, 1) for each in range(2, 6)), line(6), line(7)]
    expected = places(whole)
    for start in range(len(whole)):
        better = next(at for at, each in enumerate(whole) if same_place(each, whole[start]))
        assert places(whole[start:], start=start, better=better) == expected[start:]


def test_drafts_and_fleets_that_left_before_a_game_are_not_ranked():
    lines = [line(1, standing="draft"), line(2, standing="retired"), line(3, standing="retired", defeats=1)]
    assert [each.ranked for each in [*lines, line(4)]] == [False, False, True, True]


def test_eliminated_fleets_are_marked():
    assert [line(1, standing="eliminated").eliminated, line(2).eliminated] == [True, False]


def test_the_final_standings_come_through_the_port_of_fleets(club):
    club.fleets = {each.id: each for each in (line(1), line(2, victories=1), line(3, standing="draft"))}
    assert standings.final(club.state) == (2, 1)


def test_without_an_app_that_knows_fleets_the_final_standings_are_empty(league_alone):
    assert standings.final(CampaignState()) == ()


@pytest.mark.rule("CR-152")
def test_the_end_names_the_teams_where_teams_play_and_all_who_share_the_first_place(club):
    club.fleets = {1: replace(line(1, 1), side="rebel"), 2: replace(line(2, 1), side="scum")}
    alone = standings.ending(club.state)
    teams = deepcopy(club.state)
    teams.of(LeagueState).format = "team"
    club.fleets[3] = replace(line(3, value=100), side="scum")
    assert (alone.standings, alone.level, alone.teams) == ((1, 2), 2, ())
    assert standings.ending(teams).teams == ("scum",)
