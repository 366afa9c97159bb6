"""A game's row holds what lists need and nothing that is hidden (CR-075, CR-091)."""

import pytest

from missions.services.parts import game_row
from tests.missions.rules.builders import fleets_for_missions, skirmish


def test_a_row_says_which_mission_is_played():
    night = fleets_for_missions().draw_mission_squadron(4).choose_mission(5)
    row = game_row(night.game)
    assert (row["step"], row["mission"], row["friendly"]) == ("play", 5, False)


def test_a_game_without_a_mission_has_number_0():
    night, _, _ = skirmish()
    night.game.friendly = True
    assert (game_row(night.game)["mission"], game_row(night.game)["friendly"]) == (0, True)


@pytest.mark.rule("CR-075", "CR-091")
def test_no_secret_changes_a_row():
    night = fleets_for_missions().draw_mission_squadron(2).choose_mission(2)
    row = game_row(night.game)
    night.pregame.drawn, night.pregame.cards["active"], night.pregame.nominated = 3, [3], 1
    assert game_row(night.game) == row
