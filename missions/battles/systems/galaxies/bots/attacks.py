"""Expected gain of attacks, by the target's grid and the pegs that it has left."""

from __future__ import annotations

from functools import lru_cache

from missions.battles.systems.galaxies.bots.standing import worth
from missions.battles.systems.galaxies.engine.field import OFF, Field, members
from missions.battles.systems.galaxies.engine.gunnery import reach
from missions.battles.systems.galaxies.engine.ships import CARDS, CELLS, MISS, STAR
from missions.battles.systems.galaxies.engine.state import State


@lru_cache(maxsize=64)
def chances(card: int) -> tuple[float, float]:
    """Chances that an attack on a ship card hits at all, and that it hits the weak point."""
    grid = CARDS[card].grid
    return sum(cell != MISS for cell in grid) / CELLS, grid.count(STAR) / CELLS


def gain(state: State, target: int, strength: int) -> float:
    """Expected points of one attack of that strength on a ship."""
    type_ = state.type_of(target)
    hit, star = chances(type_.number)
    left = type_.hull - state.hull[target] + state.shields[target]
    share = min(1.0, strength / left)
    killed = star if not state.shields[target] else 0.0
    return worth(state, target) * ((hit - killed) * share + killed)


def prospect(state: State, ship: int, under: int) -> float:
    """Expected points of the best attacks of a ship that covers these hexes."""
    field, side = state.table.battle.field, state.side_of(ship)
    found = 0.0
    for weapon, facts in enumerate(state.type_of(ship).weapons):
        if facts.charge > state.energy[side]:
            continue
        zone = field.fire(under, reach(state, ship, weapon))
        gains = [
            gain(state, enemy, facts.strength)
            for enemy in members(state.fleet[1 - side])
            if zone & state.cover[enemy]
        ]
        found += facts.attacks * max(gains, default=0.0)
    return found


def away(state: State, side: int, place: int) -> int:
    """Hexes between a hex and the nearest goal of a side: an enemy ship, the prize, else the far zone."""
    battle = state.table.battle
    goal = 0
    for enemy in members(state.fleet[1 - side]):
        goal |= state.cover[enemy]
    goal = goal or battle.zones[1 - side]
    if battle.prize != OFF:
        goal |= 1 << battle.prize
    return _ways(battle.field, goal)[place]


@lru_cache(maxsize=512)
def _ways(field: Field, goal: int) -> bytes:
    """The distance of every hex from a set of hexes."""
    places = list(members(goal))
    return bytes(min(field.apart(place, other) for other in places) for place in range(field.count))
