"""Worth of an order for a unit: the best hex to move to, and the attack from there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from missions.battles.systems.red_alert.bots.attacks import Guns
from missions.battles.systems.red_alert.bots.care import Care
from missions.battles.systems.red_alert.bots.places import fights_on_planets, row, seen
from missions.battles.systems.red_alert.bots.worths import MARKER, gone, price
from missions.battles.systems.red_alert.engine.commands import Plan
from missions.battles.systems.red_alert.engine.field import BASELINE, members
from missions.battles.systems.red_alert.engine.moves import IMPULSE, Reach, reach
from missions.battles.systems.red_alert.engine.orders import CLEAR_ORDERED
from missions.battles.systems.red_alert.engine.state import State

ENTRY = 0.12
"""Points that entering an asteroid costs: one roll in six leaves a marker."""
FOLLOWING = 0.6
"""Share that counts of a bonus combat after a pursuit."""
REBUILT = 0.6
"""Figures that a repair is expected to bring back."""


class Moment:
    """A position and a plan as a key: two are equal if units can make the same of an order in them."""

    __slots__ = ("_key", "care", "plan", "state")

    def __init__(self, state: State, plan: Plan, care: Care) -> None:
        self.state, self.plan, self.care = state, plan, care
        self._key = (
            state.table.battle.id,
            tuple(state.place),
            tuple(state.figures),
            state.marked,
            state.cloaked,
            state.debris,
            state.moved,
            tuple(state.stars),
            state.turn,
            state.passing,
            tuple(state.boosted.items()),
            (plan.still, plan.peaceful, plan.close_only, plan.light, plan.dice),
            bool(plan.instant),
            care,
        )

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moment) and self._key == other._key


@lru_cache(maxsize=8192)
def prospect(moment: Moment, unit: int) -> float:
    """Points that an order for the unit is expected to be worth."""
    state, plan, care = moment.state, moment.plan, moment.care
    if not care.plans:
        return standing_still(state, unit, plan, care)
    found = best(state, unit, plan, state.is_marked(unit), care)
    if state.is_marked(unit) and not plan.instant:
        side = state.table.units[unit].side
        if state.stars[side] >= CLEAR_ORDERED:
            cleared = best(state, unit, plan, False, care) + MARKER - price(state, side, CLEAR_ORDERED)
            found = max(found, cleared)
    if plan.instant:
        found += rebuilt(state, unit) + MARKER * state.is_marked(unit)
    return found


def standing_still(state: State, unit: int, plan: Plan, care: Care) -> float:
    """Points of the best attack from where the unit stands, or of the way that it can go."""
    marked, facts = state.is_marked(unit), state.table.units[unit]
    shot = 0.0 if plan.peaceful else Guns(state, unit, plan, marked, care).best(state.place[unit])
    nearer = 0.0 if plan.still or marked else care.approach * facts.type.move
    return max(shot, nearer) + (rebuilt(state, unit) + MARKER * marked if plan.instant else 0.0)


def freed(state: State, unit: int, plan: Plan, care: Care) -> float:
    """Points that a marked unit can make of an order beyond what it can do with its marker."""
    return best(state, unit, plan, False, care) - best(state, unit, plan, True, care)


def rebuilt(state: State, unit: int) -> float:
    """Points that a repair of the unit is expected to bring back."""
    type_, left = state.table.units[unit].type, state.figures[unit]
    if left >= type_.figures:
        return 0.0
    return REBUILT * (gone(type_.id, left) - gone(type_.id, left + 1))


def best(state: State, unit: int, plan: Plan, marked: bool, care: Care) -> float:
    """Points of a unit's best move with the attack from there, as if it were `marked` or not; 0 at least."""
    side, here = state.table.units[unit].side, state.place[unit]
    worths = row(state, unit, seen(state, 1 - side), care)
    found = exit_worth(state, unit, worths) if not marked and not plan.still else 0.0
    shot = None if plan.peaceful else Guns(state, unit, plan, marked, care)
    if shot:
        found = max(found, shot.best(here))
    if marked:
        return found
    return max(
        [found, *(value for _, _, value in ends(state, unit, care, reach_of(state, unit, plan), shot))]
    )


def reach_of(state: State, unit: int, plan: Plan) -> Reach:
    """Hexes that a unit reaches once it has no marker."""
    if not state.is_marked(unit):
        return reach(state, unit, plan)
    state.marked ^= 1 << unit
    found = reach(state, unit, plan)
    state.marked ^= 1 << unit
    return found


def ends(
    state: State, unit: int, care: Care, found: Reach, shot: Guns | None
) -> Iterator[tuple[int, bool, float]]:
    """Each end of a move, whether it is paid for, and its worth beyond staying without an attack."""
    facts, battle = state.table.units[unit], state.table.battle
    worths = row(state, unit, seen(state, 1 - facts.side), care)
    here = worths[state.place[unit]]
    stops = 0 if state.passing >> unit & 1 else battle.asteroids & ~state.debris
    barred = 0 if fights_on_planets(facts.type.id) else battle.planet_hexes
    for paid, hexes in ((False, found.free), (True, found.paid)):
        cost = price(state, facts.side, IMPULSE) if paid else 0.0
        for hex_ in members(hexes):
            value = worths[hex_] - here - cost
            if stops >> hex_ & 1:
                value -= ENTRY
            if shot and not barred >> hex_ & 1:
                value += shot.best(hex_)
            yield hex_, paid, value


def exit_worth(state: State, unit: int, worths: tuple[float, ...]) -> float:
    """Points of leaving over the enemy's baseline; 0 if the unit cannot (RA-211)."""
    if "breakthrough" not in state.table.battle.objectives:
        return 0.0
    facts, here = state.table.units[unit], state.place[unit]
    if not BASELINE[1 - facts.side] >> here & 1 or state.is_cloaked(unit):
        return 0.0
    return leaving(state, unit) - worths[here]


def leaving(state: State, unit: int) -> float:
    """Points of leaving the field by breakthrough: its own, for what its guns may still do."""
    return float(state.table.units[unit].type.points)


def pursuit(state: State, unit: int, care: Care) -> float:
    """Points of the hex that the enemy has left, and of an attack from there."""
    after = state.after
    if after is None:
        return 0.0
    worths = row(state, unit, seen(state, 1 - state.table.units[unit].side), care)
    shot = Guns(state, unit, Plan(), state.is_marked(unit), care)
    return worths[after.start] - worths[state.place[unit]] + FOLLOWING * shot.best(after.start)
