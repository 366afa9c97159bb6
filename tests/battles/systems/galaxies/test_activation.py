"""Activating cards: what it costs, how often, and in which order (BG-050 … BG-055, BG-027)."""

from __future__ import annotations

import pytest

from missions.battles.engine.contract import NO_UNIT
from missions.battles.systems.galaxies.engine import activation
from missions.battles.systems.galaxies.engine.choices import Kind, fire_at, kind_of, move_along, packed
from missions.battles.systems.galaxies.engine.state import NOWHERE
from tests.battles.systems.galaxies.positions import act, stand

ACTIVATE, FINISH, DONE = packed(Kind.ACTIVATE), packed(Kind.FINISH), packed(Kind.DONE)
HAWKS = "isn-hawks-veteran 5,5 5,6 6,5 | isn-f54-standard 0,0 | wre-vapor-standard 9,5"


@pytest.mark.rule("BG-052")
def test_a_card_is_paid_when_it_is_activated():
    state = stand(HAWKS, energy=(6, 10))
    events = act(state, (0, ACTIVATE))
    assert state.energy[0] == 4 and events == [("activates", 0, 2, 4)]


@pytest.mark.rule("BG-017", "BG-052")
def test_a_card_that_cannot_be_paid_is_not_activated():
    state = stand(HAWKS, energy=(1, 10))
    assert activation.choices(state, 0) == [] and activation.units(state) == [3, NO_UNIT]


@pytest.mark.rule("BG-051", "BG-050")
def test_no_card_is_activated_twice_in_a_turn():
    state = stand(HAWKS)
    act(state, (0, ACTIVATE))
    act(state, (NO_UNIT, FINISH))
    assert [activation.choices(state, ship) for ship in range(4)] == [[], [], [], [ACTIVATE]]
    act(state, (3, ACTIVATE))
    assert state.active == 1


@pytest.mark.rule("BG-055")
def test_a_squadron_with_losses_costs_as_much():
    state = stand("isn-hawks-veteran 5,5 | wre-vapor-standard 9,5", energy=(5, 10))
    act(state, (0, ACTIVATE))
    assert state.energy[0] == 3


@pytest.mark.rule("BG-027")
def test_a_card_launched_this_turn_may_be_activated():
    state = stand(HAWKS)
    state.launched[0] = state.turn
    assert ACTIVATE in activation.choices(state, 0)


@pytest.mark.rule("BG-050")
def test_one_activation_is_finished_before_the_next():
    state = stand(HAWKS)
    act(state, (1, ACTIVATE))
    assert activation.choices(state, 3) == [] and DONE not in activation.choices(state, NO_UNIT)
    act(state, (NO_UNIT, FINISH))
    assert state.active == NOWHERE and DONE in activation.choices(state, NO_UNIT)


@pytest.mark.rule("BG-054")
def test_no_ship_of_the_card_moves_after_its_first_attack():
    state = stand(HAWKS)
    act(state, (0, ACTIVATE))
    act(state, (1, move_along(0, ())))
    act(state, (0, fire_at(0, 4)), [1, 1])
    kinds = {kind_of(choice) for ship in range(3) for choice in activation.choices(state, ship)}
    assert kinds == {Kind.FIRE}


@pytest.mark.rule("BG-053")
def test_moves_and_attacks_are_both_optional():
    state = stand(HAWKS)
    act(state, (0, ACTIVATE))
    assert FINISH in activation.choices(state, NO_UNIT)
    assert {kind_of(choice) for choice in activation.choices(state, 0)} == {Kind.MOVE, Kind.FIRE}


@pytest.mark.rule("BG-051")
def test_effects_of_one_activation_end_with_it():
    state = stand(HAWKS)
    act(state, (0, ACTIVATE))
    act(state, (0, move_along(0, (0,))))
    act(state, (0, fire_at(0, 4)), [1, 1])
    act(state, (NO_UNIT, FINISH))
    assert (state.moved, state.stayed, state.charged, state.firing) == (0, 0, {}, False)


@pytest.mark.rule("BG-051")
def test_a_card_is_activated_again_on_the_next_turn():
    state = stand(HAWKS)
    act(state, (0, ACTIVATE))
    act(state, (NO_UNIT, FINISH))
    act(state, (NO_UNIT, DONE))
    act(state, (NO_UNIT, DONE))
    assert state.side == 0 and ACTIVATE in activation.choices(state, 0)
