"""Fleets of the campaign with as many ship cards as there may be: holds, orders, bots and pages."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

from missions.battles.engine.bots.match import bots_for, fight
from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.galaxies.engine import drafting
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of
from missions.battles.systems.galaxies.engine.fleets import MOST_CARDS
from missions.battles.systems.galaxies.engine.state import NOWHERE, State
from missions.battles.systems.galaxies.engine.system import GALAXIES
from tests.battles.systems.galaxies.board.looks import page
from tests.battles.systems.galaxies.setups import Setup, galaxies

ROOM = 12
"""Spaces in the hold of both carriers."""


def fleet(side: str, carrier: str, fighter: str) -> dict[str, Any]:
    """A carrier of a mustered fleet with fighters of one kind, each a card of its own."""
    cards = [carrier, *[fighter] * (MOST_CARDS - 1)]
    lines = [{"card": card, "models": [{"ref": str(number)}]} for number, card in enumerate(cards)]
    return {"side": side, "cards": lines}


SETUP: Setup = galaxies(
    "saturn_line",
    fleet("ISN", "isn-everest-veteran", "isn-f54-standard"),
    fleet("Wretch", "wre-vapor-veteran", "wre-chosh-standard"),
    rounds=4,
)


def loading() -> State:
    """The state in which the side that begins loads the hold of its carrier."""
    dice = seeded_dice("large")
    state, _ = GALAXIES.setup(SETUP, dice)
    while state.loading == NOWHERE:
        (seat,) = GALAXIES.to_act(state)
        choices = GALAXIES.legal_orders(state, seat, NO_UNIT)
        order = NO_UNIT, next(choice for choice in choices if _carrier(state, choice))
        GALAXIES.apply(state, seat, order, dice)
    return state


def _carrier(state: State, choice: int) -> bool:
    """Whether an order says who begins, or launches a carrier."""
    words = GALAXIES.write(state, (NO_UNIT, choice))
    return kind_of(choice) is Kind.BEGIN or "everest" in words or "vapor" in words


@pytest.mark.rule("BG-030", "BG-031", "BG-045")
def test_a_hold_may_be_loaded_in_all_ways_and_each_is_put_together_card_by_card():
    state = loading()
    (seat,) = GALAXIES.to_act(state)
    choices = GALAXIES.legal_orders(state, seat, NO_UNIT)
    assert len(choices) == sum(comb(MOST_CARDS - 1, cards) for cards in range(ROOM + 1)) > 10**9
    picks: tuple[int, ...] = ()
    for left in range(ROOM, 0, -1):
        draft = drafting.draft(state, seat, NO_UNIT, picks)
        assert len(draft.options) == MOST_CARDS - 1 - len(picks) and draft.choice in choices
        assert f"{left} space" in draft.text
        picks = (*picks, draft.options[-1].value)
    full = drafting.draft(state, seat, NO_UNIT, picks)
    assert not full.options and full.choice in choices


@pytest.mark.rule("BG-030")
@pytest.mark.parametrize("level", ["random", "close", "greedy"])
def test_every_bot_finds_an_order_among_so_many(level: str):
    bots = bots_for(GALAXIES, SETUP, (level, level), "large")
    battle = fight(GALAXIES, SETUP, bots, seeded_dice("large"))
    assert battle.state.outcome is not None


@pytest.mark.rule("BG-030")
def test_the_search_loads_a_hold_without_trying_every_way():
    state = loading()
    (seat,) = GALAXIES.to_act(state)
    bot = bots_for(GALAXIES, SETUP, ("search", "search"), "large")[seat]
    assert bot.choose(GALAXIES, state, seat)[1] in GALAXIES.legal_orders(state, seat, NO_UNIT)


@pytest.mark.rule("BG-011", "BG-045")
def test_pages_with_so_many_cards_list_no_more_than_there_are_cards():
    state = loading()
    (seat,) = GALAXIES.to_act(state)
    shown = page(state, seat, unit=NO_UNIT)
    assert shown.draft is not None and len(shown.draft.cards) == MOST_CARDS - 1
    assert shown.hand.count("pick=") == MOST_CARDS - 1
    assert len(shown.hand) + len(shown.draft.options) < 40_000
