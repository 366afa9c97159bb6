"""Value of a place: attacks from there, fire that it draws, the way to the enemy, and tiles."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from missions.battles.systems.galaxies.bots import fire, threats
from missions.battles.systems.galaxies.bots.care import Care
from missions.battles.systems.galaxies.bots.worths import damaged
from missions.battles.systems.galaxies.engine import countermeasures, movement
from missions.battles.systems.galaxies.engine.field import (
    ENERGY_SOURCE,
    MARKET,
    OFF,
    REGENERATOR,
    Field,
    Pose,
    members,
)
from missions.battles.systems.galaxies.engine.state import State

EIGHTH = 1 / countermeasures.FACES
PULL = 3.0
"""Worth of a hex nearer to the prize of a battle, in hexes nearer to an enemy."""
SOURCE, PEG, GOODS = 2.0, 0.5, 1.0
"""Worth of an energy source, a shield peg and an orbital market, the first and the last in energy."""
WARY = 0.8
"""Weight of the fire that a ship may draw while its side waits."""
DENIED, AGAIN = 0.9, 0.2
"""Shares of the prize for the first ship beside an enemy that holds it, and for a further one."""


class Ground:
    """Everything that the places of one ship are rated by. The position does not change meanwhile."""

    __slots__ = (
        "_aims",
        "_away",
        "_care",
        "_exposure",
        "_walks",
        "_field",
        "_foes",
        "_held",
        "_mates",
        "_prize",
        "_pull",
        "_state",
        "_threats",
        "_values",
        "ship",
        "worth",
    )

    def __init__(self, state: State, ship: int, care: Care, *, waits: bool = False) -> None:
        self.ship = ship
        self._state, self._care = state, care
        side = state.side_of(ship)
        self._aims = fire.all_aims(state, ship, care)
        self._exposure = WARY if waits else care.exposure
        seen = threats.launched(state, side) if self._exposure else []
        unseen = threats.unseen(state, side) if waits else []
        self._threats = threats.against(state, ship, seen + unseen, care)
        self._foes = tuple(goals_of(state, side))
        self._away = _ways(state.table.battle.field, self._foes)
        self._mates = state.fleet[side] & ~(1 << ship)
        self._field = state.table.battle.field
        self._prize = prize = state.table.battle.prize
        self._held = prize != OFF and any(
            state.cover[enemy] >> prize & 1 for enemy in members(state.fleet[1 - side])
        )
        self.worth = care.worth(state.cards[state.card[ship]])
        self._pull = care.approach * (1.0 if prize == OFF else PULL) * sqrt(self.worth)
        self._values: dict[Pose, float] = {}
        self._walks: Walks | None = None

    def moved(self, choice: int) -> float:
        """Value of a move by the place at its end and the dangers of the way."""
        if self._walks is None:
            self._walks = Walks(self._state, self.ship, self._care)
        pose = self._walks.end(choice)
        return self.standing(pose) - self._walks.risk(choice)

    def standing(self, pose: Pose) -> float:
        """Value of standing in a pose."""
        found = self._values.get(pose)
        if found is None:
            cover = self._field.covered(self._state.type_of(self.ship).size, pose)
            found = self._values[pose] = self.value(pose[0], cover)
        return found

    def value(self, place: int, cover: int) -> float:
        """Value of standing there."""
        found = fire.best_from(cover, self._aims)
        if self._threats:
            found -= self._exposure * threats.drawn(cover, self._threats)
        return found + self._goals(place, cover)

    def _holds(self, cover: int) -> float:
        """Share of the prize that a ship on these hexes secures: it takes the prize or denies it (BG-133)."""
        prize, state = self._prize, self._state
        if prize == OFF:
            return 0.0
        if cover >> prize & 1:
            return 1.0
        beside = self._field.around[prize]
        if not self._held or not cover & beside:
            return 0.0
        others = any(state.cover[mate] & beside for mate in members(self._mates))
        return AGAIN if others else DENIED

    def _goals(self, place: int, cover: int) -> float:
        """Value of a place without any fire: the way to the enemy, and tiles."""
        care, found = self._care, 0.0
        if self._foes:
            away = self._away.get(place)
            if away is None:
                away = self._away[place] = min([self._field.apart(place, foe) for foe in self._foes])
            found -= self._pull * away
        tiles = self._field.tiles
        found += care.prize * self._holds(cover)
        if cover & (tiles[ENERGY_SOURCE] | tiles[MARKET] | tiles[REGENERATOR]):
            found += care.energy * SOURCE * bool(cover & tiles[ENERGY_SOURCE])
            found += care.energy * GOODS * bool(cover & tiles[MARKET])
            hurt = self._state.type_of(self.ship).shields - self._state.shields[self.ship]
            found += PEG * bool(hurt and cover & tiles[REGENERATOR])
        return found


class Walks:
    """Ends and dangers of the moves of a ship. The position does not change meanwhile."""

    __slots__ = ("_care", "_cell", "_danger", "_field", "_risks", "_shape", "_state", "_terms", "ship")

    def __init__(self, state: State, ship: int, care: Care) -> None:
        self.ship, self._state, self._care = ship, state, care
        self._field = state.table.battle.field
        self._shape = movement.footprint(state, ship)
        self._cell = self._field.map.cells[state.place[ship]]
        self._danger = movement.danger(state, ship)
        self._risks: movement.Risks | None = None
        self._terms: dict[int, float] = {}

    def end(self, choice: int) -> Pose:
        """Pose at the end of a move."""
        _, _, place, tail, _ = movement.chosen(self._shape, choice)
        return self._field.number[self._cell + place], self._field.number[self._cell + tail]

    def risk(self, choice: int) -> float:
        """Worth that countermeasures and debris are expected to take off the ship on a move."""
        lead, path, _, _, swept = movement.chosen(self._shape, choice)
        if not swept << self._cell & self._danger:
            return 0.0
        if self._risks is None:
            self._risks = movement.Risks(self._state, self.ship)
        risks, pose = self._risks, (self._state.place[self.ship], self._state.tail[self.ship])
        here, found = risks.at(pose), 0.0
        for direction in path:
            after = movement.stepped(self._field, risks.size, lead, pose, direction)
            assert after is not None
            pose, there = after, risks.at(after)
            for enemy in members(there[1] & ~here[1]):
                found += self._shot(enemy)
            if there[0] & ~here[0] & self._field.debris:
                found += (
                    countermeasures.DEBRIS_COST
                    * EIGHTH
                    * damaged(self._state, self.ship, 1, self._care.worth)
                )
            here = there
        return found

    def _shot(self, enemy: int) -> float:
        """Worth that the countermeasures of an enemy are expected to take."""
        found = self._terms.get(enemy)
        if found is None:
            state = self._state
            hits = countermeasures.ECM[state.type_of(enemy).size]
            special = state.type_of(self.ship).special
            chance = (countermeasures.FACES + 1 - countermeasures.needed(special)) * EIGHTH
            found = self._terms[enemy] = chance * damaged(state, self.ship, hits, self._care.worth)
        return found


@lru_cache(maxsize=256)
def _ways(field: Field, goals: tuple[int, ...]) -> dict[int, int]:
    """Hexes to the nearest of these goals, by place, as far as they are worked out."""
    return {}


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
