"""Attacks of both sides to come, of this turn and of the next, and their expected points.

Units attack one after the other, the best attack first. A later attack counts less by the share of its target
that earlier ones are expected to take.
"""

from __future__ import annotations

from missions.battles.systems.red_alert.bots.attacks import Guns
from missions.battles.systems.red_alert.bots.care import AHEAD
from missions.battles.systems.red_alert.bots.worths import gone, menace, worth
from missions.battles.systems.red_alert.engine.cards import COMMAND_CARDS
from missions.battles.systems.red_alert.engine.commands import ALL, Plan, fits, plan, qualifies
from missions.battles.systems.red_alert.engine.field import APART, members
from missions.battles.systems.red_alert.engine.state import Phase, State

LIKELY = (0.8, 0.6, 0.45, 0.3, 0.15)
"""Shares that count of the enemy's best attacks of its next turn, whose cards are not known."""

Shots = list[tuple[int, list[tuple[int, float]]]]
"""Attackers with the points of each of their targets."""


def coming(state: State) -> Shots:
    """Attacks that units which are ordered may still make this turn."""
    current = plan(state)
    if state.phase is not Phase.COMBAT or current.peaceful:
        return []
    waiting = state.ordered & ~(state.fought | state.moved_on | state.barred)
    found = []
    for unit in members(waiting):
        here = state.place[unit]
        if here >= 0 and (shots := Guns(state, unit, current, state.is_marked(unit), AHEAD).shots(here)):
            found.append((unit, shots))
    return found


def spent(state: State, shots: Shots) -> tuple[float, dict[int, float]]:
    """Points that these attacks bring together, and what each target is expected to lose of its worth."""
    lost: dict[int, float] = {}
    total = 0.0
    for _, targets in sorted(shots, key=_best, reverse=True):
        most, chosen = 0.0, -1
        for target, value in targets:
            found = value * (1 - lost.get(target, 0.0))
            if found > most:
                most, chosen = found, target
        if chosen < 0:
            continue
        total += most
        lost[chosen] = min(1.0, lost.get(chosen, 0.0) + most / _left(state, chosen))
    return total, lost


def _best(shot: tuple[int, list[tuple[int, float]]]) -> float:
    return max(value for _, value in shot[1])


def _left(state: State, unit: int) -> float:
    """Rest of a unit's worth."""
    type_ = state.table.units[unit].type.id
    return worth(type_) - gone(type_, state.figures[unit])


def next_attacks(state: State, side: int, hurt: dict[int, float]) -> Shots:
    """Attacks that units of a side may make in its next turn, by distance alone; `hurt` are the losses to be
    expected until then.
    """
    units, place, figures = state.table.units, state.place, state.figures
    covered = state.table.battle.asteroids & ~state.debris | state.table.battle.planet_hexes
    targets = [
        (
            other,
            place[other],
            (units[other].type.id, figures[other], state.is_marked(other), covered >> place[other] & 1),
            1 - hurt.get(other, 0.0),
        )
        for other in state.on_field(1 - side)
    ]
    found = []
    for unit in state.on_field(side):
        row, by, marked = APART[place[unit]], units[unit].type.id, state.is_marked(unit)
        able = 1 - hurt.get(unit, 0.0)
        shots = []
        for other, there, aim, left in targets:
            value = menace(by, marked, *aim)[row[there]]
            if value:
                shots.append((other, value * left * able))
        if shots:
            found.append((unit, shots))
    return found


def unknown(state: State, shots: Shots) -> float:
    """Points of these attacks for a side whose cards are not known."""
    lost: dict[int, float] = {}
    total = 0.0
    for (_, targets), share in zip(sorted(shots, key=_best, reverse=True), LIKELY, strict=False):
        most, chosen = 0.0, -1
        for target, value in targets:
            found = value * (1 - lost.get(target, 0.0))
            if found > most:
                most, chosen = found, target
        if chosen >= 0:
            total += share * most
            lost[chosen] = min(1.0, lost.get(chosen, 0.0) + most / _left(state, chosen))
    return total


def with_plan(state: State, side: int, current: Plan, shots: Shots) -> float:
    """Points of these attacks if only the units are ordered that a plan allows."""
    if current.peaceful:
        return 0.0
    count, ordered, chosen = len(state.hands[side][COMMAND_CARDS]), 0, []
    for shot in sorted(shots, key=_best, reverse=True):
        unit = shot[0]
        if not qualifies(state, current, unit):
            continue
        if current.count == ALL or fits(state, current, ordered | 1 << unit, count):
            ordered |= 1 << unit
            chosen.append(shot)
    return spent(state, chosen)[0]
