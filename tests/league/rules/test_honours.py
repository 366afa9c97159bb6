"""Champions, records and people of a club."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.ports import FleetRow, PlayedGame, Season
from league.rules.honours import Champion, champions, honours
from league.rules.records import Person

ANN, BOB = Person(("account", 1, 0), "Ann", ""), Person(("account", 2, 0), "Bob", "")
CID = Person(("place", 2, 3), "Cid", "")


def row(campaign, number, member, record, *, value=350, destroyed=0, side="rebel", standing="ready"):
    return FleetRow(
        campaign, number, member, f"F{number}", side, "", standing, 0, value, 4, 0, 1, *record, destroyed
    )


ROWS = [
    row(1, 1, 1, (3, 0, 0), value=500, destroyed=90),
    row(1, 2, 2, (0, 3, 0), value=300, destroyed=40, side="imperial"),
    row(2, 3, 2, (1, 1, 0), value=400, destroyed=120, side="imperial"),
    row(2, 4, 1, (1, 1, 0), value=400, destroyed=120),
    row(2, 5, 3, (0, 0, 0), standing="draft"),
]
PEOPLE = {(1, 1): ANN, (1, 2): BOB, (2, 1): ANN, (2, 2): BOB, (2, 3): CID}
GAMES = (
    PlayedGame(1, 1, 1, 1, 2, "active", 40, 10),
    PlayedGame(1, 2, 2, 2, 1, "opposing", 10, 30),
    PlayedGame(1, 3, 3, 1, 2, "active", 20, 20),
)
SEASONS = {1: Season(GAMES), 2: Season((PlayedGame(2, 1, 7, 3, 4, "draw", 80, 80),))}
ALONE = {2: False, 1: False}


def records(rows=ROWS, seasons=SEASONS, in_teams=ALONE):
    return {each.title: each for each in honours(rows, seasons, PEOPLE, in_teams).records}


@pytest.mark.rule("CR-152")
def test_a_champion_is_first_in_the_standings_and_level_fleets_share_it():
    two, one = champions(ROWS, ALONE)
    assert [each.number for each in one.fleets] == [1]
    assert [each.number for each in two.fleets] == [3, 4]


@pytest.mark.rule("CR-152")
def test_a_team_is_champion_of_a_campaign_in_teams():
    assert champions(ROWS, {1: True}) == (Champion(1, sides=("rebel",)),)


def test_a_campaign_without_a_game_has_no_champion():
    assert champions([row(3, 1, 1, (0, 0, 0))], {3: False}) == ()


def test_a_person_has_one_career_over_all_campaigns():
    ann, bob = honours(ROWS, SEASONS, PEOPLE, ALONE).careers
    assert (ann.person, ann.seasons, ann.victories, ann.defeats, ann.titles) == (ANN, 2, 4, 1, 2)
    assert (bob.person, bob.seasons, bob.victories, bob.defeats, bob.titles) == (BOB, 2, 1, 4, 1)


def test_a_member_of_the_winning_team_has_a_title_once():
    rows = [ROWS[0], row(1, 9, 1, (0, 1, 0)), ROWS[1]]
    ann, bob = honours(rows, {}, PEOPLE, {1: True}).careers
    assert (ann.titles, ann.seasons, bob.titles) == (1, 1, 0)


def test_records_name_their_holders():
    found = records()
    figures = {title: each.figure.replace("\u00a0", " ") for title, each in found.items()}
    assert figures == {
        "Most titles": "2 titles",
        "Most victories": "4 victories",
        "Most games": "5 games",
        "Longest run": "3 victories in a row",
        "Most victories in a campaign": "3 victories",
        "Most points in a campaign": "120 points",
        "Greatest fleet": "500 FV at the end",
        "Biggest score": "80 to 80",
        "Clearest victory": "40 to 10",
        "Biggest battle": "80 to 80",
    }
    assert [each.person for each in found["Most games"].holders] == [ANN, BOB]
    assert [each.game for each in found["Clearest victory"].holders] == [1]


def test_a_club_without_games_has_no_records():
    assert records([], {}, {}) == {}


def test_a_record_that_many_share_is_left_out():
    rows = [row(1, number, number, (1, 0, 0), value=350 + number) for number in range(1, 6)]
    assert "Most victories in a campaign" not in records(rows, {}, {1: False})


WON = st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5))


@given(st.lists(WON, max_size=12))
def test_careers_add_up_to_the_fleets(figures):
    rows = [row(1, at, 1 + at % 2, each) for at, each in enumerate(figures)]
    table = honours(rows, {}, PEOPLE, {1: False}).careers
    assert sum(each.games for each in table) == sum(sum(each) for each in figures)
    assert sum(each.victories for each in table) == sum(each[0] for each in figures)
