"""Seats whose order is awaited, and their legal orders: the parts of the rules by phase (BG-014)."""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.engine.contract import NO_UNIT, Event, Order, Random
from missions.battles.engine.dice import Dice
from missions.battles.systems.galaxies.engine import deployment, loads, setup, turn
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.state import ACTION, BEGIN, DEPLOY, ENERGY, NOWHERE, State

NOBODY: frozenset[int] = frozenset()
ALONE = (frozenset((0,)), frozenset((1,)))
_OF_SIDE = [NO_UNIT]
_ENDING = [deployment.DONE]


def to_act(state: State) -> frozenset[int]:
    """Seats whose order is awaited."""
    if state.outcome is not None:
        return NOBODY
    return ALONE[state.side if state.wait is None else state.waiting]


def legal_units(state: State, seat: int) -> list[int]:
    """Ships, and NO_UNIT for the side, that this seat may give an order to now."""
    if seat not in to_act(state):
        return []
    if state.placing != NOWHERE:
        return [deployment.to_place(state)]
    return _OF_SIDE


def legal_orders(state: State, seat: int, unit: int) -> Sequence[int]:
    """Choices of that ship, or of the side."""
    if seat not in to_act(state):
        return []
    if state.placing != NOWHERE:
        return deployment.unit_choices(state) if unit == deployment.to_place(state) else []
    if unit != NO_UNIT:
        return []
    if state.phase is BEGIN:
        return setup.CHOICES
    if state.loading != NOWHERE:
        return loads.ways(state)
    if state.phase is DEPLOY:
        return [*deployment.choices(state), *_ENDING]
    return _ENDING


def any_order(state: State, seat: int, random: Random) -> Order:
    """A random unit that the seat may order now, then one of its choices, each as likely as any other."""
    if state.placing != NOWHERE:
        return deployment.to_place(state), deployment.any_place(state, random)
    if state.loading != NOWHERE:
        return NO_UNIT, deployment.any_load(state, random)
    if state.phase is DEPLOY:
        return NO_UNIT, deployment.any_choice(state, _ENDING, random)
    found = setup.CHOICES if state.phase is BEGIN else _ENDING
    return NO_UNIT, found[int(random() * len(found))]


def apply(state: State, seat: int, order: Order, dice: Dice) -> list[Event]:
    """Carry a legal order out, and return its events."""
    course = Course(seat, dice, seat=seat)
    if state.phase is BEGIN:
        setup.choose(state, order[1], course)
    elif state.phase is ENERGY:
        turn.begin_deployment(state, course)
    elif state.phase is DEPLOY:
        deployment.carry_out(state, order, course)
    elif state.phase is ACTION:
        turn.end(state, course)
    return course.events
