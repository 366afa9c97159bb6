"""The end phase's arithmetic: saves, damage, ion rolls, repair, regeneration (FH-043 … FH-047, FH-130 …
FH-141).
"""

from __future__ import annotations

from collections.abc import Callable

from missions.battles.engine.contract import Event
from missions.battles.engine.dice import Dice, at_least
from missions.battles.systems.fighters.engine import orders
from missions.battles.systems.fighters.engine.loadouts import FIGHTER, STRADDLER, Mode
from missions.battles.systems.fighters.engine.state import (
    DESTROYED,
    IN_PLAY,
    NEUTRALISE,
    REPAIR,
    State,
    ion_of,
    is_disabled,
    is_inert,
    is_panicked,
    movement,
    remove,
    scramble,
)

ION_ON_STRADDLER = 2


def save_of(state: State, unit: int) -> int:
    """The save against hits now: wingmen of Vader have none, Vader has one (FH-044, FH-153). 0: none."""
    loadout = state.loadouts[unit]
    if loadout.vader and state.lead[unit] and state.men[unit] == 1:
        return 5
    return loadout.save


def resolve(state: State, dice: Dice, out: list[Event]) -> bool:
    """Takes pending hits in the order they were fired; False if a player must choose first (FH-141)."""
    pending = state.pending
    while pending:
        unit, number, target, hits = pending.pop(0)
        mode = state.loadouts[unit].modes[number]
        kind = state.loadouts[target].kind
        if kind == FIGHTER:
            _on_flight(state, target, hits, dice, out)
        elif kind == STRADDLER:
            _on_straddler(state, target, mode, hits, dice, out)
        elif mode.ion:
            if not _ions(state, unit, number, target, hits, dice, out):
                return False
        else:
            _on_hull(state, target, hits, hits * mode.damage, out)
    return True


def guard(state: State) -> int:
    """Bits of the flights whose Vader still has wingmen now: this end phase cannot reach Vader (FH-154)."""
    return sum(1 << unit for unit, lead in enumerate(state.lead) if lead and state.men[unit] > 1)


def _on_flight(state: State, target: int, hits: int, dice: Dice, out: list[Event]) -> None:
    """One fighter for each hit that gets through its save, for every weapon and damage (FH-043, FH-044,
    FH-045, FH-099, FH-101); Vader outlives the end phase in which the last wingman falls (FH-154).
    """
    spare = state.lead[target] and state.guarded >> target & 1
    alive = state.men[target] - spare
    if alive <= 0:
        return
    faces, through = _saves(0 if spare else save_of(state, target), hits, dice)
    lost = through if through < alive else alive
    state.men[target] -= lost
    if lost == alive and not spare:
        state.lead[target] = 0
    out.append(("losses", target, hits, faces, lost, state.men[target]))


def _saves(save: int, hits: int, dice: Dice) -> tuple[bytes, int]:
    if not save:
        return b"", hits
    faces = dice.roll(hits)
    return faces, hits - at_least(faces, save)


def _on_straddler(state: State, target: int, mode: Mode, hits: int, dice: Dice, out: list[Event]) -> None:
    """One save for each hit, then its damage in hits (FH-156, FH-128, FH-134)."""
    if state.hull[target] <= 0:
        return
    faces, through = _saves(save_of(state, target), hits, dice)
    lost = min(state.hull[target], through * straddler_damage(mode))
    state.hull[target] -= lost
    out.append(("hull", target, hits, faces, 0, lost, 0, state.hull[target]))


def straddler_damage(mode: Mode) -> int:
    """Hits that one hit of this weapon takes from a straddler."""
    return ION_ON_STRADDLER if mode.ion else mode.damage


def _on_hull(state: State, target: int, hits: int, damage: int, out: list[Event]) -> None:
    """Shields first, the rest on the hull; damage beyond the last point is wasted (FH-140, FH-103)."""
    absorbed = min(state.shield[target], damage)
    lost = min(state.hull[target], damage - absorbed)
    state.shield[target] -= absorbed
    state.hull[target] -= lost
    out.append(("hull", target, hits, b"", absorbed, lost, state.shield[target], state.hull[target]))


def _ions(state: State, unit: int, number: int, target: int, hits: int, dice: Dice, out: list[Event]) -> bool:
    """Each hit on shields or on the table (FH-130, FH-131); False if the attacker picks a weapon."""
    hits -= _on_shield(state, target, 2 * state.loadouts[unit].modes[number].damage, hits, out)
    while hits and state.hull[target] > 0:
        hits -= 1
        result = _ion_roll(state, target, dice, out)
        if result == 5 and not _neutralise(state, unit, target, out):
            if hits:
                state.pending.insert(0, (unit, number, target, hits))
            return False
    return True


def _on_shield(state: State, target: int, damage: int, hits: int, out: list[Event]) -> int:
    """Number of hits that the shield takes; the last may be stronger than the rest of the shield (FH-131)."""
    shield = state.shield[target]
    if not shield or state.hull[target] <= 0:
        return 0
    taken = min(hits, -(-shield // damage))
    state.shield[target] = max(0, shield - taken * damage)
    out.append(("ion_shield", target, taken, shield - state.shield[target], state.shield[target]))
    return taken


def ion_modifier(state: State, unit: int) -> int:
    """+1 for every five earlier full hits, +1 while disabled (FH-132, FH-133)."""
    record = state.ion.get(unit)
    return (record.hits // 5 if record else 0) + is_disabled(state, unit)


def _ion_roll(state: State, target: int, dice: Dice, out: list[Event]) -> int:
    record = ion_of(state, target)
    plus = ion_modifier(state, target)
    faces = dice.roll(1)
    result = max(1, min(6, faces[0] + plus))
    record.hits += 1
    effective = result
    if result == 2:
        record.disrupted_next = True
    elif result == 3:
        record.scrambled_next += 1
    elif result == 4 and movement(state, target):
        record.engine += 1
    elif result == 6 and not is_disabled(state, target):
        record.disabled = True
    elif result != 5 or not working(state, target):
        effective = 0
    out.append(("ion", target, faces, plus, result, int(effective > 1)))
    return result


def working(state: State, unit: int) -> list[int]:
    """Slots of weapons that still fire."""
    record = state.ion.get(unit)
    out = record.out if record else 0
    return [
        slot for slot in sorted({mode.slot for mode in state.loadouts[unit].modes}) if not out >> slot & 1
    ]


def _neutralise(state: State, unit: int, target: int, out: list[Event]) -> bool:
    """One weapon of the attacker's choice; no choice if only one is left (FH-134, FH-136)."""
    slots = working(state, target)
    if len(slots) > 1:
        state.ask = (NEUTRALISE, state.side[unit], target, tuple(slots))
        return False
    for slot in slots:
        knock_out(state, target, slot, out)
    return True


def knock_out(state: State, target: int, slot: int, out: list[Event]) -> None:
    """Takes one weapon out until it is repaired."""
    ion_of(state, target).out |= 1 << slot
    out.append(("out", target, slot))


def repairs(state: State) -> list[int]:
    """Ships and stations that roll for repair: all with a lasting result (FH-137, FH-166)."""
    return [
        unit
        for unit, record in sorted(state.ion.items())
        if state.status[unit] == IN_PLAY
        and (record.engine or record.out or record.disabled)
        and not is_inert(state, unit)
    ]


def repair_needed(state: State, unit: int) -> int:
    """4+; panic worsens it, scrambles up to 6+ (FH-137, FH-135, FH-155)."""
    needed = 4 + is_panicked(state, unit)
    return min(6, needed + scramble(state, unit))


def repair(state: State, unit: int, dice: Dice, out: list[Event]) -> bool:
    """Roll for a repair; False if the owner has to pick the result that it removes."""
    needed = repair_needed(state, unit)
    faces = dice.roll(1)
    done = at_least(faces, needed)
    out.append(("repair", unit, needed, faces, done))
    if not done:
        return True
    options = lasting(state, unit)
    if len(options) > 1:
        state.ask = (REPAIR, state.side[unit], unit, tuple(options))
        return False
    remove_result(state, unit, options[0], out)
    return True


def lasting(state: State, unit: int) -> list[int]:
    """The results that a repair could remove: weapon slots, the engine, the disabled state (FH-137)."""
    record = ion_of(state, unit)
    slots = [slot for slot in range(orders.ENGINE) if record.out >> slot & 1]
    return slots + [orders.ENGINE] * bool(record.engine) + [orders.DISABLED] * record.disabled


def remove_result(state: State, unit: int, option: int, out: list[Event]) -> None:
    """Remove one result; a ship that was disabled by a result 6 is scrambled next turn (FH-137, FH-139)."""
    record = ion_of(state, unit)
    if option == orders.DISABLED:
        record.disabled = False
        record.scrambled_next += 1
    elif option == orders.ENGINE:
        record.engine -= 1
    else:
        record.out &= ~(1 << option)
    out.append(("repaired", unit, option))


def bury(state: State, out: list[Event]) -> None:
    """Removes what was destroyed (FH-047, FH-065)."""
    men, hull = state.men, state.hull
    if 0 not in men and min(hull) > 0:
        return
    status = state.status
    for unit in [unit for unit, left in enumerate(men) if left == 0 or hull[unit] <= 0]:
        if status[unit] == IN_PLAY:
            remove(state, unit, DESTROYED)
            out.append(("destroyed", unit))


def regenerate(state: State, out: list[Event]) -> None:
    """Surviving ships and stations get shields back, disabled ones too (FH-046, FH-138)."""
    for unit in state.fixed.shielded:
        if state.status[unit] != IN_PLAY:
            continue
        loadout = state.loadouts[unit]
        gained = min(loadout.regen, loadout.shield - state.shield[unit])
        if gained > 0:
            state.shield[unit] += gained
            out.append(("shield", unit, gained))


def expire(state: State) -> None:
    """Effects for one turn end, those for the next begin (FH-065, FH-134)."""
    for record in state.ion.values():
        record.disrupted, record.disrupted_next = record.disrupted_next, False
        record.scrambled, record.scrambled_next = record.scrambled_next, 0


Picked = Callable[[State, int, int, list[Event]], None]
PICKED: dict[str, Picked] = {REPAIR: remove_result, NEUTRALISE: knock_out}
