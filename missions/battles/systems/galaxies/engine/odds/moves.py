"""Dice that a move meets along its announced way: debris and countermeasures (BG-080 … BG-091, BG-141)."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from missions.battles.systems.galaxies.engine.choices import move_of
from missions.battles.systems.galaxies.engine.countermeasures import (
    DEBRIS_DAMAGE,
    ECM,
    FACES,
    SUCCEEDS,
    contact_zones,
    needed,
)
from missions.battles.systems.galaxies.engine.field import members
from missions.battles.systems.galaxies.engine.movement import stepped
from missions.battles.systems.galaxies.engine.odds.attacks import Risk
from missions.battles.systems.galaxies.engine.state import State

DEBRIS = -1
"""Stands for debris in place of an enemy."""


class Meeting(NamedTuple):
    """A die that falls along the way: the enemy that rolls it or DEBRIS, its place, its damage and the faces
    that do it. The place is that of the debris, or the hex of the ship's front or middle then.
    """

    enemy: int
    place: int
    damage: int
    faces: int


def meetings(state: State, ship: int, choice: int) -> list[Meeting]:
    """Dice of a move in the order in which they fall, if every enemy rolls and the ship is not destroyed."""
    lead, path = move_of(choice)
    field, type_ = state.table.battle.field, state.type_of(ship)
    zones = [] if state.jammed else contact_zones(state, ship)
    sizes = {enemy: state.type_of(enemy).size for enemy, _ in zones}
    faces, found = FACES + 1 - needed(type_.special), list[Meeting]()
    pose, before = (state.place[ship], state.tail[ship]), state.cover[ship]
    known = {enemy for enemy, zone in zones if zone & before}
    for direction in path:
        pose = stepped(field, type_.size, lead, pose, direction) or pose
        under = field.covered(type_.size, pose)
        for place in islice(members(under & ~before & field.debris), 1):
            found.append(Meeting(DEBRIS, place, DEBRIS_DAMAGE, FACES + 1 - SUCCEEDS))
        now = {enemy for enemy, zone in zones if zone & under}
        for enemy in sorted(now - known, key=lambda enemy: (-sizes[enemy], enemy)):
            found.append(Meeting(enemy, pose[0], ECM[sizes[enemy]], faces))
        known, before = now, under
    return found


def risks(found: list[Meeting]) -> tuple[Risk, ...]:
    """The dice of meetings, as `attacks.run` takes them."""
    return tuple((each.damage, each.faces) for each in found)


def own_dice(found: list[Meeting]) -> list[Meeting]:
    """Dice for debris that the move itself rolls: those before the first enemy may roll."""
    own = []
    for each in found:
        if each.enemy != DEBRIS:
            break
        own.append(each)
    return own
