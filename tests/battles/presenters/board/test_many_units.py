"""A card for several of many units is put together step by step, from the hand on."""

from __future__ import annotations

from itertools import combinations

import pytest

from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle
from missions.battles.presenters.board.page import BoardPage
from missions.battles.systems.red_alert.engine.cards import COMBAT_NUMBER
from missions.battles.systems.red_alert.engine.choices import Kind, aimed, packed
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from missions.battles.systems.registry import PACKS
from tests.battles.presenters import boards
from tests.battles.systems.red_alert.setups import red_alert
from tests.battles.systems.red_alert.turns import Turn

CARD = packed(Kind.CARD, COMBAT_NUMBER["STH"])
STEADY = COMBAT_NUMBER["STH"]


def page(units: int, *picks: int) -> BoardPage:
    """Some cruisers are ordered, and their side holds Steady Helm, which is played on three of them."""
    fleet = ", ".join(f"Cw CR H{hex_}" for hex_ in range(2, 2 + units))
    turn = Turn(f"{fleet}, Cf CR A3", "STR STH", stars=(9, 9)).done()
    fought = Battle(RED_ALERT, red_alert("opening_salvo"), seeded_dice("many units"))
    fought.state, fought.opening = turn.state, []
    more = {"unit": NO_UNIT, "picks": picks} if picks else {}
    return boards.page(fought, pack=PACKS["red_alert"], seat=0, **more)


def test_a_card_with_few_choices_is_listed_whole():
    found = page(4)
    assert f"order={aimed(STEADY, 0, 1, 2)}" in found.of_side and "pick=" not in found.of_side


def test_a_card_with_many_choices_leads_to_its_first_step():
    found = page(7)
    assert found.of_side.count(f"?unit={NO_UNIT}&amp;pick={CARD}") == 1
    assert f"order={aimed(STEADY, 0, 1, 2)}" not in found.of_side
    assert f"?unit={NO_UNIT}&amp;pick={CARD}" in found.hand


@pytest.mark.parametrize("picks", [(6,), (6, 0), (3, 5)])
def test_the_units_are_picked_in_any_sequence_and_lit_on_the_map(picks: tuple[int, ...]):
    found = page(7, CARD, *picks)
    assert found.draft and found.draft.choice is None
    assert set(found.draft.units) == set(range(7)) - set(picks)


def test_the_last_pick_chooses_the_order():
    for picks in combinations((5, 3, 1), 3):
        found = page(7, CARD, *picks)
        assert found.chosen and found.draft and found.draft.choice == aimed(STEADY, 1, 3, 5)


@pytest.mark.parametrize("picks", [(-99,), (CARD, 99), (CARD, 2, 2)])
def test_picks_that_do_not_stand_are_left_out(picks: tuple[int, ...]):
    found = page(7, *picks)
    assert found.chosen is None
    assert found.draft is None or len(found.draft.picks) < len(picks)
