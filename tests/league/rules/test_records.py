"""Records of people from games that are over."""

from hypothesis import given
from hypothesis import strategies as st

from league.ports import PlayedGame
from league.rules.records import Record, head_to_head, longest_runs, result_for, total_of, winner_first


def game(number, active, opposing, winner, scores=(7, 3), campaign=1):
    return PlayedGame(campaign, number, number, active, opposing, winner, *scores)


MINE = {(1, 1), (2, 4)}
PEOPLE = {(1, 2): "Rita", (1, 3): "Cora", (2, 9): "Rita"}


def test_the_winner_stands_first_and_of_a_draw_the_active_side():
    scores = [
        tuple(side.fleet for side in winner_first(game(1, 1, 2, each)))
        for each in ("active", "opposing", "draw")
    ]
    assert scores == [(1, 2), (2, 1), (1, 2)]


def test_a_result_is_told_for_each_of_both_fleets():
    played = game(1, 1, 2, "opposing")
    assert (result_for(played, 1), result_for(played, 2)) == ("defeat", "victory")
    assert result_for(game(1, 1, 2, "draw"), 2) == "draw"


def test_a_person_is_met_across_campaigns_and_on_both_sides():
    games = [game(1, 1, 2, "active", (7, 3)), game(2, 9, 4, "active", (5, 2), campaign=2)]
    games += [game(3, 3, 1, "draw", (4, 4))]
    found = head_to_head(games, MINE, PEOPLE)
    assert found["Rita"] == Record(1, 1, 0, destroyed=9, lost=8, last=games[1])
    assert found["Cora"] == Record(0, 0, 1, destroyed=4, lost=4, last=games[2])


def test_games_of_others_and_among_ones_own_fleets_count_for_nothing():
    own = {(1, 1), (1, 2)}
    assert head_to_head([game(1, 1, 2, "active"), game(2, 5, 6, "active")], own, PEOPLE) == {}


def test_a_run_ends_with_a_draw():
    games = [
        game(1, 1, 2, "active"),
        game(2, 2, 1, "opposing"),
        game(3, 1, 2, "draw"),
        game(4, 1, 2, "active"),
    ]
    assert longest_runs(games) == {1: 2, 2: 0}


GAMES = st.lists(
    st.tuples(
        st.integers(1, 3),
        st.integers(4, 6),
        st.sampled_from(("active", "opposing", "draw")),
        st.tuples(st.integers(0, 50), st.integers(0, 50)),
    ),
    max_size=25,
)


@given(GAMES)
def test_records_against_each_person_add_up_to_the_whole(played):
    games = [game(at, *each) for at, each in enumerate(played)]
    mine, people = {(1, 1)}, {(1, each): each for each in (4, 5, 6)}
    against, whole = head_to_head(games, mine, people).values(), total_of(games, mine)
    for name in ("victories", "defeats", "draws", "games", "destroyed", "lost"):
        assert sum(getattr(each, name) for each in against) == getattr(whole, name)


@given(GAMES)
def test_a_victory_is_the_defeat_of_the_other_side(played):
    games = [game(at, *each) for at, each in enumerate(played)]
    ours = total_of(games, {(1, each) for each in (1, 2, 3)})
    theirs = total_of(games, {(1, each) for each in (4, 5, 6)})
    assert (ours.victories, ours.destroyed, ours.draws) == (theirs.defeats, theirs.lost, theirs.draws)
