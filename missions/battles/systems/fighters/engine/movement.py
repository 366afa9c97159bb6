"""The movement phase: which choices a unit has, and flying them (FH-070 … FH-081, FH-155)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from missions.battles.engine.contract import Choice, Event, Random
from missions.battles.engine.dice import Dice, at_least
from missions.battles.engine.hexes import STEPS
from missions.battles.systems.fighters.engine import orders, plans
from missions.battles.systems.fighters.engine.plans import Plan
from missions.battles.systems.fighters.engine.state import (
    MANEUVER,
    NOWHERE,
    STOP,
    WITHDRAWN,
    State,
    is_panicked,
    movement,
    piloting,
)

FAMILIES = plans.FAMILIES
STEADIED, FREE_TURNED = 1, 2
"""Bits of `State.used` during a move."""


def choices(state: State, unit: int) -> Sequence[Choice]:
    """Every choice of a unit whose move it is or may become."""
    plan, places = plan_of(state, unit), state.pos
    here = places[unit]
    if plan is None:
        return _panicking(state, unit)
    if state.left is not None:
        places = places[:]
        places[unit] = NOWHERE
    result = plan.without(places, here)
    if state.still[unit] and not state.used & FREE_TURNED:
        facing = state.face[unit]
        return [*result, *(orders.face((facing + turn) % 6) for turn in range(1, 6))]
    return result


def any_choice(state: State, unit: int, random: Random) -> Choice:
    """One of `choices`, each as likely as any other, mostly without listing them: one that turns out to be
    closed is taken back, and the lot decides among all that are open.
    """
    plan = plan_of(state, unit)
    if plan is None or state.still[unit]:
        found = choices(state, unit)
        return found[int(random() * len(found))]
    whole, places, here = plan.choices, state.pos, state.pos[unit]
    at = int(random() * len(whole))
    choice = whole[at]
    if at < plan.moves:
        end = here + (choice >> plans.ABOVE_HEX)
        if end not in places:
            return choice
        found = choices(state, unit)
        if end == here and choice in found:
            return choice
    elif plan.is_free(at, places, here):
        return choice
    else:
        found = choices(state, unit)
        if choice in found:
            return choice
    return found[int(random() * len(found))]


def plan_of(state: State, unit: int) -> Plan | None:
    """Ends of the unit's move as if it were alone; None if it flies straight on in panic."""
    loadout, left, fixed, kind = state.loadouts[unit], state.left, state.fixed, plans.FRESH
    if left is not None:
        whole, kind = left, plans.CONTINUED
    elif not loadout.fighterlike:
        moves = movement(state, unit)
        whole, kind = (moves, moves, 0), plans.SHIPLIKE
    elif state.panic[unit] and is_panicked(state, unit) and not state.used & STEADIED:
        return None
    else:
        whole = loadout.allowance
        if state.used & FREE_TURNED:
            kind = plans.TURNED
    pose = state.pos[unit] << 3 | state.face[unit]
    known = FAMILIES.get((fixed.board, whole, kind)) or plans.family(fixed.board, whole, kind)
    return known[pose] or plans.plan(fixed.board, whole, pose, kind)


def _panicking(state: State, unit: int) -> list[Choice]:
    """FH-155: straight ahead if nobody is there, or a roll to steady."""
    pose = state.pos[unit] << 3 | state.face[unit]
    ahead, end = plans.straight(state.fixed.board, state.loadouts[unit].movement, pose)
    return [orders.STEADY] if end in state.pos and end != NOWHERE else [ahead, orders.STEADY]


def sharp_needed(state: State, unit: int, turns: int) -> int:
    """Needed roll for a sharper turn (FH-074): 4, one more for each facing past two."""
    return 2 + turns - piloting(state, unit) + is_panicked(state, unit)


def steady_needed(state: State, unit: int) -> int:
    """Needed roll for a panicked unit to move freely (FH-155)."""
    return 5 - piloting(state, unit)


def apply(state: State, unit: int, choice: Choice, dice: Dice, out: list[Event]) -> bool:
    """Carries one order of a move out; True when the unit has finished moving."""
    return APPLY[choice & 15](state, unit, choice >> 4, dice, out)


def _move(state: State, unit: int, load: int, dice: Dice, out: list[Event]) -> bool:
    step, facing, style = orders.move_parts(load << 4)
    start = state.pos[unit]
    end = state.pos[unit] = start + step
    state.face[unit], state.flown[unit], state.still[unit] = facing, style, 0
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
    """FH-074: as far as declared, then one hex ahead after all facings or after one."""
    hexes, facings, step, facing, side, turns = _PARTS.get(load) or _parts(load)
    loadout, at = state.loadouts[unit], state.pos[unit] + step
    if loadout.vader or state.panic[unit]:
        needed = sharp_needed(state, unit, turns)
    else:
        needed = 2 + turns - loadout.crew.piloting
    faces = dice.roll(1)
    done = faces[0] >= needed
    out.append(("sharp", unit, at, facing, side, turns, needed, faces, int(done)))
    made = turns if done else 1
    ahead = (facing + made if side else facing - made) % 6
    most, turnable, least = state.left or loadout.allowance
    state.left = left = (most - hexes, turnable - facings - made, least - hexes if least > hexes else 0)
    there, board = at + STEPS[ahead], state.fixed.board
    if not board.inside[there]:
        return _gone(state, unit, at, board.edge(there), out)
    state.pos[unit], state.face[unit], state.still[unit] = there, ahead, 0
    if left[0]:
        return False
    state.flown[unit] = MANEUVER
    out.append(("move", unit, there, there, ahead, MANEUVER))
    return True


_PARTS: dict[int, tuple[int, int, int, int, int, int]] = {}
"""Parts of SHARP choices, because every second order of a random battle is one: `orders.sharp_parts` with the
hex after the turn counted.
"""


def _parts(load: int) -> tuple[int, int, int, int, int, int]:
    hexes, *rest = orders.sharp_parts(load << 4)
    facings, step, facing, side, turns = rest
    found = _PARTS[load] = (hexes + 1, facings, step, facing, side, turns)
    return found


def _stop(state: State, unit: int, load: int, dice: Dice, out: list[Event]) -> bool:
    """FH-075: the whole turn goes into standing still."""
    state.flown[unit], state.still[unit] = STOP, 1
    out.append(("stop", unit))
    return True


def _try(state: State, unit: int, load: int, dice: Dice, out: list[Event]) -> bool:
    """FH-155: a roll before moving; failure means straight ahead, or a stop if that end is taken."""
    needed = steady_needed(state, unit)
    faces = dice.roll(1)
    done = at_least(faces, needed)
    out.append(("steady", unit, needed, faces, done))
    if done:
        state.used |= STEADIED
        return False
    pose = state.pos[unit] << 3 | state.face[unit]
    ahead, end = plans.straight(state.fixed.board, state.loadouts[unit].movement, pose)
    if end == NOWHERE:
        state.carried |= 1 << unit
    elif end in state.pos:
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


APPLY: dict[int, Callable[[State, int, int, Dice, list[Event]], bool]] = {
    orders.MOVE: _move,
    orders.LEAVE: _leave,
    orders.SHARP: _sharp,
    orders.STOP: _stop,
    orders.TRY: _try,
    orders.FACE: _face,
}
