"""The podium of a season."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.addresses import campaign_address
from league.ports import Award
from league.presenters.season import AwardLine, award_lines, podium
from league.presenters.standings import StandingLine, TeamLine

BASE = campaign_address(1)


def line(place, name):
    return StandingLine(place, name, f"/{name}/", "", "rebel", 1, 0, 0, 350, 0, "", out=False, mine=False)


def steps(*places: int):
    found = podium(line(place, f"F{at}") for at, place in enumerate(places))
    return [(step.word, [each.name for each in step.winners]) for step in found]


@pytest.mark.rule("CR-152")
def test_the_first_three_stand_on_it():
    assert steps(1, 2, 3, 4) == [("First", ["F0"]), ("Second", ["F1"]), ("Third", ["F2"])]


@pytest.mark.rule("CR-152")
def test_a_shared_place_is_one_step_and_the_next_stays_empty():
    assert steps(1, 1, 3, 4) == [("First", ["F0", "F1"]), ("Third", ["F2"])]
    assert steps(1, 2, 2, 2, 5) == [("First", ["F0"]), ("Second", ["F1", "F2", "F3"])]
    assert steps(1, 2, 3, 3, 5) == [("First", ["F0"]), ("Second", ["F1"]), ("Third", ["F2", "F3"])]


def test_two_fleets_need_no_third_step():
    assert [word for word, _ in steps(1, 2)] == ["First", "Second"]


@pytest.mark.rule("CR-152")
def test_in_teams_the_teams_stand_on_it():
    teams = [TeamLine(1, "scum", "Scum", 2, 2, 5, 1, 0, 700, 90, mine=False)]
    (step,) = podium([line(1, "Red")], teams)
    assert (step.winners[0].side, step.winners[0].url) == ("scum", "")


@given(st.lists(st.integers(1, 6), max_size=8))
def test_nobody_below_the_third_place_stands_on_it(places):
    found = podium(line(place, "F") for place in sorted(places))
    assert sum(len(step.winners) for step in found) == sum(place <= 3 for place in places)


def test_an_award_leads_to_its_fleets_and_its_game():
    awards = [Award("Closest game", (2, 1), "Decided by 1 point, 2 to 1.", 4), Award("Gone", (9,), "Yes.")]
    fleets = {1: ("Red", "red"), 2: ("Blue", "blue")}
    named = (("Blue", "/campaigns/1/fleets/blue/"), ("Red", "/campaigns/1/fleets/red/"))
    expected = AwardLine("Closest game", named, "Decided by 1 point, 2 to 1.", "/campaigns/1/games/4/")
    assert award_lines(BASE, awards, fleets) == (expected,)
