"""Matches and simulations: who sits where, what is counted, the table and the picture."""

import csv
import io
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import Any

import pytest

from missions.battles.engine.charts import picture
from missions.battles.engine.simulation import (
    Fought,
    Loss,
    Match,
    as_csv,
    match_tasks,
    play_one,
    rows,
    simulation_tasks,
)
from missions.battles.systems import registry
from missions.battles.systems.fighters.engine.system import FIGHTERS
from missions.battles.systems.fighters.forces.catalogue import written
from missions.battles.systems.pack import Pack
from missions.battles.systems.registry import PACKS

SIDES = ("blue", "red")
SETUP = written("free", ("2 x-wing", "1 tie fighter"), {})


def played(winner: int | None, *losses: Loss, thought=((), ())) -> Fought:
    return Fought(winner, "Over.", 5, 40, losses, thought)


def test_every_second_battle_has_the_same_dice_and_the_seats_swapped():
    first, second, third = match_tasks(FIGHTERS, [SETUP], "greedy", "close", 3, "7")
    assert (first.bots, second.bots) == (("greedy", "close"), ("close", "greedy"))
    assert first.dice == second.dice != third.dice


def test_set_ups_take_turns_each_with_both_seatings():
    other = written("free", ("1 x-wing", "1 tie fighter"), {})
    tasks = match_tasks(FIGHTERS, [SETUP, other], "greedy", "close", 6, "7")
    assert [task.setup for task in tasks] == [SETUP, SETUP, other, other, SETUP, SETUP]


def test_a_match_counts_for_the_first_bot_wherever_it_sits():
    match = Match("greedy", "close")
    for number, winner in enumerate([0, 0, 1, None, 0]):
        match.add(number, played(winner, thought=((1.0,), (2.0,))))
    assert (match.wins, match.draws, match.losses, match.games) == (2, 1, 2, 5)
    assert match.thought == ([1.0, 2.0, 1.0, 2.0, 1.0], [2.0, 1.0, 2.0, 1.0, 2.0])
    assert match.rate.value == 0.4


def test_the_same_task_gives_the_same_battle():
    task = simulation_tasks(FIGHTERS, SETUP, ("close", "random"), 1, "3")[0]
    first, again = play_one(task), play_one(task)
    assert (first.winner, first.orders, first.losses) == (again.winner, again.orders, again.losses)
    assert {(loss.side, loss.kind, loss.fielded) for loss in first.losses} == {
        (0, "x_wing", 2),
        (1, "tie_fighter", 1),
    }
    assert sum(len(part) for part in first.thought) == first.orders


@pytest.mark.parametrize("name", PACKS)
def test_every_system_tells_what_each_kind_of_unit_of_a_usual_battle_lost(name: str):
    pack = PACKS[name]
    battle = written_of(pack)
    (task,) = simulation_tasks(pack.system, battle, ("close", "close"), 1, "5")
    losses = play_one(task).losses
    known = pack.statistics.names()
    assert {loss.side for loss in losses} == {0, 1}
    assert all(loss.kind in known and 0 <= loss.lost <= loss.fielded for loss in losses)
    assert sum(loss.destroyed for loss in losses) > 0


def written_of(pack: Pack) -> dict[str, Any]:
    """The usual battle of a pack as a command writes it."""
    return pack.written(pack.usual_battle, ("", ""), pack.read_options(pack.usual_battle, {}))


def figures():
    loss = (Loss(0, "x_wing", 2, 0.5, 0), Loss(1, "tie_fighter", 1, 1.0, 1))
    return rows([played(0, *loss), played(None, *loss), played(0, *loss)], {"x_wing": "X-wing"}, SIDES)


def test_figures_are_shares_of_battles_and_of_strength():
    found = {(row.group, row.name): row.estimate.value for row in figures()}
    assert found["result", "blue wins"] == 2 / 3 and found["result", "draw"] == 1 / 3
    assert found["losses", "X-wing"] == 0.25 and found["losses", "tie_fighter"] == 1.0
    assert found["length", "turns"] == 5 and found["length", "orders"] == 40


def test_the_table_has_a_line_for_every_figure():
    lines = list(csv.DictReader(io.StringIO(as_csv(figures()))))
    assert len(lines) == len(figures()) == 7
    assert lines[0] | {"low": "", "high": ""} == {
        "group": "result",
        "name": "blue wins",
        "side": "blue",
        "value": "0.6667",
        "low": "",
        "high": "",
        "battles": "3",
    }


def test_the_picture_stands_alone_and_tells_itself_to_those_who_cannot_see_it():
    drawn = picture("A < B", "3 battles. " + "Long words " * 30, figures(), SIDES, "Strength lost")
    root = ET.fromstring(drawn)  # noqa: S314  our own text
    names = {"svg": "http://www.w3.org/2000/svg"}
    assert root.find("svg:title", names).text == "A < B"
    assert "blue wins 67 % (" in root.find("svg:desc", names).text
    assert len(root.findall("svg:rect", names)) == 2 + 5
    assert "http" not in drawn.replace('xmlns="http://www.w3.org/2000/svg"', "") and "style=" not in drawn
    texts = [text.text for text in root.findall("svg:text", names)]
    assert "X-wing, blue" in texts and "25 % (4 to 74)" in texts


def test_the_share_of_the_side_that_begins_counts_where_a_system_names_it():
    battles = [replace(played(winner), first=first) for winner, first in ((0, 0), (0, 1), (1, 1), (None, 0))]
    found = {row.name: row.estimate for row in rows(battles, {}, SIDES)}
    assert (found["side that begins wins"].value, found["side that begins wins"].count) == (0.5, 4)
    assert "side that begins wins" not in {row.name for row in figures()}


def test_galaxies_names_the_side_that_begins():
    setup = registry.pack("galaxies").written("first_steps", ("", ""), {})
    task = simulation_tasks(registry.pack("galaxies").system, setup, ("random", "random"), 1, "3")[0]
    assert play_one(task).first in (0, 1)
