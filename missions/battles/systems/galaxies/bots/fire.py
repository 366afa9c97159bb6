"""Expected fire: what the weapons of a ship can do to each enemy, and from where."""

from __future__ import annotations

from missions.battles.systems.galaxies.bots.worths import volley
from missions.battles.systems.galaxies.engine import gunnery
from missions.battles.systems.galaxies.engine.field import Field, members
from missions.battles.systems.galaxies.engine.state import State

Aims = list[tuple[float, int]]
"""Values of targets, the best first, each with the hexes from which the weapon reaches it."""


def aims(state: State, ship: int, weapon: int, price: float) -> Aims:
    """The targets of a weapon on the whole map. `price` is what a point of energy counts."""
    facts = state.type_of(ship).weapons[weapon]
    attacks = gunnery.attacks_left(state, ship, weapon)
    charge = 0.0 if (ship, weapon) in state.charged else price * facts.charge
    reach, field = gunnery.reach(state, ship, weapon), state.table.battle.field
    found = []
    for enemy in members(state.fleet[1 - state.side_of(ship)]) if attacks else ():
        value = volley(state, facts, attacks, enemy) - charge
        if value > 0:
            found.append((value, field.fire(state.cover[enemy], reach)))
    found.sort(reverse=True)
    return found


def all_aims(state: State, ship: int, price: float) -> list[Aims]:
    """`aims` of each weapon."""
    return [aims(state, ship, weapon, price) for weapon in range(len(state.type_of(ship).weapons))]


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
    found = 0
    for place in members(state.cover[ship]):
        found |= field.within(place, spaces)
    return found


def threats(state: State, ship: int) -> list[tuple[float, int]]:
    """Enemies that may fire at a ship in their next turn: the worth that they are expected to take, and the
    hexes that they reach then.
    """
    field, side = state.table.battle.field, state.side_of(ship)
    found = []
    for enemy in members(state.fleet[1 - side]):
        type_ = state.type_of(enemy)
        facts = type_.weapons[gunnery.PRIMARY]
        zone = reachable(field, state, enemy, type_.move + facts.range)
        found.append((volley(state, facts, facts.attacks, ship), zone))
    return found


def drawn(cover: int, enemies: list[tuple[float, int]]) -> float:
    """Worth that these enemies are expected to take off a ship on these hexes."""
    return sum(value for value, zone in enemies if zone & cover)
