"""Options of a battle of Galaxies, its facts before it begins, and its help."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from league.kernel.refusal import Refusal
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.galaxies.engine import setup as engine
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.ships import DATA
from missions.battles.systems.galaxies.engine.telling.words import extra_words
from missions.battles.systems.galaxies.forces.builder import BUILDER
from missions.battles.systems.galaxies.options import OPTIONS, facts
from missions.battles.systems.galaxies.rulebook import galaxies
from missions.battles.systems.help import read_help
from tests.battles.duel_pack import DUEL_PACK

PACK = replace(DUEL_PACK, scenarios=battles, options=OPTIONS)
"""A pack with the battles and options of Galaxies, whatever else it has."""


def told(scenario: str, **more: Any) -> dict[str, str]:
    """Facts of a set-up with these options, by label."""
    return {fact.label: fact.words for fact in facts(PACK.setup(scenario, more))}


def test_a_set_up_without_options_has_none_of_their_keys():
    assert set(PACK.setup("ring_patrol", {})) == {"system", "version", "scenario"}


@pytest.mark.rule("BG-010", "BG-012", "BG-134", "BG-160")
def test_options_that_were_chosen_count_in_the_battle():
    chosen = {"tactics": True, "points": 40, "rounds": 5}
    setup = PACK.setup("ring_patrol", chosen) | {"version": engine.VERSION}
    forces = [BUILDER.suggested(setup, side) for side in (0, 1)]
    state, _ = engine.build({**setup, "forces": forces}, seeded_dice("options"))
    assert (state.table.tactics, state.table.battle.points, state.table.rounds) == (True, 40, 5)
    assert [sum(card.launch for card in fleet) for fleet in state.table.fleets] == [40, 40]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("points", 9, "10 to 70 points"),
        ("points", 71, "10 to 70 points"),
        ("points", 0, "10 to 70 points"),
        ("rounds", 0, "4 to 40 rounds"),
        ("rounds", 3, "4 to 40 rounds"),
        ("rounds", 41, "4 to 40 rounds"),
    ],
)
def test_a_number_out_of_bounds_is_refused_with_a_sentence(name: str, value: int, sentence: str):
    with pytest.raises(Refusal, match=sentence) as refused:
        PACK.setup("ring_patrol", {name: value})
    assert refused.value.field == name


def test_options_that_change_the_battle_are_house_rules_and_name_their_usual_numbers():
    helps = {option.name: option.help for option in OPTIONS if option.house}
    assert "21 in Ring Patrol, 58 in Hold the Saturn Line" in helps["points"]
    assert "12 in Ring Patrol" in helps["rounds"] and set(helps) == {"points", "rounds"}


# --- facts ------------------------------------------------------------------------------------------


@pytest.mark.rule("BG-010", "BG-131", "BG-133", "BG-134", "BG-160")
def test_facts_name_fleets_goal_limit_and_tactic_cards():
    assert told("ring_patrol") == {
        "Fleets": "hidden, up to 21 points a side",
        "Goal": "leave the enemy without ships on the map and behind the screen",
        "Limit": "12 rounds; after that the higher score wins",
        "Tactic cards": "left out",
    }
    assert told("shattered_moon")["Goal"].startswith("4 victory points for the marked hex, or leave")


@pytest.mark.rule("BG-013")
def test_facts_name_the_energy_that_makes_up_for_the_sequence_of_turns():
    extra = battles()["shattered_moon"].extra
    assert extra[0] == 0 < extra[1]
    assert told("shattered_moon")["Turns"] == f"the side with the second turn gets {extra[1]} more energy"
    assert extra_words((2, 1)) == (
        "the side with the first turn gets 2 more energy and the side with the second turn gets 1 more energy"
    )
    assert "Turns" not in told("ring_patrol") and extra_words((0, 0)) == ""


def test_facts_name_house_rules():
    found = told("ring_patrol", points=30, rounds=8, tactics=True)
    assert found["Fleets"] == "hidden, up to 30 points a side, a house rule"
    assert found["Limit"].startswith("8 rounds, a house rule;") and found["Tactic cards"] == "in play"


def test_fleets_of_the_campaign_are_told_before_and_after_the_battle_begins():
    setup = PACK.setup("ring_patrol", {})
    for more in ({"lists": ["ISN", "Wretch"]}, {"forces": [{"side": "ISN"}, {"side": "Wretch"}]}):
        assert "the ships that the game fields" in next(iter(facts(setup | more))).words


# --- help -------------------------------------------------------------------------------------------


def test_the_help_names_rules_that_exist():
    known = {rule.id for chapter in galaxies().chapters for rule in chapter.rules}
    sections = read_help(DATA / "help.toml")
    texts = [text for each in sections for text in (*each.paragraphs, *(words for _, words in each.steps))]
    named = {rule for text in texts for rule in re.findall(r"\{([^}]+)\}", text)}
    assert named <= known and len(named) > 30 and len(sections) == 8
