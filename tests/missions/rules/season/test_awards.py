"""The awards of a season, from its games and its log."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.ports import Award, Flown, PlayedGame, Season
from missions.rules.game.events import SquadronsDrawn
from missions.rules.game.state import DrawnSquadron, FieldedShip
from missions.rules.season.awards import season
from rosters.rules.events import (
    CardChanged,
    FleetLocked,
    RankChanged,
    ShipBought,
    ShipLost,
    ShipRecovered,
    SquadronStruck,
    UpgradeBought,
)


def game(number, active, opposing, winner, scores, friendly=False):
    return PlayedGame(1, number, number, active, opposing, winner, *scores, friendly)


def titled(games, events=()):
    return {each.title: each for each in season(games, events).awards}


def drawn(number, *squadrons: tuple[int, int, tuple[int, ...]]):
    """Squadrons as (fleet, card, ships) that turned over in the game with that number."""
    forces = tuple(DrawnSquadron(fleet, card, "standard", each) for fleet, card, each in squadrons)
    return SquadronsDrawn(number, (), {}, forces, (), balanced=True)


WON = [game(number, 1, 2, "active", (5, 0)) for number in (1, 2, 3)]


def test_a_season_without_games_has_no_awards():
    assert season([], []) == Season((), (), {})


def test_guns_runs_and_games_are_counted_with_the_winner_first():
    games = [
        game(1, 1, 2, "active", (60, 20)),
        game(2, 3, 1, "opposing", (10, 12)),
        game(3, 2, 3, "draw", (90, 90)),
    ]
    found = titled(games)
    assert found["Sharpest guns"] == Award("Sharpest guns", (2,), "This fleet destroyed 110 points.")
    assert found["Longest run"] == Award("Longest run", (1,), "This fleet won 2 games in a row.")
    assert found["Closest game"] == Award(
        "Closest game", (1, 3), "Decided by 2 points, 12\u00a0to\u00a010.", 2
    )
    biggest = Award("Biggest battle", (2, 3), "Destroyed 180 points together, 90\u00a0to\u00a090.", 3)
    assert found["Biggest battle"] == biggest


def test_a_single_victory_is_no_run_and_a_friendly_game_counts_for_nothing():
    assert "Longest run" not in titled([game(1, 1, 2, "active", (5, 0))])
    assert season([game(1, 1, 2, "active", (5, 0), friendly=True)], []) == Season((), (), {})


def test_a_fleet_that_rises_from_its_defeats_comes_back():
    winners = ("opposing", "opposing", "opposing", "active", "draw", "active", "active", "active")
    games = [game(at, 1, 1 + at, winner, (9, 9)) for at, winner in enumerate(winners, 1)]
    comeback = titled(games)["Comeback"]
    assert comeback.fleets == (1,)
    assert comeback.sentence == "This fleet fell 3 defeats behind, then finished 1 victory ahead."


@pytest.mark.parametrize(
    ("winners", "end"),
    [
        ("ooaa", "finished level"),
        ("oooaa", "finished only 1 behind"),
        ("ooaaaa", "finished 2 victories ahead"),
    ],
)
def test_the_end_of_a_comeback_is_said(winners, end):
    words = {"o": "opposing", "a": "active"}
    games = [game(at, 1, 1 + at, words[winner], (9, 9)) for at, winner in enumerate(winners, 1)]
    assert titled(games)["Comeback"].sentence.endswith(f"then {end}.")


def test_one_defeat_made_good_is_no_comeback():
    games = [game(1, 1, 2, "opposing", (0, 5)), game(2, 1, 3, "active", (5, 0))]
    assert "Comeback" not in titled(games)


def test_promotions_are_counted_for_fleets_and_ships_and_ties_share():
    events = [
        RankChanged(1, 5, "A", "", "EXP", "CR-119"),
        RankChanged(1, 5, "A", "EXP", "VET", "CR-119"),
        RankChanged(2, 6, "B", "", "EXP", "CR-119"),
        CardChanged(2, 6, "b", "B", "c", "Boss", "CR-141"),
        RankChanged(2, 6, "Boss", "VET", "", "CR-141"),
        CardChanged(3, 7, "d", "D", "e", "Dead", "CR-037"),
    ]
    found = titled(WON, events)
    assert found["School of aces"] == Award(
        "School of aces", (1,), "This fleet raised its pilots by 2 ranks."
    )
    promoted = [each for each in season(WON, events).awards if each.title == "Most promoted ship"]
    assert promoted == [
        Award("Most promoted ship", (1,), "A rose 2 times."),
        Award("Most promoted ship", (2,), "Boss rose 2 times."),
    ]


def test_losses_and_recoveries_are_counted():
    events = [
        ShipLost(3, 7, "C", "kia", "CR-113", 1),
        ShipLost(1, 8, "D", "mia", "CR-113", 1),
        ShipRecovered(1, 8, "D", 4, None),
    ]
    found = titled(WON, events)
    assert found["Heaviest losses"] == Award("Heaviest losses", (3,), "This fleet lost 1 ship for good.")
    assert found["Nobody left behind"].sentence == "This fleet brought 1 lost ship home."


def test_only_what_is_paid_for_after_the_start_makes_a_quartermaster():
    events = [
        ShipBought(1, 5, "x", "X", 20),
        ShipBought(2, 6, "x", "X", 20),
        FleetLocked(1),
        FleetLocked(2),
        UpgradeBought(2, 7, "u", "U", 2),
        UpgradeBought(2, 8, "u", "U", 2),
        UpgradeBought(1, 9, "u", "U", 0),
    ]
    assert titled(WON, events)["Busiest quartermaster"] == Award(
        "Busiest quartermaster", (2,), "This fleet bought 2 cards after the start."
    )


def test_the_toughest_squadron_lost_no_ship_in_most_games():
    events = [
        drawn(1, (1, 4, (10, 11)), (2, 7, (20,))),
        drawn(2, (1, 4, (10, 11)), (2, 7, (20,))),
        ShipLost(1, 11, "D", "mia", "CR-113", 2),
        drawn(99, (1, 4, (10, 11))),
    ]
    found = titled(WON, events)["Toughest squadron"]
    assert found == Award("Toughest squadron", (2,), "Squadron 7 came out of 2 games whole.")


def test_each_fleet_has_its_own_award_for_its_toughest_squadrons():
    events = [drawn(at, (1, 4, (10,)), (2, 4, (20,)), (2, 5, (21,))) for at in (1, 2)]
    found = [each for each in season(WON, events).awards if each.title == "Toughest squadron"]
    assert found == [
        Award("Toughest squadron", (1,), "Squadron 4 came out of 2 games whole."),
        Award("Toughest squadron", (2,), "Squadrons 4 and 5 each came out of 2 games whole."),
    ]


def test_a_squadron_that_is_formed_again_begins_from_nothing():
    events = [drawn(1, (1, 4, (10,))), SquadronStruck(1, 4, "CR-144"), drawn(2, (1, 4, (12,)))]
    assert "Toughest squadron" not in titled(WON, events)


def test_an_award_that_everybody_would_share_is_given_to_nobody():
    games = [game(at, 2 * at - 1, 2 * at, "draw", (10, 10)) for at in range(1, 5)]
    assert "Sharpest guns" not in titled(games)


def ship(number, fleet, card, model):
    return FieldedShip(number, fleet, 2, card, card, model, 20)


def test_ships_are_counted_by_their_kind_in_games_that_count():
    xwing = "rebel-xwing-rookiepilot"
    ships = (ship(10, 1, xwing, "X-wing"), ship(11, 1, xwing, "X-wing"), ship(12, 1, "gone", "Old barge"))
    events = [SquadronsDrawn(each, (), {}, (), ships, balanced=True) for each in (1, 2, 99)]
    flown = season(WON, events).flown
    assert flown == {1: (Flown("xwing", "X-wing", 4), Flown("", "Old barge", 2))}


GAMES = st.lists(
    st.tuples(
        st.integers(1, 6),
        st.integers(7, 12),
        st.sampled_from(("active", "opposing", "draw")),
        st.tuples(st.integers(0, 99), st.integers(0, 99)),
    ),
    max_size=20,
)


@given(GAMES)
def test_awards_name_fleets_that_played_and_say_why(played):
    games = [game(at, *each) for at, each in enumerate(played, 1)]
    fleets = {each for one in games for each in (one.active, one.opposing)}
    for award in season(games, ()).awards:
        assert set(award.fleets) <= fleets
        assert 1 <= len(set(award.fleets)) == len(award.fleets) <= 3
        assert award.sentence[0].isupper() and award.sentence.endswith(".")
