"""Texts that tell no battle are refused with a sentence, whatever is wrong with them."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.kernel.refusal import Refusal, Unreadable
from missions.battles.engine import notation
from missions.battles.engine.contract import System
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle, random_play
from missions.battles.systems.registry import system
from tests.battles.engine.card_duel import DUEL, setup_for
from tests.battles.engine.setups import SETUPS

FIGHTERS = system("fighters")
SETUP = next(iter(SETUPS["fighters"].values()))
BROKEN = {
    "no JSON": "{not json",
    "cut off": '{"system": "fighters", "forces": [',
    "too deep": "[" * 100_000,
    "a list": "[]",
    "a number": "7",
    "nothing known": "{}",
    "forces of numbers": '{"scenario": "fighter_clash", "points": 60, "forces": [1, 2]}',
    "units of numbers": json.dumps({**SETUP, "forces": [{"side": "rebel", "units": [1]}] * 2}),
    "points of text": json.dumps({**SETUP, "points": "many"}),
    "points without end": json.dumps({**SETUP, "points": 1}).replace('"points": 1', '"points": 1e999'),
}


@pytest.mark.parametrize("rules", [FIGHTERS, DUEL], ids=lambda each: each.id)
@pytest.mark.parametrize("setup", BROKEN.values(), ids=BROKEN.keys())
def test_a_set_up_that_makes_no_sense_is_unreadable(rules: System[Any], setup: str):
    with pytest.raises(Refusal) as refused:
        notation.loads(rules, f"{setup}\nset-up :\n")
    assert refused.value.message.endswith(".")


@pytest.mark.parametrize(
    ("setup", "dice"), [("{}", "300"), ("{}", "-1"), (json.dumps(setup_for()), "1 2"), ("{}", "six")]
)
def test_dice_that_no_die_shows_or_too_few_are_unreadable(setup: str, dice: str):
    with pytest.raises(Unreadable):
        notation.loads(DUEL, f"{setup}\nset-up : {dice}\n")


def card_game() -> str:
    """A whole card game in words."""
    dice = seeded_dice("notation")
    battle = Battle(DUEL, setup_for(turns=3), dice)
    random_play(battle, dice, Random(1).random)
    return notation.dumps(battle)


CARD_GAME = card_game()


def test_an_order_with_too_few_dice_is_unreadable():
    lines = CARD_GAME.splitlines()
    rolled = next(number for number, line in enumerate(lines) if number > 1 and " : " in line)
    lines[rolled] = lines[rolled].partition(" : ")[0]
    with pytest.raises(Unreadable, match="too few dice"):
        notation.loads(DUEL, "\n".join(lines))


@given(st.data())
def test_a_damaged_text_is_read_or_refused_and_nothing_else(data: st.DataObject):
    start = data.draw(st.integers(0, len(CARD_GAME)))
    end = data.draw(st.integers(start, min(len(CARD_GAME), start + 12)))
    text = CARD_GAME[:start] + data.draw(st.text(max_size=6)) + CARD_GAME[end:]
    try:
        notation.loads(DUEL, text)
    except Refusal as refused:
        assert refused.message.endswith(".")
