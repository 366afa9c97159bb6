"""The movement phase: which choices a unit has, and flying them (FH-070 … FH-081, FH-155)."""

from __future__ import annotations

from collections.abc import Callable

from missions.tactical.contract import Choice, Event
from missions.tactical.dice import Dice, at_least
from missions.tactical.hexes import STEPS
from missions.tactical.systems.fighters import orders, plans
from missions.tactical.systems.fighters.state import (
    MANEUVER,
    NOWHERE,
    STOP,
    WITHDRAWN,
    State,
    is_panicked,
    movement,
    piloting,
)

STEADIED, FREE_TURNED = 1, 2
"""Bits of `State.used` during a move."""


def choices(state: State, unit: int) -> list[Choice]:
    """Every choice of a unit whose move it is or may become."""
    kit, board = state.kits[unit], state.fixed.board
    here = state.pos[unit]
    pose = here << 3 | state.face[unit]
    others = [hex_ for number, hex_ in enumerate(state.pos) if number != unit]
    if not kit.fighterlike:
        moves = movement(state, unit)
        return plans.open_choices(plans.plan(board, moves, moves, 0, pose, plans.SHIPLIKE), here, others)
    if state.left is not None:
        hexes, facings, need = state.left
        found = plans.plan(board, hexes, facings, need, pose, plans.CONTINUED)
        return plans.open_choices(found, here, others)
    if state.turn <= state.panic[unit] and not state.used & STEADIED:
        ahead, end = plans.straight(board, kit.movement, pose)
        return [orders.STEADY] if end in others and end != NOWHERE else [ahead, orders.STEADY]
    kind = plans.TURNED if state.used & FREE_TURNED else plans.FRESH
    found = plans.plan(board, kit.movement, kit.movement, kit.minimum, pose, kind)
    result = plans.open_choices(found, here, others)
    if state.still[unit] and not state.used & FREE_TURNED:
        facing = state.face[unit]
        return result + [orders.face((facing + turn) % 6) for turn in range(1, 6)]
    return result


def sharp_needed(state: State, unit: int, turns: int) -> int:
    """What the die must show for a sharper turn (FH-074): 4, one more for each facing past two."""
    return 2 + turns - piloting(state, unit) + is_panicked(state, unit)


def steady_needed(state: State, unit: int) -> int:
    """What the die must show for a panicked unit to move as it likes (FH-155)."""
    return 5 - piloting(state, unit)


def apply(state: State, unit: int, choice: Choice, dice: Dice, out: list[Event]) -> bool:
    """Carries one order of a move out; True when the unit has finished moving."""
    return _APPLY[choice & 15](state, unit, choice >> 4, dice, out)


def _move(state: State, unit: int, load: int, dice: Dice, out: list[Event]) -> bool:
    pose, style = load >> 3, load & 7
    start, facing = state.pos[unit], pose & 7
    end = start + (pose >> 3)
    state.pos[unit], state.face[unit] = end, facing
    state.flown[unit], state.still[unit] = style, 0
    out.append(("move", unit, start, end, facing, style))
    return True


def _leave(state: State, unit: int, load: int, dice: Dice, out: list[Event]) -> bool:
    """FH-016: off the map means out of play, and not lost."""
    return _gone(state, unit, state.pos[unit], load, out)


def _gone(state: State, unit: int, start: int, edge: int, out: list[Event]) -> bool:
    state.pos[unit], state.status[unit], state.gone[unit] = NOWHERE, WITHDRAWN, edge
    out.append(("leave", unit, start, edge))
    return True


def _sharp(state: State, unit: int, load: int, dice: Dice, out: list[Event]) -> bool:
    hexes, facings, step, facing, side, turns = orders.sharp_parts(load << 4)
    at = state.pos[unit] + step
    needed = sharp_needed(state, unit, turns)
    faces = dice.roll(1)
    done = at_least(faces, needed)
    made = turns if done else 1
    ahead = (facing + made if side else facing - made) % 6
    kit = state.kits[unit]
    whole = state.left or (kit.movement, kit.movement, kit.minimum)
    there = at + STEPS[ahead]
    out.append(("sharp", unit, at, facing, side, turns, needed, faces, done))
    rest = (whole[0] - hexes - 1, whole[1] - facings - made, max(0, whole[2] - hexes - 1))
    if not state.fixed.board.inside[there]:
        state.left = rest
        return _gone(state, unit, at, state.fixed.board.edge(there), out)
    state.pos[unit], state.face[unit], state.left = there, ahead, rest
    state.still[unit] = 0
    if rest[0]:
        return False
    return _move(state, unit, ahead << 3 | MANEUVER, dice, out)


def _stop(state: State, unit: int, load: int, dice: Dice, out: list[Event]) -> bool:
    """FH-075: the whole turn goes into standing still."""
    state.flown[unit], state.still[unit] = STOP, 1
    out.append(("stop", unit))
    return True


def _try(state: State, unit: int, load: int, dice: Dice, out: list[Event]) -> bool:
    """FH-155: a roll before moving; failure means straight ahead, or a stop where that end is taken."""
    needed = steady_needed(state, unit)
    faces = dice.roll(1)
    done = at_least(faces, needed)
    out.append(("steady", unit, needed, faces, done))
    if done:
        state.used |= STEADIED
        return False
    pose = state.pos[unit] << 3 | state.face[unit]
    ahead, end = plans.straight(state.fixed.board, state.kits[unit].movement, pose)
    if end != NOWHERE and end in state.pos:
        return _stop(state, unit, 0, dice, out)
    return apply(state, unit, ahead, dice, out)


def _face(state: State, unit: int, load: int, dice: Dice, out: list[Event]) -> bool:
    """FH-075: a free turn while standing still."""
    turn = (load - state.face[unit]) % 6
    state.turned[unit] = min(turn, 6 - turn)
    state.face[unit] = load
    state.used |= FREE_TURNED
    out.append(("face", unit, load))
    return False


_APPLY: dict[int, Callable[[State, int, int, Dice, list[Event]], bool]] = {
    orders.MOVE: _move,
    orders.LEAVE: _leave,
    orders.SHARP: _sharp,
    orders.STOP: _stop,
    orders.TRY: _try,
    orders.FACE: _face,
}
