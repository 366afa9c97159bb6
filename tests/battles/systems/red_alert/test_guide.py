"""Hints of the guided first battle: each decision has one, and only for the person who decides."""

import re

import pytest

from missions.battles.engine.contract import View
from missions.battles.systems.red_alert.engine.questions import QUESTIONS
from missions.battles.systems.red_alert.engine.state import Phase, Wait
from missions.battles.systems.red_alert.guide import hint, hints
from missions.battles.systems.red_alert.rulebook import red_alert

RULES = {rule.id for chapter in red_alert().chapters for rule in chapter.rules}


def seen(
    phase: str = "command", turn: int = 1, wait: str | None = None, scenario: str = "first_steps"
) -> View:
    """The view of a seat that is awaited then, as far as hints look at it."""
    deciding = {"seat": 0, "to_act": [0], "phase": phase, "turn": turn, "wait": wait}
    return {"scenario": scenario, **deciding, "drawn": [], "ending": 0}


def test_every_phase_of_a_battle_with_units_on_the_map_has_a_hint():
    for phase in Phase:
        expected = phase not in (Phase.DEPLOYMENT, Phase.REINFORCEMENT, Phase.OVER)
        assert bool(hint(seen(phase.name.lower()))) == expected, phase


def test_each_decision_at_the_end_of_a_turn_has_its_own_hint():
    end = seen("end")
    assert len({hint(end), hint({**end, "drawn": ["FST", "GQ"]}), hint({**end, "ending": 1})}) == 3


def test_every_question_out_of_turn_has_a_hint():
    assert hints()["asked"].keys() == QUESTIONS.keys()
    assert all(hint(seen("combat", wait=wait.name.lower())) for wait in Wait)


def test_the_hints_of_three_turns_differ_and_the_last_one_stands():
    told = [hint(seen(turn=turn)) for turn in (1, 2, 3, 5, 9)]
    assert told[0] == told[1] != told[2] != told[3] == told[4]


@pytest.mark.parametrize("other", [{"scenario": "opening_salvo"}, {"to_act": [1]}])
def test_other_battles_and_people_who_wait_get_no_hint(other: dict[str, object]):
    assert hint({**seen(), **other}) == ""


def test_hints_name_rules_that_exist():
    cited = re.findall(r"\{(.+?)\}", str([list(each.values()) for each in hints().values()]))
    assert cited and set(cited) <= RULES
