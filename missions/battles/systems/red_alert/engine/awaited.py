"""Seats whose order is awaited, and their legal orders (RA-060, RA-162, RA-190)."""

from __future__ import annotations

from missions.battles.engine.contract import NO_UNIT, Order, Random
from missions.battles.systems.red_alert.engine import orders, setup, windows
from missions.battles.systems.red_alert.engine.seats import MOST_PEOPLE, acting, commander, leader
from missions.battles.systems.red_alert.engine.state import READY, SHARED, Attack, State, Wait

NOBODY: frozenset[int] = frozenset()
ALONE = tuple(frozenset((seat,)) for seat in range(2 * MOST_PEOPLE))


def to_act(state: State) -> frozenset[int]:
    """Seats whose order is awaited."""
    if state.outcome is not None:
        return NOBODY
    if state.wait is not None:
        return ALONE[_answering(state)]
    phase, seats = state.phase, state.table.seats
    own = seats[state.side]
    if phase <= READY:
        return frozenset(seats[side][0] for side in setup.to_choose(state))
    if len(own) > 1 and phase in SHARED:
        return frozenset(acting(state))
    return ALONE[own[0]]


def _answering(state: State) -> int:
    """The seat that answers or rolls: the commander, or the officer who leads the unit that attacks in its
    turn.
    """
    frame = state.frames[-1] if state.frames else None
    if state.wait is Wait.ROLL and isinstance(frame, Attack):
        return leader(state, frame.unit)
    return commander(state.table, state.waiting)


def legal_units(state: State, seat: int) -> list[int]:
    """Units, and NO_UNIT for the side, that this seat may give an order to now."""
    if seat not in to_act(state):
        return []
    if state.wait is not None:
        return [NO_UNIT]
    if state.phase <= READY:
        side = state.table.seating.side(seat)
        return [NO_UNIT] if state.phase is READY else state.unplaced[side][:]
    return [unit for unit in orders.candidates(state, seat) if orders.choices(state, seat, unit)]


def legal_orders(state: State, seat: int, unit: int) -> list[int]:
    """Choices of that unit, or of the side."""
    if seat not in to_act(state):
        return []
    if state.wait is not None:
        return [choice for _, choice in windows.answers(state)] if unit == NO_UNIT else []
    if state.phase <= READY:
        found = setup.choices(state, state.table.seating.side(seat))
        return [choice for each, choice in found if each == unit]
    if unit not in orders.candidates(state, seat):
        return []
    return orders.choices(state, seat, unit)


def any_order(state: State, seat: int, random: Random) -> Order:
    """A random unit that the seat may order now, then one of its choices, each as likely as any other."""
    if state.wait is not None:
        answers = windows.answers(state)
        return answers[int(random() * len(answers))]
    if state.phase <= READY:
        units = legal_units(state, seat)
        unit = units[int(random() * len(units))]
        choices = legal_orders(state, seat, unit)
        return unit, choices[int(random() * len(choices))]
    units = orders.candidates(state, seat)
    while True:
        number = int(random() * len(units))
        unit = units[number]
        choice = orders.any_choice(state, seat, unit, random)
        if choice is not None:
            return unit, choice
        units.pop(number)
