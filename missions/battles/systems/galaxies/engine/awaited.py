"""Seats whose order is awaited, and their legal orders: the parts of the rules by phase (BG-014)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from missions.battles.engine.contract import NO_UNIT, Event, Order, Random
from missions.battles.engine.dice import Dice
from missions.battles.systems.galaxies.engine import (
    activation,
    cards,
    deployment,
    loads,
    questions,
    setup,
    turn,
)
from missions.battles.systems.galaxies.engine.choices import MASK, Kind
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.state import ACTION, BEGIN, DEPLOY, ENERGY, NOWHERE, State

NOBODY: frozenset[int] = frozenset()
ALONE = (frozenset((0,)), frozenset((1,)))
_OF_SIDE = [NO_UNIT]
_ENDING = [deployment.DONE]
_CARDS = (int(Kind.TACTIC), int(Kind.DISCARD))


def to_act(state: State) -> frozenset[int]:
    """Seats whose order is awaited."""
    if state.outcome is not None:
        return NOBODY
    return ALONE[state.side if state.wait is None else state.waiting]


def legal_units(state: State, seat: int) -> list[int]:
    """Ships, and NO_UNIT for the side, that this seat may give an order to now."""
    if seat not in to_act(state):
        return []
    if state.wait is None and state.phase is ACTION:
        return activation.units(state)
    if state.placing != NOWHERE:
        return [deployment.to_place(state)]
    return _OF_SIDE


def legal_orders(state: State, seat: int, unit: int) -> Sequence[int]:
    """Choices of that ship, or of the side; none for a number that is neither."""
    if unit < NO_UNIT or seat not in to_act(state):
        return []
    if state.wait is None and state.phase is ACTION:
        return activation.choices(state, unit)
    if state.placing != NOWHERE:
        return deployment.unit_choices(state) if unit == deployment.to_place(state) else []
    return _of_side(state) if unit == NO_UNIT else []


def _of_side(state: State) -> Sequence[int]:
    """Choices of the side as a whole outside the action phase."""
    if state.wait is not None:
        return questions.answers(state)
    if state.phase is BEGIN:
        return setup.CHOICES
    if state.loading != NOWHERE:
        return loads.ways(state)
    launches = deployment.choices(state) if state.phase is DEPLOY else ()
    return [*launches, *_ending(state)]


def _ending(state: State) -> list[int]:
    """The end of the phase, and tactic cards."""
    return [*_ENDING, *cards.choices(state)] if state.hands[state.side] else _ENDING


def any_order(state: State, seat: int, random: Random) -> Order:
    """A random unit that the seat may order now, then one of its choices (`activation.any_choice`)."""
    if state.wait is not None:
        found = questions.answers(state)
    elif state.phase is ACTION:
        return activation.any_order(state, random)
    elif state.placing != NOWHERE:
        return deployment.to_place(state), deployment.any_place(state, random)
    elif state.loading != NOWHERE:
        return NO_UNIT, deployment.any_load(state, random)
    elif state.phase is DEPLOY:
        return NO_UNIT, deployment.any_choice(state, _ending(state), random)
    else:
        found = setup.CHOICES if state.phase is BEGIN else _ending(state)
    return NO_UNIT, found[int(random() * len(found))]


def apply(state: State, seat: int, order: Order, dice: Dice) -> list[Event]:
    """Carry a legal order out, and return its events."""
    course = Course(seat, dice, seat=seat)
    _carry_out(state, order, course)
    return course.events


def rerun(state: State, lines: Iterable[Sequence[Any]], dice: Dice) -> list[list[Event]]:
    """Carry recorded orders out as `apply` does, with one course for all, and return the events of each."""
    course, by_kind = Course(0, dice), activation.BY_KIND
    found: list[list[Event]] = []
    for seat, unit, choice, _ in lines:
        course.side = course.seat = seat
        events: list[Event] = []
        course.events = events
        if state.phase is ACTION and state.wait is None:
            by_kind[choice & MASK](state, unit, choice, course)
        else:
            _carry_out(state, (unit, choice), course)
        found.append(events)
    return found


def _carry_out(state: State, order: Order, course: Course) -> None:
    if state.wait is not None:
        questions.answer(state, order, course)
    elif state.phase is ACTION:
        activation.carry_out(state, order, course)
    elif state.phase is BEGIN:
        setup.choose(state, order[1], course)
    elif order[1] & MASK in _CARDS:
        cards.play(state, order[1], course)
    elif state.phase is ENERGY:
        turn.begin_deployment(state, course)
    else:
        deployment.carry_out(state, order, course)
