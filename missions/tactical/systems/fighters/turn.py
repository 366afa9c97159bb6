"""The course of a turn: deployment, initiative, alternation, the end phase in its order (FH-060 … FH-065)."""

from __future__ import annotations

from collections.abc import Sequence

from missions.tactical.contract import NO_UNIT, Choice, Event, Order
from missions.tactical.dice import Dice
from missions.tactical.systems.fighters import attack, damage, movement, orders, victory
from missions.tactical.systems.fighters.state import (
    DEPLOY,
    END,
    IN_PLAY,
    INITIATIVE,
    MOVE,
    NOWHERE,
    OVER,
    SHOOT,
    WAITING,
    State,
    is_disabled,
    place,
)


def roll_initiative(state: State, dice: Dice, out: list[Event]) -> int:
    """The seat with the higher die; ties are rolled again (FH-061)."""
    while True:
        faces = dice.roll(2)
        if faces[0] != faces[1]:
            winner = int(faces[1] > faces[0])
            out.append(("initiative", state.turn, faces, winner))
            return winner
        out.append(("initiative", state.turn, faces, -1))


def begin_deployment(state: State, dice: Dice, out: list[Event]) -> None:
    """One unit at a time, the winner of a roll first; nothing to do where all units have their place."""
    waiting = [unit for unit, status in enumerate(state.status) if status == WAITING]
    state.phase, state.turn = DEPLOY, 0
    state.todo = ([u for u in waiting if state.side[u] == 0], [u for u in waiting if state.side[u] == 1])
    if waiting:
        state.first = roll_initiative(state, dice, out)
        state.seat = state.first if state.todo[state.first] else 1 - state.first
    else:
        begin_turn(state, dice, out)


def begin_turn(state: State, dice: Dice, out: list[Event]) -> None:
    """Turn + 1: the winner of the roll will say who goes first (FH-061)."""
    state.turn += 1
    out.append(("turn", state.turn))
    count = len(state.turned)
    state.turned, state.shots = [0] * count, [None] * count
    state.phase, state.active, state.used, state.left = INITIATIVE, NOWHERE, 0, None
    state.seat = roll_initiative(state, dice, out)


def start_movement(state: State, dice: Dice, out: list[Event]) -> None:
    """The movement phase, from the seat that goes first (FH-062)."""
    status = state.status
    movers = [unit for unit in state.fixed.movers if status[unit] == IN_PLAY]
    if state.ion:
        movers = [unit for unit in movers if not is_disabled(state, unit)]
    _begin_phase(state, MOVE, movers, dice, out)


def start_shooting(state: State, dice: Dice, out: list[Event]) -> None:
    """The shooting phase; straight on where nobody has a shot (FH-063)."""
    _begin_phase(state, SHOOT, attack.shooters(state), dice, out)


def _begin_phase(state: State, phase: int, units: Sequence[int], dice: Dice, out: list[Event]) -> None:
    side = state.side
    state.todo = ([u for u in units if side[u] == 0], [u for u in units if side[u] == 1])
    state.phase, state.seat = phase, 1 - state.first
    out.append(("phase", phase))
    _pass_on(state, dice, out)


def _pass_on(state: State, dice: Dice, out: list[Event]) -> None:
    """The next seat with units left; the next phase when there is none (FH-062)."""
    seat, todo = state.seat, state.todo
    state.active, state.used, state.left = NOWHERE, 0, None
    if todo[1 - seat]:
        state.seat = 1 - seat
    elif todo[seat]:
        return
    elif state.phase == DEPLOY:
        begin_turn(state, dice, out)
    elif state.phase == MOVE:
        start_shooting(state, dice, out)
    else:
        start_end(state, dice, out)


def start_end(state: State, dice: Dice, out: list[Event]) -> None:
    """The end phase: repairs first (FH-065)."""
    state.phase, state.step = END, 0
    state.queue = damage.repairs(state)
    state.guarded = damage.guard(state)
    out.append(("phase", END))
    _run_end(state, dice, out)


def _run_end(state: State, dice: Dice, out: list[Event]) -> None:
    """As far as it goes without a player's choice (FH-065)."""
    while state.queue:
        if not damage.repair(state, state.queue.pop(0), dice, out):
            state.seat = state.ask[1] if state.ask else state.seat
            return
    if not damage.resolve(state, dice, out):
        state.seat = state.ask[1] if state.ask else state.seat
        return
    damage.bury(state, out)
    damage.regenerate(state, out)
    damage.expire(state)
    state.outcome = victory.end_of_turn(state, out)
    if state.outcome is None:
        begin_turn(state, dice, out)
        return
    state.phase = OVER
    out.append(("over", state.outcome.winner, state.outcome.reason, state.outcome.rule, state.outcome.grade))


def legal_units(state: State, seat: int) -> Sequence[int]:
    """Units that the seat may give an order to now."""
    if seat != state.seat or state.phase == OVER:
        return ()
    if state.ask is not None or state.phase == INITIATIVE:
        return (NO_UNIT,)
    return (state.active,) if state.active != NOWHERE else state.todo[seat]


def legal_orders(state: State, seat: int, unit: int) -> Sequence[Choice]:
    """Every choice of that unit now."""
    if unit not in legal_units(state, seat):
        return ()
    if state.phase == MOVE:
        return movement.choices(state, unit)
    if state.phase == SHOOT:
        return attack.open_choices(state, unit)
    if state.phase == DEPLOY:
        return [orders.put(hex_) for hex_ in sorted(state.fixed.zones[unit]) if hex_ not in state.pos]
    if state.ask is not None:
        return [orders.pick(option) for option in state.ask[3]]
    return (orders.first(seat), orders.first(1 - seat))


def apply(state: State, order: Order, dice: Dice) -> list[Event]:
    """Carries a legal order out and runs on to the next choice."""
    unit, choice = order
    out: list[Event] = []
    phase = state.phase
    if phase == MOVE:
        state.active = unit
        done = movement.APPLY[choice & 15](state, unit, choice >> 4, dice, out)
    elif phase == SHOOT:
        state.active = unit
        done = _shoot(state, unit, choice, dice, out)
    elif phase == DEPLOY:
        place(state, unit, choice >> 4, state.face[unit])
        out.append(("place", unit, choice >> 4, state.face[unit]))
        done = True
    else:
        _for_the_side(state, choice, dice, out)
        return out
    if done:
        state.todo[state.seat].remove(unit)
        _pass_on(state, dice, out)
    return out


def _shoot(state: State, unit: int, choice: Choice, dice: Dice, out: list[Event]) -> bool:
    """One weapon, or no more: a unit's place is over when nothing is left to fire (FH-063, FH-090)."""
    if choice == orders.FINISHED:
        out.append(("done", unit))
        return True
    attack.apply(state, unit, choice, dice, out)
    return state.used == state.kits[unit].slots or not attack.shots_left(state, unit)


def _for_the_side(state: State, choice: Choice, dice: Dice, out: list[Event]) -> None:
    """A choice of the end phase, or who goes first."""
    if state.ask is None:
        state.first = choice >> 4
        out.append(("first", state.first))
        start_movement(state, dice, out)
        return
    what, _, about, _ = state.ask
    state.ask = None
    damage.PICKED[what](state, about, choice >> 4, out)
    _run_end(state, dice, out)
