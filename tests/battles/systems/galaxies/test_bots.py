"""Bots of Galaxies decide in good time, however many cards a fleet of the campaign has (BG-030, BG-032)."""

from __future__ import annotations

from functools import cache
from time import process_time

import pytest

from missions.battles.engine.bots.match import LEVELS
from missions.battles.engine.bots.spread import MOST_RATED, spread
from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle
from missions.battles.engine.sight import known_to
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of
from missions.battles.systems.galaxies.engine.loads import Loads, chosen_of
from missions.battles.systems.galaxies.engine.state import NOWHERE
from missions.battles.systems.galaxies.engine.system import GALAXIES
from tests.battles.systems.galaxies.setups import galaxies, mustered

MANY = galaxies(
    "saturn_line",
    mustered(
        "ISN",
        ("isn-everest-veteran", 1),
        *[("isn-f54-standard", 1)] * 30,
        *[("isn-torrent-standard", 1)] * 4,
        *[("isn-hawks-standard", 3)] * 5,
    ),
    mustered("Wretch", ("wre-vapor-veteran", 1), *[("wre-chosh-standard", 1)] * 39),
)
"""Forty cards a side, and most of them fit into the hold of the flagship."""
IN_TIME = 0.4
"""Seconds of this process that a decision may take."""


@cache
def at_the_hold() -> Battle:
    """The battle at the moment at which the hold of the flagship is loaded."""
    dice = seeded_dice("forty cards")
    battle = Battle(GALAXIES, MANY, dice)
    while battle.state.loading == NOWHERE:
        (seat,) = GALAXIES.to_act(battle.state)
        orders = GALAXIES.legal_orders(battle.state, seat, NO_UNIT)
        dear = [each for each in orders if "veteran" in GALAXIES.write(battle.state, (NO_UNIT, each))]
        battle.force(seat, (NO_UNIT, dear[0] if dear else orders[-1]), dice)
    return battle


@pytest.mark.rule("BG-030", "BG-032")
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_with_forty_cards_loads_a_hold_in_time(level: str):
    state = at_the_hold().state
    (seat,) = GALAXIES.to_act(state)
    legal = GALAXIES.legal_orders(state, seat, NO_UNIT)
    assert len(legal) > 10_000_000
    bot, known = LEVELS[level]("forty"), known_to(GALAXIES, state, seat)
    bot.choose(GALAXIES, known, seat)
    before = process_time()
    unit, choice = bot.choose(GALAXIES, known, seat)
    assert process_time() - before < IN_TIME
    assert unit == NO_UNIT and kind_of(choice) is Kind.LOAD and choice in legal
    assert bot.explain()


def test_choices_that_bots_rate_are_spread_evenly_and_all_of_few_are_rated():
    many = Loads([(card, 1) for card in range(20)], 12)
    found = spread(many)
    assert len(found) == len(set(found)) == MOST_RATED < len(many) and found[0] == many[0]
    assert all(choice in many for choice in found)
    assert {len(chosen_of(choice)) for choice in found} > set(range(6, 13))
    few = Loads([(card, 1) for card in range(8)], 12)
    assert spread(few) is few
