"""Expected fire: what the weapons of a ship can do to each enemy, and from where."""

from __future__ import annotations

from functools import lru_cache

from missions.battles.systems.galaxies.bots.care import Care
from missions.battles.systems.galaxies.bots.worths import volley
from missions.battles.systems.galaxies.engine import gunnery
from missions.battles.systems.galaxies.engine.field import Field, members
from missions.battles.systems.galaxies.engine.state import State

Aims = list[tuple[float, int]]
"""Values of targets, the best first, each with the hexes from which the weapon reaches it."""


def aims(state: State, ship: int, weapon: int, care: Care) -> Aims:
    """The targets of a weapon on the whole map."""
    facts = state.type_of(ship).weapons[weapon]
    attacks = gunnery.attacks_left(state, ship, weapon)
    charge = 0.0 if (ship, weapon) in state.charged else care.energy * facts.charge
    reach, field = gunnery.reach(state, ship, weapon), state.table.battle.field
    found = []
    for enemy in members(state.fleet[1 - state.side_of(ship)]) if attacks else ():
        value = volley(state, facts, attacks, enemy, care.worth) - charge
        if value > 0:
            found.append((value, field.fire(state.cover[enemy], reach)))
    found.sort(reverse=True)
    return found


def all_aims(state: State, ship: int, care: Care) -> list[Aims]:
    """`aims` of each weapon."""
    return [aims(state, ship, weapon, care) for weapon in range(len(state.type_of(ship).weapons))]


def best_from(cover: int, weapons: list[Aims]) -> float:
    """Value of the best attacks from these hexes, each weapon at its best target."""
    found = 0.0
    for each in weapons:
        for value, zone in each:
            if zone & cover:
                found += value
                break
    return found


def reachable(field: Field, state: State, ship: int, spaces: int) -> int:
    """Hexes that some part of a ship may cover after a move of so many spaces, in open space."""
    return spread(field, state.cover[ship], spaces)


@lru_cache(maxsize=1 << 14)
def spread(field: Field, hexes: int, spaces: int) -> int:
    """Hexes at most so many spaces from one of these."""
    found = 0
    for place in members(hexes):
        found |= field.within(place, spaces)
    return found
