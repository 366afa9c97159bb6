"""Bots play legal battles to their end, better ones win, and each says why."""

import pytest

from missions.tactical.bots.match import LEVELS, fight
from missions.tactical.bots.random_bot import RandomBot
from missions.tactical.bots.rated import RatedBot, SearchBot
from missions.tactical.dice import seeded_dice
from missions.tactical.registry import SYSTEMS
from missions.tactical.replay import Battle
from tests.missions.tactical.setups import SETUPS, fighters

FIGHTERS = SYSTEMS["fighters"]
SMALL = fighters("free", ["x_wing"] * 2, ["x_wing"] * 2, columns=16, rows=10, turns=10)
SMALL["forces"][1]["side"] = "rebel"


def wins(one, other, games: int) -> int:
    """Battles that `one` wins, sides swapped every time."""
    won = 0
    for game in range(games):
        bots = (one, other) if game % 2 == 0 else (other, one)
        outcome = fight(FIGHTERS, SMALL, bots, seeded_dice(str(game))).state.outcome
        won += outcome.winner == game % 2
    return won


def test_greedy_beats_random():
    assert wins(RatedBot("greedy"), RandomBot("r"), 10) >= 8


def test_greedy_beats_close_and_shoot():
    assert wins(RatedBot("greedy"), RatedBot("close"), 12) >= 8


@pytest.mark.parametrize("setup", SETUPS["fighters"])
def test_greedy_and_close_play_every_battle_to_its_end(setup: str):
    bots = [LEVELS["greedy"](""), LEVELS["close"]("")]
    outcome = fight(FIGHTERS, SETUPS["fighters"][setup], bots, seeded_dice(setup)).state.outcome
    assert outcome is not None and outcome.reason


def test_a_search_answers_within_its_budget_and_changes_nothing():
    battle = Battle(FIGHTERS, SETUPS["fighters"]["small map"], seeded_dice("search"))
    bot = SearchBot(candidates=3, rollouts=2, horizon=6, dice=seeded_dice("bot"))
    before = FIGHTERS.key(battle.state)
    seat = battle.state.seat
    unit, choice = bot.choose(FIGHTERS, battle.state, seat)
    assert choice in FIGHTERS.legal_orders(battle.state, seat, unit)
    assert FIGHTERS.key(battle.state) == before and "tried 2 times" in bot.explain()


def test_a_bot_explains_its_order():
    battle = Battle(FIGHTERS, SETUPS["fighters"]["small map"], seeded_dice("why"))
    bot = RatedBot()
    bot.choose(FIGHTERS, battle.state, battle.state.seat)
    assert bot.explain().startswith("“side first") and "points expected" in bot.why
