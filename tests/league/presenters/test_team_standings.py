"""Teams as lines of the standings, and what is said of their sizes."""

import pytest

from league.ports import FleetFacts
from league.presenters.standings import state_word, team_lines, unequal_teams


def record(fleet, side, victories=0, value=100, standing="ready"):
    return FleetFacts(fleet, 0, f"Fleet {fleet}", side, value, standing, 0, victories, 2, 1, 30)


@pytest.mark.rule("CR-152")
def test_level_teams_share_a_place_and_the_readers_is_marked():
    records = [record(1, "rebel", 1), record(2, "imperial", 1), record(3, "scum", 0)]
    found = team_lines(records, my_side="imperial")
    assert [(each.place, each.name, each.mine) for each in found] == [
        (1, "Rebel", False),
        (1, "Imperial", True),
        (3, "Scum", False),
    ]


@pytest.mark.rule("CR-152")
def test_a_team_without_living_fleets_is_out():
    records = [record(1, "rebel", 1), record(2, "scum", standing="eliminated"), record(3, "rebel")]
    rebel, scum = team_lines(records)
    assert (rebel.living, rebel.fleets, rebel.defeats, rebel.draws, rebel.out) == (2, 2, 4, 2, False)
    assert (scum.living, scum.fleets, scum.out) == (0, 1, True)


def test_a_reader_without_a_fleet_has_no_team():
    assert [each.mine for each in team_lines([record(1, "rebel")])] == [False]


@pytest.mark.rule("CR-055")
@pytest.mark.parametrize(
    ("sides", "sentence"),
    [
        ("", ""),
        ("rebel", ""),
        ("rebel imperial", ""),
        ("rebel scum scum", "The teams are unequal: 1 Rebel and 2 Scum."),
        ("scum rebel rebel imperial", "The teams are unequal: 2 Rebel, 1 Imperial and 1 Scum."),
    ],
)
def test_unequal_teams_are_told_with_their_sizes(sides, sentence):
    assert unequal_teams(sides.split()) == sentence


@pytest.mark.parametrize(
    ("standing", "ended", "word"),
    [("ready", False, "Ready"), ("ready", True, "Finished"), ("eliminated", True, "Eliminated")],
)
def test_nobody_is_ready_for_a_game_of_a_campaign_that_is_over(standing, ended, word):
    assert state_word(standing, ended) == word
