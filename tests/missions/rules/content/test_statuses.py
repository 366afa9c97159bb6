"""The table of statuses: all of them, with rules that exist, and what the rules do with a ship."""

import pytest

from league.rules.wording import rule_texts
from league.templatetags.admiralty import STAMPS
from missions.rules.content.lookup import asset_timings, mission_names
from missions.rules.content.statuses import fate_rows, statuses


def test_every_stamp_of_the_pages_is_explained():
    assert {status.name: status.called for status in statuses()} == STAMPS


@pytest.mark.parametrize("status", statuses(), ids=lambda status: status.name)
def test_a_status_says_how_it_comes_and_how_it_goes(status):
    notes = (*status.gained, *status.ended)
    assert status.gained and status.ended
    assert {status.rule, *(note.rule for note in notes)} <= set(rule_texts())
    assert all(text.endswith(".") for text in (status.means, *(note.text for note in notes)))


def test_the_figures_are_those_in_use():
    meanings = {status.name: status.means for status in statuses()}
    assert "+1 pilot skill" in meanings["EXP"] and "+3 pilot skill" in meanings["ELITE"]
    assert "+2 pilot skill" in meanings["VET"] and "unique pilot has +1" in meanings["VET"]
    assert "hull of 3 starts with 1, a hull of 5 with 2" in meanings["DAM"]


@pytest.mark.rule("CR-113", "CR-114", "CR-115")
def test_the_fate_of_a_ship_follows_from_victory_draw_or_defeat():
    assert [[fate for _, fate, _ in row.fates] for row in fate_rows()] == [
        ["", "", ""],
        ["", "", ""],
        ["", "", ""],
        ["", "MIA", "MIA"],
        ["MIA", "MIA", "KIA"],
    ]


def test_other_names_are_no_ones_twice():
    also = [
        *(name for timing in asset_timings().values() for name in timing.also),
        *(name for names in mission_names().values() for name in names),
    ]
    assert len(also) == len(set(also))


def test_the_rules_of_assets_exist():
    cited = {note.rule for timing in asset_timings().values() for note in timing.when}
    cited |= {rule for timing in asset_timings().values() for rule in timing.rules}
    assert cited <= set(rule_texts())
