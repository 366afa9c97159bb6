"""manage.py battle: a log in sentences, a record that replays, and a clear no."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from missions.battles.engine.replay import replay
from missions.battles.systems.registry import SYSTEMS

SMALL = {"scenario": "free", "west": "2 x-wing", "east": "1 tie fighter", "bots": "close:random"}


def told(**options: Any) -> str:
    out = StringIO()
    call_command("battle", **{"stdout": out, "seed": "5", **options})
    return out.getvalue()


def test_a_battle_is_told_in_sentences_to_its_end():
    lines = told(**SMALL).splitlines()
    assert lines[0] == "Turn 1 of 12." and "Movement." in lines
    assert any(" wins. West took down " in line or line.startswith("A draw") for line in lines[-1:])


def test_the_same_seed_tells_the_same_battle_and_another_one_not():
    assert told(**SMALL) == told(**SMALL) != told(**SMALL, seed="6")


def test_bots_say_why_when_asked():
    spoken = [line for line in told(**SMALL, explain=True).splitlines() if line.startswith("    West: ")]
    assert spoken and all("brings me nearest to a shot, of" in line for line in spoken)


def test_the_record_replays_to_the_same_outcome(tmp_path: Path):
    file = tmp_path / "battle.json"
    log = told(**SMALL, json=file)
    record = json.loads(file.read_text())
    outcome = SYSTEMS["fighters"].outcome(replay(SYSTEMS["fighters"], record).state)
    assert record["outcome"]["reason"] == outcome.reason and record["bots"] == ["close", "random"]
    assert record["log"] == log.splitlines()


def test_the_list_names_battles_and_craft():
    assert "  hostages: Hostages." in told(list=True)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"west": "3 x-wong"}, "There is no craft “x-wong”; did you mean"),
        ({"west": "3 x-wing", "points": 20}, "The force is 10 points over its 20; take something out."),
        ({"points": -1}, "A battle is fought with 1 to 400 points a side"),
        ({"scenario": "brawl"}, "There is no battle “brawl”; choose free, "),
        ({"scenario": "hostages", "west": "x-wing"}, "needs a light ship as transport; add a Corvette."),
        ({"bots": "greedy:nobody"}, "There is no bot “nobody”. There are:\n  random: "),
        ({"bots": "a:b:c"}, "“a:b:c” names no two bots; write them like “greedy:search”, west first."),
        ({"system": "chess"}, "There is no system “chess”; choose one of fighters."),
        ({"system": "chess", "list": True}, "There is no system “chess”; choose one of fighters."),
        ({"json": Path("/nowhere/at/all.json")}, "There is no directory /nowhere/at; make it first"),
        ({"json": Path("/")}, "/ is a directory; name a file."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(options: dict, sentence: str):
    with pytest.raises(CommandError) as no:
        told(**options)
    assert sentence in str(no.value) and no.value.returncode == 2
