"""Value of a battle in points: the losses so far, the expected losses by shots not yet rolled, and the
progress towards a scenario's aim.

Both sides are thought to fire as the greedy bot does: unit by unit, each at what it hurts most, less what
the others before it will already have shot down. Effects wait for the end of the turn, so every unit fires.
"""

from __future__ import annotations

from missions.battles.engine.odds import mean_capped, opposed
from missions.battles.systems.fighters.bots.matchups import FREE, hit_worth, matchup, weight
from missions.battles.systems.fighters.bots.tasks import goals
from missions.battles.systems.fighters.engine import attack
from missions.battles.systems.fighters.engine.damage import save_of
from missions.battles.systems.fighters.engine.loadouts import FIGHTER, FORWARD, LOCK, Loadout
from missions.battles.systems.fighters.engine.state import (
    DOUBLE,
    SHOOT,
    STATION_HELD,
    State,
)

WON = 100.0
"""Points that a battle won counts beside what is lost in it."""
Shot = tuple[int, int, float, int]
"""Weapon slot, target, fighters or points it is expected to take, dice."""


def score(state: State, seat: int) -> float:
    """Value of the battle for a seat: the other side's losses less its own; the outcome above all."""
    gained, lost_ = stakes(state, seat)
    stands = gained - lost_ + goals(state, seat) - goals(state, 1 - seat)
    if state.outcome is None or state.outcome.winner is None:
        return stands
    return stands + (WON if state.outcome.winner == seat else -WON)


def stakes(state: State, seat: int) -> tuple[float, float]:
    """Points that a seat has taken and has lost, with what shots not yet rolled are expected to add."""
    gained, lost_ = lost(state, 1 - seat), lost(state, seat)
    if state.phase == SHOOT:
        return gained + expected(state, seat), lost_ + expected(state, 1 - seat)
    return gained, lost_


def lost(state: State, seat: int) -> float:
    """Points lost or damaged so far."""
    total = 0.0
    for unit, facts in enumerate(state.fixed.units):
        if facts.seat != seat or facts.role == STATION_HELD:
            continue
        loadout = facts.loadout
        if loadout.kind == FIGHTER:
            total += loadout.cost * (facts.men - state.men[unit]) / loadout.craft
        else:
            whole = max(loadout.cost, FREE) * weight(state, unit)
            total += whole * (1 - max(0, state.hull[unit]) / facts.hull)
    return total


def expected(state: State, seat: int) -> float:
    """Points that hits set aside and units which have yet to fire are expected to take."""
    loadouts, men = state.loadouts, state.men
    dice: dict[int, int] = {}
    means: dict[int, float] = {}
    total = 0.0
    for shot in _pending(state, seat):
        total += _note(loadouts, shot, dice, means)
    against = attack.targets(state, seat)
    for unit in state.todo[seat]:
        used = state.used if unit == state.active else 0
        shots = [shot for shot in _shots(state, unit, against) if not used >> shot[0] & 1]
        while shots:
            best, chosen = 0.0, None
            for shot in shots:
                gain = _gain(loadouts, men, means, shot)
                if gain > best:
                    best, chosen = gain, shot
            if chosen is None:
                break
            total += _note(loadouts, chosen, dice, means)
            slot = chosen[0]
            shots = [shot for shot in shots if shot[0] != slot]
    for target, mean in means.items():
        loadout = loadouts[target]
        share = min(36, round(36 * mean / dice[target]))
        total += mean_capped(dice[target], share, 36, men[target]) * loadout.cost / loadout.craft
    return total


def _gain(loadouts: tuple[Loadout, ...], men: list[int], means: dict[int, float], shot: Shot) -> float:
    """Points a shot adds to what the shots before it are expected to take."""
    _, target, mean, _ = shot
    loadout = loadouts[target]
    if loadout.kind != FIGHTER:
        return mean
    return min(mean, men[target] - means.get(target, 0.0)) * loadout.cost / loadout.craft


def _note(loadouts: tuple[Loadout, ...], shot: Shot, dice: dict[int, int], means: dict[int, float]) -> float:
    """Add a shot to those at its target; its damage to a ship is known at once."""
    _, target, mean, count = shot
    if loadouts[target].kind != FIGHTER:
        return mean
    dice[target] = dice.get(target, 0) + count
    means[target] = means.get(target, 0.0) + mean
    return 0.0


def _pending(state: State, seat: int) -> list[Shot]:
    """Hits that wait for the end phase, as shots of which only the saves are open."""
    found = []
    for unit, number, target, hits in state.pending:
        if state.side[unit] == seat:
            aim, mode = state.loadouts[target], state.loadouts[unit].modes[number]
            mean = hits * _keep(state, target) / 6
            found.append(
                (
                    0,
                    target,
                    mean if aim.kind == FIGHTER else mean * hit_worth(aim, mode) * weight(state, target),
                    hits,
                )
            )
    return found


def _keep(state: State, target: int) -> int:
    """Number of hits, out of six, that get past the target's save."""
    save = save_of(state, target) if state.loadouts[target].fighterlike else 0
    return save - 1 if save else 6


def _is_plain(state: State, unit: int) -> bool:
    """Whether its shots at flights are those of the tables of duels."""
    loadout = state.loadouts[unit]
    if loadout.kind != FIGHTER or loadout.slots != 1 or loadout.vader or state.panic[unit] >= state.turn:
        return False
    return state.flown[unit] != DOUBLE and all(mode.kind != LOCK for mode in loadout.modes)


def _shots(state: State, unit: int, against: list[int]) -> list[Shot]:
    """All shots that a unit could fire now; of plain craft at plain flights the best one, from the tables."""
    if not _is_plain(state, unit):
        return _shots_by_mode(state, unit, against)
    loadouts, pos, face = state.loadouts, state.pos, state.face
    loadout, here, facing, men = loadouts[unit], pos[unit], face[unit], state.men[unit]
    found, special = [], []
    for target in against:
        aim = loadouts[target]
        if aim.kind != FIGHTER or state.still[target] or aim.vader:
            special.append(target)
            continue
        points = matchup(loadout, aim, face[target]).shots[(here - pos[target]) << 3 | facing]
        if points:
            found.append((FORWARD, target, points * men * aim.craft / (aim.cost * loadout.craft), men))
    return found + _shots_by_mode(state, unit, special) if special else found


def _shots_by_mode(state: State, unit: int, against: list[int]) -> list[Shot]:
    loadout = state.loadouts[unit]
    found = []
    for choice in attack.choices(state, unit, against):
        load = choice >> 4
        mode, target = loadout.modes[load & 63], load >> 6
        aim, keep = state.loadouts[target], _keep(state, target)
        if mode.kind == LOCK:
            count = state.men[unit]
            mean = count * keep * float(opposed(*attack.lock_sides(state, unit, target))) / 6
        else:
            mean, count = 0.0, 0
            for _, rolled, shown in attack.rolls(state, unit, mode, target):
                mean += rolled * (7 - shown) * keep / 36
                count += rolled
        if aim.kind != FIGHTER:
            mean *= hit_worth(aim, mode) * weight(state, target)
        found.append((mode.slot, target, mean, count))
    return found
