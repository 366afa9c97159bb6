"""manage.py battle: a log in sentences, a record that replays, and a clear no."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from missions.battles.engine.replay import replay
from missions.battles.systems import registry
from missions.battles.systems.registry import SYSTEMS

SMALL = {"scenario": "free", "first": "2 x-wing", "second": "1 tie fighter", "bots": "close:random"}


def output(**options: Any) -> str:
    out = StringIO()
    call_command("battle", **{"stdout": out, "seed": "5", **options})
    return out.getvalue()


def test_a_battle_is_told_in_sentences_to_its_end():
    lines = output(**SMALL).splitlines()
    assert lines[0] == "Turn 1 of 12." and "Movement." in lines
    assert any(" wins. West took down " in line or line.startswith("A draw") for line in lines[-1:])


def test_the_same_seed_tells_the_same_battle_and_another_one_not():
    assert output(**SMALL) == output(**SMALL) != output(**SMALL, seed="6")


def test_bots_say_why_when_asked():
    spoken = [line for line in output(**SMALL, explain=True).splitlines() if line.startswith("    West: ")]
    assert spoken and all("brings me nearest to a shot, of" in line for line in spoken)


def test_the_record_replays_to_the_same_outcome(tmp_path: Path):
    file = tmp_path / "battle.json"
    log = output(**SMALL, json=file)
    record = json.loads(file.read_text())
    outcome = SYSTEMS["fighters"].outcome(replay(SYSTEMS["fighters"], record).state)
    assert record["outcome"]["reason"] == outcome.reason and record["bots"] == ["close", "random"]
    assert record["log"] == log.splitlines()


@pytest.mark.parametrize("command", ["battle", "bot_match", "simulate"])
def test_help_names_the_sides_by_number(command: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        call_command(command, "--help")
    words = " ".join(capsys.readouterr().out.split())
    assert "--first FORCE the force of the first side" in words
    assert "--second FORCE the force of the second side" in words
    seats = registry.packs()[0].system.seating({"scenario": registry.packs()[0].tryout.usual}).sides
    assert not any(word in words.lower() for word in map(str.lower, seats)), "words of one system"


def test_the_list_names_battles_craft_and_options():
    listed = output(list=True)
    assert "  hostages: Hostages." in listed and "  columns: Columns of the map. 12 to 36" in listed
    assert "  deploy: Set-up" in listed and ". choose or line\n" in listed and ". no or yes\n" in listed


def test_a_listed_fleet_of_cards_can_be_typed():
    ready = next(line for line in output(list=True, system="red_alert").splitlines() if "“card " in line)
    first, second = ready.split("“")[1].split("”")[0], ready.split("“")[2].split("”")[0]
    told = output(system="red_alert", scenario="cardinals_belt", first=first, second=second, bots="random")
    assert "Confederation has chosen." in told and ("wins. " in told or "is a draw. " in told)


def test_options_of_the_system_are_set_by_name():
    short = output(**SMALL, set=["turns=2", "natural_one_misses=yes"])
    assert short.startswith("Turn 1 of 2.")


def test_a_flag_as_usual_and_an_empty_number_leave_the_set_up_as_it_is():
    pack = registry.packs()[0]
    as_usual = {"leaving_concedes": "yes", "torpedo_salvos": "0", "natural_one_misses": "no"}
    assert pack.read_options("free", as_usual) == {}
    changed = {"leaving_concedes": "no", "torpedo_salvos": "2"}
    assert pack.read_options("free", changed) == {"leaving_concedes": False, "torpedo_salvos": 2}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"first": "3 x-wong"}, "There is no craft “x-wong”; did you mean"),
        (
            {"first": "3 x-wing", "set": ["points=20"]},
            "The force is 10 points over its 20; take something out.",
        ),
        ({"set": ["points=-1"]}, "A battle has 20 to 150 points a side; choose a number between."),
        (
            {"system": "galaxies", "set": ["rounds=0"]},
            "A battle stops after 4 to 40 rounds; choose a number between.",
        ),
        ({"set": ["points=many"]}, "The option points is a number, not “many”."),
        ({"set": ["points"]}, "“points” sets nothing; write it as --set NAME=VALUE."),
        ({"set": ["luck=7"]}, "There is no option “luck”; choose points, deploy, columns, "),
        ({"set": ["deploy=upside down"]}, "choose from what is offered."),
        ({"set": ["turns=3"]}, "The option turns counts in these battles only: free."),
        ({"set": ["natural_one_misses=perhaps"]}, "is yes or no, not “perhaps”."),
        ({"scenario": "brawl"}, "There is no battle “brawl”; choose one of free, "),
        ({"scenario": "hostages", "first": "x-wing"}, "needs a light ship as transport; add a Corvette."),
        ({"bots": "greedy:nobody"}, "There is no bot “nobody”. There are:\n  random: "),
        (
            {"bots": "a:b:c"},
            "“a:b:c” names no two bots; write them like “greedy:search”, the first side's first.",
        ),
        ({"system": "chess"}, "There is no system “chess”; choose one of fighters, red_alert, galaxies."),
        (
            {"system": "chess", "list": True},
            "There is no system “chess”; choose one of fighters, red_alert, galaxies.",
        ),
        ({"json": Path("/nowhere/at/all.json")}, "There is no directory /nowhere/at; make it first"),
        ({"json": Path("/")}, "/ is a directory; name a file."),
    ],
)
def test_impossible_options_are_refused_in_a_sentence(options: dict, sentence: str):
    with pytest.raises(CommandError) as no:
        output(**options)
    assert sentence in str(no.value) and no.value.returncode == 2
