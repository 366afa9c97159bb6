"""Hexes that a unit may move to (RA-070 … RA-077, RA-141, RA-152). Nothing here changes a state.

Ways do not matter: a unit meets nothing on its way but asteroids and planets, which end it.
"""

from __future__ import annotations

from dataclasses import dataclass

from missions.battles.systems.red_alert.engine.commands import Plan
from missions.battles.systems.red_alert.engine.field import AROUND, COUNT, members
from missions.battles.systems.red_alert.engine.state import State

EVERYWHERE = (1 << COUNT) - 1
IMPULSE = 2
"""Stars for full impulse (RA-074)."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Hexes at which a unit may end its move: for nothing, and for the stars of full impulse."""

    free: int = 0
    paid: int = 0


def within(state: State, unit: int, steps: int) -> int:
    """The empty hexes at most so many steps away. Enemies beside the way make no difference (RA-072).
    Asteroids end a way unless the unit passes them; a planet may be entered from beside it, as the only step
    (RA-071, RA-141, RA-152).
    """
    battle, start = state.table.battle, state.place[unit]
    closed = state.taken | state.debris
    planets = battle.planet_hexes
    open_ = EVERYWHERE & ~(closed | planets)
    stops = 0 if state.passing >> unit & 1 else battle.asteroids
    found, border = 0, 1 << start
    for _ in range(steps):
        ahead = 0
        while border:
            low = border & -border
            ahead |= AROUND[low.bit_length() - 1]
            border ^= low
        border = ahead & open_ & ~found
        found |= border
        border &= ~stops
    if steps:
        found |= AROUND[start] & planets & ~closed
    return found & ~(1 << start)


def steps_of(state: State, unit: int, plan: Plan) -> int:
    """Hexes of a unit's own move this turn, without warp and full impulse."""
    if plan.light:
        return plan.light
    more, times = state.boosted.get(unit, (0, 1))
    return (state.table.units[unit].type.move + more) * times


def reach(state: State, unit: int, plan: Plan) -> Reach:
    """All ends of a unit's move: its own, by warp next to an enemy, and by full impulse (RA-073, RA-074). A
    marked unit has none (RA-075).
    """
    if plan.still or state.is_marked(unit):
        return Reach()
    steps, stars = steps_of(state, unit, plan), state.stars[state.table.units[unit].side]
    free = within(state, unit, steps)
    if plan.light or unit in state.boosted:
        return Reach(free)
    warp = state.table.units[unit].type.warp
    if warp and not plan.peaceful:
        free |= within(state, unit, warp) & _beside_enemies(state, unit) & ~state.table.battle.planet_hexes
    if stars < IMPULSE or state.pushed >> unit & 1:
        return Reach(free)
    return Reach(free, within(state, unit, steps + 1) & ~free)


def _beside_enemies(state: State, unit: int) -> int:
    found = 0
    for hex_ in members(state.hexes_of(1 - state.table.units[unit].side)):
        found |= AROUND[hex_]
    return found
