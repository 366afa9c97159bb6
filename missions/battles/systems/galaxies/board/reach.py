"""Fire of a ship on the map: hexes in reach, lines of fire, and enemies within range (BG-104, BG-105)."""

from __future__ import annotations

from collections.abc import Iterator

from missions.battles.board.scene import Offer, Reach, Sightline, Zone
from missions.battles.engine.contract import View
from missions.battles.engine.hexes import bit, sampled
from missions.battles.systems.galaxies.board.desk import Desk
from missions.battles.systems.galaxies.board.facts import names, ship_of, type_of
from missions.battles.systems.galaxies.engine import gunnery
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of, move_of, pose_of
from missions.battles.systems.galaxies.engine.field import Field, members
from missions.battles.systems.galaxies.engine.known import Known
from missions.battles.systems.galaxies.engine.state import NOWHERE
from missions.battles.systems.galaxies.engine.telling.words import counted

WELL, BADLY, NOT = 2, 1, 0
"""Grades of zones: of the primary weapon, of the secondary one, hidden by asteroids."""


def reach(view: View, unit: int, chosen: Offer | None) -> Reach | None:
    """Hexes that the weapons of a ship reach, and lines of fire to enemies, from the end of the chosen order
    or else from its place.
    """
    desk = Desk(view, unit)
    known = _after(desk, chosen)
    if known.place[unit] == NOWHERE:
        return None
    far = max(gunnery.reach(known, unit, weapon) for weapon in _weapons(desk))
    return Reach(
        desk.field.labels[known.place[unit]],
        lines=tuple(_lines(desk, known, far)),
        zones=tuple(_zones(desk, known, far)),
    )


def _weapons(desk: Desk) -> range:
    return range(len(type_of(desk.ship).weapons))


def _after(desk: Desk, chosen: Offer | None) -> Known:
    """The position after the chosen order, if it puts the ship anywhere."""
    known, unit = desk.known, desk.unit
    if desk.ship["side"] != desk.view["active"]:
        known.farther = 0
    if chosen is None or not chosen.end:
        return known
    kind = kind_of(chosen.choice)
    pose = desk.way(chosen.choice)[-1] if kind is Kind.MOVE else pose_of(chosen.choice)
    if kind is Kind.LAUNCH:
        return known
    if kind is Kind.WARP or move_of(chosen.choice)[1]:
        known.moved |= 1 << unit
    known.put(unit, *pose, desk.field.covered(type_of(desk.ship).size, pose))
    return known


def _zones(desk: Desk, known: Known, far: int) -> Iterator[Zone]:
    unit, field, cover = desk.unit, desk.field, known.cover[desk.unit]
    seen = 0
    for weapon in _weapons(desk):
        reached = gunnery.in_fire(known, unit, weapon) & ~cover
        seen |= reached
        facts = type_of(desk.ship).weapons[weapon]
        words = f"{facts.name}, range {gunnery.reach(known, unit, weapon)}"
        yield Zone(names(field, members(reached)), BADLY if weapon else WELL, words)
    within = 0
    for place in members(cover):
        within |= field.within(place, far)
    if hidden := within & ~seen & ~cover & ~field.rocks:
        yield Zone(names(field, members(hidden)), NOT, "hidden by asteroids")


def _lines(desk: Desk, known: Known, far: int) -> Iterator[Sightline]:
    unit = desk.unit
    for enemy in members(known.fleet[1 - known.side_of(unit)]):
        if gunnery.apart(known, unit, enemy) <= far:
            yield sightline(desk.field, *nearest(known, unit, enemy))


def nearest(known: Known, ship: int, other: int) -> tuple[int, int]:
    """The nearest hexes of two ships, those with a clear line first."""
    field = known.table.battle.field
    pairs = [(one, two) for one in members(known.cover[ship]) for two in members(known.cover[other])]
    return min(pairs, key=lambda pair: (not field.seen(pair[0]) >> pair[1] & 1, field.apart(*pair), pair))


def sightline(field: Field, start: int, end: int) -> Sightline:
    """A line of fire, and the asteroids along it if it is blocked (BG-105)."""
    clear = bool(field.seen(start) >> end & 1)
    cut_by = () if clear else names(field, _rocks(field, start, end))
    return Sightline(field.labels[end], clear, cut_by, field.labels[start])


def _rocks(field: Field, start: int, end: int) -> Iterator[int]:
    """Asteroids along a line."""
    cells, along = field.map.cells, 0
    for hexes in sampled(cells[end] - cells[start]):
        along |= hexes
    return (rock for rock in members(field.rocks) if along & bit(cells[rock] - cells[start]))


def sights(view: View, unit: int, chosen: Offer) -> list[str]:
    """Enemies that a ship could fire at from the end of a move, the nearest first."""
    if not chosen.end or view["phase"] != "action":
        return []
    desk = Desk(view, unit)
    known = _after(desk, chosen)
    found = set[int]()
    for weapon in _weapons(desk):
        zone = gunnery.in_fire(known, unit, weapon)
        found.update(
            enemy for enemy in members(known.fleet[1 - known.side_of(unit)]) if zone & known.cover[enemy]
        )
    near = sorted((gunnery.apart(known, unit, enemy), enemy) for enemy in found)
    return [f"{ship_of(view, enemy)['label']} ({counted(far, 'hex', 'hexes')})" for far, enemy in near]
