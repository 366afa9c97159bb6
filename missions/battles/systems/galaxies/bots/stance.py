"""Whether a side attacks in its turn, or waits out of reach until the enemy has come to its guns.

A ship that alone goes ahead draws the fire of all enemies, and the next ship beside it draws hardly any more.
So this is a question for the whole side, and no weight of a single ship answers it.
"""

from __future__ import annotations

from missions.battles.systems.galaxies.bots import standing, threats, worths
from missions.battles.systems.galaxies.bots.care import Care
from missions.battles.systems.galaxies.engine.activation import may_move
from missions.battles.systems.galaxies.engine.field import OFF, members
from missions.battles.systems.galaxies.engine.state import NOWHERE, State

LATE = 0.75
"""Share of the rounds after which a side that does not lead waits no more."""


def waits(state: State, side: int, care: Care) -> bool:
    """Whether the side whose turn it is had better keep out of reach: its attacks would take less than the
    fire would that they bring upon it.
    """
    if presses(state, side):
        return False
    attacks, foes = _attacks(state, side), members(state.fleet[1 - side])
    enemy = sum(worths.worth(state, foe, care.worth) for foe in foes)
    left = max(0.0, 1 - attacks / enemy) if enemy else 1.0
    return attacks < left * _brought(state, side, care)


def presses(state: State, side: int) -> bool:
    """Whether time works for the enemy: they score by the prize, or few rounds are left and they lead."""
    foe, prize = 1 - side, state.table.battle.prize
    scores = prize != OFF and state.points[foe] > 0
    if scores and any(state.cover[enemy] >> prize & 1 for enemy in members(state.fleet[foe])):
        return True
    return state.round > LATE * state.table.rounds and state.score[side] <= state.score[foe]


def _attacks(state: State, side: int) -> float:
    """Worth that the side may still take in this turn, from wherever its ships may go."""
    found = standing.due(state)[0]
    if state.active != NOWHERE:
        for ship in state.ships_of(state.active):
            if may_move(state, ship):
                far = state.type_of(ship).move
                found += standing.aimed(state, ship, far) - standing.aimed(state, ship, 0)
    return found


def _brought(state: State, side: int, care: Care) -> float:
    """Worth that the enemy may take next turn from ships in reach, beyond what they may take from ships where
    they are now.
    """
    found, ships = 0.0, list(members(state.fleet[side]))
    for weapon, zone in threats.launched(state, side) + threats.unseen(state, side):
        values = {ship: worths.volley(state, weapon, weapon.attacks, ship, care.worth) for ship in ships}
        now = (value for ship, value in values.items() if zone & state.cover[ship])
        found += max(values.values(), default=0.0) - max(now, default=0.0)
    return found
