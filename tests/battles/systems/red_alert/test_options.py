"""Options of a battle of Red Alert, its facts before it begins, and its help."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from league.kernel.refusal import Refusal
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.help import read_help
from missions.battles.systems.red_alert.engine import setup as engine
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.units import DATA
from missions.battles.systems.red_alert.forces.builder import BUILDER
from missions.battles.systems.red_alert.options import OPTIONS, facts
from tests.battles.duel_pack import DUEL_PACK

PACK = replace(DUEL_PACK, scenarios=battles, options=OPTIONS)
"""A pack with the battles and options of Red Alert, whatever else it has."""


def told(scenario: str, **more: int) -> dict[str, str]:
    """Facts of a set-up with these options, by label."""
    return {fact.label: fact.words for fact in facts(PACK.setup(scenario, more))}


def test_a_set_up_without_options_has_none_of_their_keys():
    assert set(PACK.setup("cardinals_belt", {})) == {"system", "version", "scenario"}


@pytest.mark.rule("RA-203", "RA-043")
def test_options_that_were_chosen_count_in_the_battle():
    chosen = PACK.setup("cardinals_belt", {"turns": 60, "stars_commonwealth": 2}) | {"version": "1"}
    forces = [BUILDER.suggested(chosen, side) for side in (0, 1)]
    state, _ = engine.build({**chosen, "forces": forces}, seeded_dice("options"))
    usual, _ = engine.build({**chosen, "forces": forces, "stars_commonwealth": 0}, seeded_dice("options"))
    assert (state.table.turn_limit, state.stars[0] - usual.stars[0]) == (60, 2)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("turns", 19, "20 to 200 turns"),
        ("turns", 201, "20 to 200 turns"),
        ("stars_commonwealth", 10, "1 to 9 stars, or 0 for none"),
        ("stars_confederation", -1, "1 to 9 stars, or 0 for none"),
    ],
)
def test_a_number_out_of_bounds_is_refused_with_a_sentence(name: str, value: int, sentence: str):
    with pytest.raises(Refusal, match=sentence) as refused:
        PACK.setup("cardinals_belt", {name: value})
    assert refused.value.field == name


def test_a_handicap_is_offered_to_the_weaker_side():
    offered = [option.help for option in OPTIONS if option.house]
    assert offered == ["1 to 9, an offer to the weaker side. Leave it empty for none."] * 2


def test_handicaps_are_house_rules():
    assert [option.name for option in OPTIONS if option.house] == [
        "stars_commonwealth",
        "stars_confederation",
    ]


@pytest.mark.parametrize(
    ("scenario", "expected"),
    [
        ("opening_salvo", {"Fleets": "on the map from the beginning", "Goal": "13 victory points"}),
        (
            "cardinals_belt",
            {
                "Task force cards": "one for each side, drawn by the app",
                "Points to buy units": "40 a side, with those that the card leaves",
                "Goal": "21 victory points, or 8 enemy units eliminated",
            },
        ),
        (
            "triangulum_2",
            {
                "Points to buy units": "80 a side",
                "Goal": "21 victory points, or 8 enemy units eliminated",
            },
        ),
    ],
)
def test_the_facts_of_a_battle_are_told(scenario: str, expected: dict[str, str]):
    assert told(scenario) == expected


@pytest.mark.rule("RA-305", "RA-306")
def test_the_facts_of_uneven_and_chosen_fleets_are_told():
    assert told("cardinals_belt_3")["Points to buy units"] == "Commonwealth 40, Confederation none"
    assert told("twin_sisters")["Task force cards"] == "each side chooses one of six"


def test_fleets_of_a_campaigns_game_are_told_instead_of_cards_and_points():
    fleet = {"units": [{"unit": "FS"}, {"unit": "DD", "ref": "7", "name": "Sol Sixxa"}]}
    found = facts({"scenario": "cardinals_belt", "forces": [fleet, fleet]})
    assert [(fact.label, fact.words) for fact in found] == [
        ("Fleets", "the ships that the game fields, with a flagship and escorts for each side"),
        ("Goal", "21 victory points, or 8 enemy units eliminated"),
    ]


def test_options_that_were_chosen_are_told():
    found = list(facts(PACK.setup("opening_salvo", {"turns": 50, "stars_commonwealth": 1})))
    assert [(fact.words, fact.rule) for fact in found[-2:]] == [
        ("50 turns, those of both sides together", "RA-203"),
        ("the Commonwealth begins with one more star", "RA-043"),
    ]


def test_the_limit_of_a_battle_is_told_unless_another_was_agreed():
    assert told("first_steps")["Limit"] == "6 turns, those of both sides together"
    assert told("first_steps", turns=50)["Limit"] == "50 turns, those of both sides together"


def test_every_battle_has_what_a_page_shows_of_it():
    for name, battle in PACK.scenarios().items():
        assert battle.id == name and battle.name and battle.brief.endswith(".") and battle.rules
        assert list(facts({"scenario": name}))


def test_the_help_has_its_sections_and_cites_rules():
    sections = read_help(DATA / "help.toml")
    assert [section.title for section in sections] == [
        "To begin with", "A turn", "Cards", "Fleets", "The field", "Reading the odds",
        "A game of the campaign",
    ]  # fmt: skip
    for section in sections:
        text = " ".join([*section.paragraphs, *(step for _, step in section.steps)])
        assert re.search(r"\{RA-\d{3}\}", text), section.title
