"""Hexes that a unit may move to (RA-070 … RA-077, RA-141, RA-152). Nothing here changes a state.

Ways do not matter: a unit meets nothing on its way but asteroids and planets, which end it.
"""

from __future__ import annotations

from dataclasses import dataclass

from missions.battles.systems.red_alert.engine.commands import Plan
from missions.battles.systems.red_alert.engine.field import EVERYWHERE, spread
from missions.battles.systems.red_alert.engine.state import State

IMPULSE = 2
"""Stars for full impulse (RA-074)."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Hexes at which a unit may end its move: for nothing, and for the stars of full impulse."""

    free: int = 0
    paid: int = 0


def within(state: State, unit: int, steps: int) -> int:
    """The empty hexes at most so many steps away."""
    return walk(state, unit, steps)[steps]


def walk(state: State, unit: int, steps: int) -> list[int]:
    """The empty hexes at most 0, 1, … steps away. Enemies beside the way make no difference (RA-072).
    Asteroids end a way unless the unit passes them; a planet may be entered from beside it, as the only step
    (RA-071, RA-141, RA-152).
    """
    battle, here = state.table.battle, 1 << state.place[unit]
    closed = state.taken | state.debris
    planets = battle.planet_hexes
    open_ = EVERYWHERE & ~(closed | planets)
    goes_on = EVERYWHERE if state.passing >> unit & 1 else ~battle.asteroids
    found, border, ends = 0, here, [0]
    planet = spread(here) & planets & ~closed if planets else 0
    for _ in range(steps):
        border = spread(border) & open_ & ~found
        found |= border
        ends.append(found | planet)
        border &= goes_on
    return ends


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
    type_, steps = state.table.units[unit].type, steps_of(state, unit, plan)
    if plan.light or unit in state.boosted:
        return Reach(within(state, unit, steps))
    warp = 0 if plan.peaceful else type_.warp
    impulse = state.stars[state.table.units[unit].side] >= IMPULSE and not state.pushed >> unit & 1
    ends = walk(state, unit, max(steps + impulse, warp))
    free = ends[steps]
    if warp:
        free |= ends[warp] & _beside_enemies(state, unit) & ~state.table.battle.planet_hexes
    return Reach(free, ends[steps + 1] & ~free if impulse else 0)


def _beside_enemies(state: State, unit: int) -> int:
    return spread(state.hexes_of(1 - state.table.units[unit].side))
