"""Value of a place: attacks from there, fire that it draws, the way to the enemy, and tiles."""

from __future__ import annotations

from math import sqrt

from missions.battles.systems.galaxies.bots import fire
from missions.battles.systems.galaxies.bots.care import Care
from missions.battles.systems.galaxies.bots.worths import damaged, points_of
from missions.battles.systems.galaxies.engine import countermeasures, movement
from missions.battles.systems.galaxies.engine.choices import move_of
from missions.battles.systems.galaxies.engine.field import (
    ENERGY_SOURCE,
    MARKET,
    OFF,
    REGENERATOR,
    members,
)
from missions.battles.systems.galaxies.engine.state import State

EIGHTH = 1 / countermeasures.FACES
PULL = 3.0
"""Worth of a hex nearer to the prize of a battle, in hexes nearer to an enemy."""
SOURCE, PEG, GOODS = 2.0, 0.5, 1.0
"""Worth of an energy source, a shield peg and an orbital market, the first and the last in energy."""


DENIED, AGAIN = 0.9, 0.2
"""Shares of the prize for the first ship beside an enemy that holds it, and for a further one."""


class Ground:
    """Everything that the places of one ship are rated by. The position does not change meanwhile."""

    __slots__ = (
        "_aims",
        "_care",
        "_cells",
        "_foes",
        "_held",
        "_mates",
        "_pull",
        "_state",
        "_threats",
        "ship",
        "worth",
    )

    def __init__(self, state: State, ship: int, care: Care, *, fires: bool = True) -> None:
        self.ship = ship
        self._state, self._care = state, care
        self._aims = fire.all_aims(state, ship, care.energy) if fires else []
        self._threats = fire.threats(state, ship) if care.exposure else []
        self._cells = state.table.battle.field.map.cells
        side = state.side_of(ship)
        self._foes = goals_of(state, side)
        self._mates = state.fleet[side] & ~(1 << ship)
        prize = state.table.battle.prize
        self._held = prize != OFF and any(
            state.cover[enemy] >> prize & 1 for enemy in members(state.fleet[1 - side])
        )
        self._pull = 1.0 if state.table.battle.prize == OFF else PULL
        self.worth = points_of(state.cards[state.card[ship]])

    def value(self, place: int, cover: int) -> float:
        """Value of standing there."""
        found = fire.best_from(cover, self._aims)
        if self._threats:
            found -= self._care.exposure * fire.drawn(cover, self._threats)
        return found + self.aims(place, cover)

    def _holds(self, cover: int) -> float:
        """Share of the prize that a ship on these hexes secures: it takes the prize or denies it (BG-133)."""
        battle, state = self._state.table.battle, self._state
        if battle.prize == OFF:
            return 0.0
        if cover >> battle.prize & 1:
            return 1.0
        if not cover & battle.field.around[battle.prize] or not self._held:
            return 0.0
        others = any(state.cover[mate] & battle.field.around[battle.prize] for mate in members(self._mates))
        return AGAIN if others else DENIED

    def aims(self, place: int, cover: int) -> float:
        """Value of a place without any fire: the way to the enemy, and tiles."""
        state, care = self._state, self._care
        field = state.table.battle.field
        found = 0.0
        if self._foes:
            away = min(field.apart(place, foe) for foe in self._foes)
            found -= care.approach * self._pull * sqrt(self.worth) * away
        tiles = field.tiles
        found += care.prize * self._holds(cover)
        if cover & (tiles[ENERGY_SOURCE] | tiles[MARKET] | tiles[REGENERATOR]):
            found += care.energy * SOURCE * bool(cover & tiles[ENERGY_SOURCE])
            found += care.energy * GOODS * bool(cover & tiles[MARKET])
            hurt = state.type_of(self.ship).shields - state.shields[self.ship]
            found += PEG * bool(hurt and cover & tiles[REGENERATOR])
        return found


def goals_of(state: State, side: int) -> list[int]:
    """Hexes that a side makes for: the prize of the battle, else the enemy ships, else the other edge."""
    field, battle = state.table.battle.field, state.table.battle
    if battle.prize != OFF:
        return [battle.prize]
    enemies = [state.place[enemy] for enemy in members(state.fleet[1 - side])]
    if enemies:
        return enemies
    column, row = (0, field.columns - 1)[1 - side], field.rows // 2
    return [row * field.columns + column]


def risk(state: State, ship: int, choice: int) -> float:
    """Worth that countermeasures and debris are expected to take off a ship on a move."""
    lead, path = move_of(choice)
    if not path:
        return 0.0
    field = state.table.battle.field
    way = movement.way_of(movement.footprint(state, ship), lead, path)
    if not way.swept << field.map.cells[state.place[ship]] & movement.danger(state, ship):
        return 0.0
    risks = movement.Risks(state, ship)
    pose = state.place[ship], state.tail[ship]
    here, found = risks.at(pose), 0.0
    for direction in path:
        after = movement.stepped(field, risks.size, lead, pose, direction)
        assert after is not None
        pose, there = after, risks.at(after)
        met = there[1] & ~here[1]
        special = state.type_of(ship).special
        for enemy in members(met):
            hits = countermeasures.ECM[state.type_of(enemy).size]
            chance = (countermeasures.FACES + 1 - countermeasures.needed(special)) * EIGHTH
            found += chance * damaged(state, ship, hits)
        if there[0] & ~here[0] & field.debris:
            found += countermeasures.DEBRIS_COST * EIGHTH * damaged(state, ship, 1)
        here = there
    return found


def end_of(state: State, ship: int, choice: int) -> tuple[int, int]:
    """Front or middle hex and all hexes of a ship at the end of a move."""
    lead, path = move_of(choice)
    if not path:
        return state.place[ship], state.cover[ship]
    field = state.table.battle.field
    way = movement.way_of(movement.footprint(state, ship), lead, path)
    cell = field.map.cells[state.place[ship]]
    pose = field.number[cell + way.place], field.number[cell + way.tail]
    return pose[0], field.covered(state.type_of(ship).size, pose)
