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


@pytest.mark.parametrize(
    ("bots", "options", "sentence"),
    [
        (("greedy", "nobody"), {}, "There is no bot “nobody”."),
        (("greedy", "close"), {"units": 13}, "--units is 13; it can be 1 to 12."),
        (("greedy", "close"), {"games": -1}, "--games is -1; it can be 1 to 100000."),
    ],
)
def test_impossible_options_are_refused_in_a_sentence(bots: tuple, options: dict, sentence: str):
    with pytest.raises(CommandError) as no:
        matched(*bots, **options)
    assert sentence in str(no.value) and no.value.returncode == 2
