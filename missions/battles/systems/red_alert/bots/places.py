"""Worth of a hex for a unit: attacks to come from there, danger, the way to the enemy, and objectives.

A worth depends on the enemy and on the unit alone, so it is counted once for all hexes and kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from missions.battles.systems.red_alert.bots.care import Care
from missions.battles.systems.red_alert.bots.worths import menace
from missions.battles.systems.red_alert.engine.field import APART, CLEARED, COUNT, ROW, ROWS, members
from missions.battles.systems.red_alert.engine.scenarios import Battle, battles
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.engine.units import BY_ID, FIGHTER

MOST_DANGER = 0.7
"""Greatest share of danger in a unit's worth."""
PATIENCE = 30
"""Turns after which units begin to mind danger less and less."""
PLANET = 2.0
"""Points for standing on a planet that gives points."""
PLANETWARD = 0.2
"""Points for each hex nearer to such a planet."""
ADRIFT = 0.25
"""Points that an asteroid costs on which a unit stands: it may be marked at its next turn."""
ONLY_UNIT = 0.8
"""Points for the only unit in a sector, which is not clear then."""
THROUGH = 0.85
"""Share that counts of the points of a unit which is about to break through."""
ONWARD = 0.13
"""Share of them that each order costs which the unit still needs for it."""


class Seen(NamedTuple):
    """A unit as an enemy counts it: type, hex, figures, marker."""

    type: str
    place: int
    figures: int
    marked: bool


Enemies = tuple[Seen, ...]


def seen(state: State, side: int) -> Enemies:
    """The units of a side that are on the battlefield."""
    units, place, figures, marked = state.table.units, state.place, state.figures, state.marked
    return tuple(
        [
            Seen(units[unit].type.id, here, figures[unit], bool(marked >> unit & 1))
            for unit, here in enumerate(place)
            if here >= 0 and units[unit].side == side
        ]
    )


def row(state: State, unit: int, enemies: Enemies, care: Care) -> tuple[float, ...]:
    """Worth of every hex for a unit, without what depends on others of its side."""
    facts = state.table.units[unit]
    bold = max(0, state.turn - PATIENCE) // 10
    marked = bool(state.marked >> unit & 1)
    return _row(
        state.table.battle.id,
        state.debris,
        enemies,
        facts.side,
        facts.type.id,
        state.figures[unit],
        marked,
        bold,
        _own_hexes(state, unit),
        care,
    )


def _own_hexes(state: State, unit: int) -> int:
    """Sectors that hold no other unit of the side, as bits, if sectors are to be cleared."""
    if "clear_sector" not in state.table.battle.objectives:
        return 0
    others = state.hexes_of(state.table.units[unit].side) & ~(1 << state.place[unit])
    return sum(1 << number for number, sector in enumerate(CLEARED) if not others & sector)


@lru_cache(maxsize=4096)
def _row(
    battle: str,
    debris: int,
    enemies: Enemies,
    side: int,
    type_: str,
    figures: int,
    marked: bool,
    bold: int,
    empty: int,
    care: Care,
) -> tuple[float, ...]:
    facts = battles()[battle]
    aims = goals(battle, side, type_)
    chances = chance_row(enemies, type_)
    dangers = danger_row(battle, debris, enemies, type_, figures, marked, care.danger)
    ways = way_row(tuple(each.place for each in enemies))
    caution = 1.0 / (1 + 0.5 * bold)
    closer = care.approach * (1 + 0.5 * bold)
    found = [
        goal + care.chance * chance - caution * danger - closer * way
        for goal, chance, danger, way in zip(aims, chances, dangers, ways, strict=True)
    ]
    for hex_ in members(facts.asteroids & ~debris):
        found[hex_] -= ADRIFT
    for number, sector in enumerate(CLEARED):
        if empty >> number & 1:
            for hex_ in members(sector):
                found[hex_] += ONLY_UNIT
    return tuple(found)


@lru_cache(maxsize=4096)
def chance_row(enemies: Enemies, type_: str) -> tuple[float, ...]:
    """The best attack that a unit may make in its next turn, by its hex."""
    if not enemies:
        return (0.0,) * COUNT
    rows = []
    for enemy in enemies:
        near = menace(type_, False, enemy.type, enemy.figures, enemy.marked, 0)
        rows.append([near[far] for far in APART[enemy.place]])
    return tuple(map(max, zip(*rows, strict=True)))


@lru_cache(maxsize=4096)
def danger_row(
    battle: str, debris: int, enemies: Enemies, type_: str, figures: int, marked: bool, share: float
) -> tuple[float, ...]:
    """Share of the points that a unit may lose to the enemy's next attacks, by its hex."""
    if not enemies or not share:
        return (0.0,) * COUNT
    facts = battles()[battle]
    covered = facts.asteroids & ~debris | facts.planet_hexes
    cover = [covered >> hex_ & 1 for hex_ in range(COUNT)]
    rows = []
    for enemy in enemies:
        near = [menace(enemy.type, enemy.marked, type_, figures, marked, less) for less in (0, 1)]
        rows.append([near[less][far] for less, far in zip(cover, APART[enemy.place], strict=True)])
    most = MOST_DANGER * (BY_ID[type_].points + 1)
    return tuple([min(most, share * sum(each)) for each in zip(*rows, strict=True)])


@lru_cache(maxsize=1024)
def way_row(places: tuple[int, ...]) -> tuple[float, ...]:
    """Hexes to the nearest enemy, and a little for all others, by hex."""
    if not places:
        return (0.0,) * COUNT
    rows = [APART[place] for place in places]
    return tuple([min(each) + 0.15 * sum(each) / len(each) for each in zip(*rows, strict=True)])


# --- objectives -------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def goals(battle: str, side: int, type_: str) -> tuple[float, ...]:
    """Worth of every hex for the objectives of a battle."""
    facts = battles()[battle]
    found = [0.0] * COUNT
    if "planet_control" in facts.objectives:
        found = _planetward(facts)
    if "breakthrough" in facts.objectives:
        found = [old + through(side, type_, hex_) for hex_, old in enumerate(found)]
    return tuple(found)


def _planetward(battle: Battle) -> list[float]:
    hexes = list(battle.group)
    found = [-PLANETWARD * min(APART[hex_][other] for other in hexes) for hex_ in range(COUNT)]
    for hex_ in hexes:
        found[hex_] = PLANET
    return found


@lru_cache(maxsize=4096)
def through(side: int, type_: str, hex_: int) -> float:
    """Worth of the way that a unit has made towards the enemy's baseline (RA-211, RA-212)."""
    facts = BY_ID[type_]
    left = rows_ahead(side, hex_)
    orders = -(-left // facts.move) + 1
    part = left / facts.move - left // facts.move
    return facts.points * max(0.0, THROUGH - ONWARD * (orders + (part - 1 if part else 0.0)))


def rows_ahead(side: int, hex_: int) -> int:
    """Rows between a hex and the enemy's edge of the field."""
    return ROW[hex_] if side == 0 else ROWS - 1 - ROW[hex_]


def fights_on_planets(type_: str) -> bool:
    """Whether a unit of this type may fight in the turn in which it enters a planet (RA-154)."""
    return BY_ID[type_].symbol == FIGHTER
