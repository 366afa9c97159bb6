"""Fire that a side may draw in the next turn of its enemy."""

from __future__ import annotations

from typing import NamedTuple

from missions.battles.systems.galaxies.bots import fire
from missions.battles.systems.galaxies.bots.care import Care
from missions.battles.systems.galaxies.bots.worths import volley
from missions.battles.systems.galaxies.engine import gunnery, turn
from missions.battles.systems.galaxies.engine.field import members
from missions.battles.systems.galaxies.engine.ships import Weapon
from missions.battles.systems.galaxies.engine.state import State

UNSEEN = Weapon("", charge=0, range=6, attacks=2, strength=2)
"""The weapon of an ordinary card that is still to be launched."""
UNSEEN_MOVE, UNSEEN_PRICE = 5, 12
"""Move of such a card, and its price with the first activation."""


class Threat(NamedTuple):
    """A weapon that the enemy may fire in their next turn, and the hexes that it reaches then."""

    weapon: Weapon
    zone: int


def launched(state: State, side: int) -> list[Threat]:
    """The primary weapons of the enemies of a side that are on the map."""
    field, found = state.table.battle.field, []
    for enemy in members(state.fleet[1 - side]):
        type_ = state.type_of(enemy)
        weapon = type_.weapons[gunnery.PRIMARY]
        found.append(Threat(weapon, fire.reachable(field, state, enemy, type_.move + weapon.range)))
    return found


def unseen(state: State, side: int) -> list[Threat]:
    """The weapons of cards that the enemy of a side may launch next turn. Nothing that is hidden counts, only
    how many cards are unseen and the energy for them.
    """
    battle, foe = state.table.battle, 1 - side
    count = min(state.unseen(foe), (state.energy[foe] + turn.GAIN) // UNSEEN_PRICE)
    zone = fire.spread(battle.field, battle.zones[foe], UNSEEN_MOVE + UNSEEN.range) if count else 0
    return [Threat(UNSEEN, zone)] * count


def against(state: State, ship: int, threats: list[Threat], care: Care) -> list[tuple[float, int]]:
    """Worth that each threat is expected to take off a ship, and where it reaches."""
    return [(volley(state, weapon, weapon.attacks, ship, care.worth), zone) for weapon, zone in threats]


def drawn(cover: int, threats: list[tuple[float, int]]) -> float:
    """Worth that these threats are expected to take off a ship on these hexes."""
    return sum(value for value, zone in threats if zone & cover)
