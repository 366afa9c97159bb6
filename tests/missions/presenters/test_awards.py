"""The awards of a season."""

from types import SimpleNamespace

from league.addresses import campaign_address
from missions.presenters.story.awards import Award, awards
from rosters.rules.events import RankChanged, ShipLost

BASE = campaign_address(1)
NAMES = {1: "Red", 2: "Blue", 3: "Grey"}


def game(ordinal, active, opposing, winner, scores, friendly=False):
    return SimpleNamespace(
        ordinal=ordinal,
        active=active,
        opposing=opposing,
        winner=winner,
        active_score=scores[0],
        opposing_score=scores[1],
        friendly=friendly,
    )


def titled(games, events=()):
    return {each.title: each for each in awards(BASE, games, events, NAMES)}


def test_a_season_without_games_has_no_awards():
    assert titled([]) == {}


def test_guns_runs_and_games_are_counted():
    games = [
        game(1, 1, 2, "active", (60, 20)),
        game(2, 3, 1, "opposing", (10, 12)),
        game(3, 2, 3, "draw", (90, 90)),
    ]
    found = titled(games)
    assert found["Sharpest guns"] == Award("Sharpest guns", "Blue", "110 points destroyed")
    assert found["Longest run"] == Award("Longest run", "Red", "2 victories in a row")
    assert (found["Closest game"].fleets, found["Closest game"].reason) == ("Red and Grey", "12 to 10")
    assert found["Biggest battle"].url == "/campaigns/1/games/3/"


def test_a_single_victory_is_no_run_and_a_friendly_game_counts_for_nothing():
    assert "Longest run" not in titled([game(1, 1, 2, "active", (5, 0))])
    assert titled([game(1, 1, 2, "active", (5, 0), friendly=True)]) == {}


def test_promotions_and_losses_are_counted_and_ties_share():
    events = [
        RankChanged(1, 5, "A", "", "EXP", "CR-119"),
        RankChanged(2, 6, "B", "EXP", "VET", "CR-119"),
        RankChanged(2, 6, "B", "VET", "", "CR-141"),
        ShipLost(3, 7, "C", "kia", "CR-113", 1),
        ShipLost(1, 8, "D", "mia", "CR-113", 1),
    ]
    found = titled([game(1, 1, 2, "active", (5, 0))], events)
    assert found["School of aces"] == Award("School of aces", "Red and Blue", "1 promotion")
    assert found["Heaviest losses"].fleets == "Grey"


def test_an_award_that_everybody_would_share_is_given_to_nobody():
    names = {number: str(number) for number in range(1, 9)}
    games = [game(at, 2 * at - 1, 2 * at, "draw", (10, 10)) for at in range(1, 5)]
    assert "Sharpest guns" not in {each.title for each in awards(BASE, games, (), names)}
