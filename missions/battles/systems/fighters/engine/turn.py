"""The course of a turn: deployment, initiative, alternation, the end phase in its order (FH-060 … FH-065)."""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.engine.contract import NO_UNIT, Choice, Event, Order, Random
from missions.battles.engine.dice import Dice
from missions.battles.systems.fighters.engine import attack, damage, movement, orders, score, victory
from missions.battles.systems.fighters.engine.loadouts import STATION
from missions.battles.systems.fighters.engine.movement import FREE_TURNED
from missions.battles.systems.fighters.engine.state import (
    DEPLOY,
    END,
    IMMELMANN,
    IN_PLAY,
    INITIATIVE,
    MANEUVER,
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
    """One unit at a time, the winner of a roll first; nothing to do if all units have their place."""
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
    west, east = state.fixed.movers
    todo = [u for u in west if status[u] == IN_PLAY], [u for u in east if status[u] == IN_PLAY]
    if state.ion:
        todo = _able(state, todo[0]), _able(state, todo[1])
    _begin_phase(state, MOVE, todo, dice, out)


def _able(state: State, units: list[int]) -> list[int]:
    return [unit for unit in units if not is_disabled(state, unit)]


def start_shooting(state: State, dice: Dice, out: list[Event]) -> None:
    """The shooting phase; straight on if nobody has a shot (FH-063)."""
    _begin_phase(state, SHOOT, attack.shooters(state), dice, out)


def _begin_phase(
    state: State, phase: int, todo: tuple[list[int], list[int]], dice: Dice, out: list[Event]
) -> None:
    first = state.first
    state.todo, state.phase = todo, phase
    state.active, state.used, state.left = NOWHERE, 0, None
    out.append(("phase", phase))
    state.seat = first if todo[first] else 1 - first
    if not todo[state.seat]:
        _next_phase(state, dice, out)


def _next_phase(state: State, dice: Dice, out: list[Event]) -> None:
    """Begin the next phase or turn (FH-060)."""
    if state.phase == MOVE:
        start_shooting(state, dice, out)
    elif state.phase == SHOOT:
        start_end(state, dice, out)
    else:
        begin_turn(state, dice, out)


def start_end(state: State, dice: Dice, out: list[Event]) -> None:
    """The end phase: repairs first (FH-065)."""
    state.phase, state.step = END, 0
    state.queue = damage.repairs(state) if state.ion else []
    state.guarded = damage.guard(state) if 1 in state.lead else 0
    out.append(("phase", END))
    _run_end(state, dice, out)


def _run_end(state: State, dice: Dice, out: list[Event]) -> None:
    """Play on as far as it goes without a player's choice (FH-065)."""
    while state.queue:
        if not damage.repair(state, state.queue.pop(0), dice, out):
            state.seat = state.ask[1] if state.ask else state.seat
            return
    if state.pending and not damage.resolve(state, dice, out):
        state.seat = state.ask[1] if state.ask else state.seat
        return
    damage.bury(state, out)
    if state.fixed.shielded:
        damage.regenerate(state, out)
    if state.ion:
        damage.expire(state)
    state.outcome = victory.end_of_turn(state, out)
    out.append(score.event(state))
    if state.outcome is None:
        begin_turn(state, dice, out)
        return
    state.phase = OVER
    out.append(("over", state.outcome.winner, state.outcome.reason, state.outcome.rule, state.outcome.grade))


def legal_units(state: State, seat: int) -> Sequence[int]:
    """Units that the seat may give an order to now."""
    phase, active = state.phase, state.active
    if seat != state.seat or phase == OVER:
        return ()
    if active != NOWHERE:
        return (active,)
    if state.ask is not None or phase == INITIATIVE:
        return (NO_UNIT,)
    return state.todo[seat]


def legal_orders(state: State, seat: int, unit: int) -> Sequence[Choice]:
    """Every choice of that unit now."""
    active = state.active
    if seat == state.seat and (unit == active if active >= 0 else unit in state.todo[seat]):
        phase = state.phase
        if phase == MOVE:
            return _moves(state, unit)
        if phase == SHOOT:
            return _shots(state, unit)
        return _set_up(state, unit)
    if unit not in legal_units(state, seat):
        return ()
    if state.ask is not None:
        return [orders.pick(option) for option in state.ask[3]]
    return (orders.first(seat), orders.first(1 - seat))


def any_order(state: State, seat: int, random: Random) -> Order:
    """A random unit that the seat may order now, then one of its choices, each as likely as any other."""
    unit = state.active
    phase = state.phase
    if unit < 0:
        # While a side itself chooses, no unit is left to act.
        units = state.todo[seat] or legal_units(state, seat)
        unit = units[int(random() * len(units))]
    if phase == MOVE:
        return unit, _any_move(state, unit, random)
    choices = _shots(state, unit) if phase == SHOOT else legal_orders(state, seat, unit)
    return unit, choices[int(random() * len(choices))]


def _set_up(state: State, unit: int) -> list[Choice]:
    """The free hexes of the unit's zone; before that it may be turned once (FH-017)."""
    found = [orders.put(hex_) for hex_ in sorted(state.fixed.zones[unit]) if hex_ not in state.pos]
    if not state.used and state.loadouts[unit].kind != STATION:
        found += [orders.face(facing) for facing in range(6) if facing != state.face[unit]]
    return found


def apply(state: State, seat: int, order: Order, dice: Dice) -> list[Event]:
    """Carries a legal order out and runs on to the next choice."""
    unit, choice = order
    out: list[Event] = []
    phase = state.phase
    if phase == MOVE:
        move = _MOVES.get(choice)
        if move is None and choice & 15 == orders.MOVE:
            move = _MOVES[choice] = orders.move_parts(choice)
        if move:
            step, facing, style = move
            start = state.pos[unit]
            end = state.pos[unit] = start + step
            state.face[unit], state.flown[unit], state.still[unit] = facing, style, 0
            if style == MANEUVER and state.left is None:
                style = IMMELMANN
            out.append(("move", unit, start, end, facing, style))
        elif not _MOVING[choice & 15](state, unit, choice >> 4, dice, out):
            state.active = unit
            return out
    elif phase == SHOOT:
        if choice == FINISHED:
            out.append(("done", unit))
        elif _fire(state, unit, choice, dice, out) != state.loadouts[unit].slots and _shots_left(state, unit):
            state.active = unit
            return out
    elif phase == DEPLOY:
        if choice & 15 == orders.FACE:
            state.active, state.used, state.face[unit] = unit, FREE_TURNED, choice >> 4
            out.append(("turned", unit, choice >> 4))
            return out
        place(state, unit, choice >> 4, state.face[unit])
        out.append(("place", unit, choice >> 4, state.face[unit]))
    else:
        _for_the_side(state, choice, dice, out)
        return out
    mine, theirs = state.todo[seat], state.todo[1 - seat]
    mine.remove(unit)
    state.active, state.used, state.left = NOWHERE, 0, None
    if theirs:
        state.seat = 1 - seat
    elif not mine:
        _next_phase(state, dice, out)
    return out


_moves, _any_move, _MOVING = movement.choices, movement.any_choice, movement.APPLY
_MOVES: dict[Choice, tuple[int, int, int]] = {}
"""Parts of MOVE choices; there are few, because they count from the unit's place."""
_shots, _shots_left, _fire = attack.open_choices, attack.shots_left, attack.apply
FINISHED = orders.FINISHED


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
