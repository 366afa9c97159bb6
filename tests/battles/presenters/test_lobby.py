"""Texts of the list of battles."""

import pytest

from missions.battles.presenters.lobby import action_words


@pytest.mark.parametrize(
    ("status", "begun", "mine", "seated", "label"),
    [
        ("open", False, True, True, "Get ready"),
        ("open", False, False, True, "To the battle"),
        ("running", True, True, True, "To the board"),
        ("running", True, False, True, "To the board"),
        ("paused", True, False, True, "To the board"),
        ("running", True, False, False, "Watch"),
        ("over", True, False, True, "Replay"),
        ("over", False, False, True, ""),
    ],
)
def test_a_player_of_a_battle_is_led_to_it_and_others_watch(
    status: str, begun: bool, mine: bool, seated: bool, label: str
) -> None:
    assert action_words(status, begun, mine, seated) == label
