"""manage.py bot_match: the score of the first bot, sides swapped, with its interval."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command


def matched(*bots: str, **options: Any) -> str:
    out = StringIO()
    call_command("bot_match", *bots, **{"stdout": out, **options})
    return out.getvalue()


def test_the_score_goes_to_the_screen_and_to_the_file(tmp_path: Path):
    file = tmp_path / "match.json"
    out = matched("close", "random", games=4, units=1, json=file)
    found = json.loads(file.read_text())
    assert found["games"] == found["wins"] + found["draws"] + found["losses"] == 4
    assert 0 <= found["low"] <= found["rate"] == found["wins"] / 4 <= found["high"] <= 1
    assert f"4 battles: {found['wins']} won" in out and "close thinks" in out


def test_all_battles_of_a_system_are_fought_in_turn(monkeypatch: pytest.MonkeyPatch):
    setups = []

    def note(system: object, found: list[Any], *rest: object) -> list[Any]:
        setups.extend(found)
        return []

    monkeypatch.setattr("missions.battles.management.commands.bot_match.match_tasks", note)
    matched("greedy", "random", system="red_alert", scenario="all")
    names = [setup["scenario"] for setup in setups]
    assert len(names) == len(set(names)) == 10 and "first_steps" not in names
    assert all("units" not in force for setup in setups for force in setup.get("forces", []))


def test_a_battle_that_is_named_has_its_ready_made_forces(monkeypatch: pytest.MonkeyPatch):
    setups = []
    monkeypatch.setattr(
        "missions.battles.management.commands.bot_match.match_tasks",
        lambda system, found, *rest: setups.extend(found) or [],
    )
    matched("greedy", "random", system="red_alert", scenario="cardinals_belt")
    assert all("card" in force for force in setups[0]["forces"])
    matched("greedy", "random", system="red_alert", scenario="cardinals_belt", units=4)
    assert all("card" not in force for force in setups[1]["forces"])


@pytest.mark.parametrize(
    ("bots", "options", "sentence"),
    [
        (
            ("greedy", "close"),
            {"system": "red_alert", "scenario": "opening_salvo", "units": 4},
            "Ordinary units fight in “cardinals_belt” only",
        ),
        (("greedy", "close"), {"units": 4, "first": "1 x-wing"}, "Name either forces or --units, not both."),
        (("greedy", "close"), {"scenario": "all", "first": "1 x-wing"}, "Forces belong to one battle"),
        (("greedy", "nobody"), {}, "There is no bot “nobody”."),
        (("greedy", "close"), {"units": 13}, "--units is 13; it can be 1 to 12."),
        (("greedy", "close"), {"games": -1}, "--games is -1; it can be 1 to 100000."),
    ],
)
def test_impossible_options_are_refused_in_a_sentence(bots: tuple, options: dict, sentence: str):
    with pytest.raises(CommandError) as no:
        matched(*bots, **options)
    assert sentence in str(no.value) and no.value.returncode == 2
