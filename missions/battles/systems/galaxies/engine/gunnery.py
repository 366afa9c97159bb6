"""Attacks: range, line of fire, targets, and the dice (BG-100 … BG-109). Ships fire all around (BG-068)."""

from __future__ import annotations

from missions.battles.systems.galaxies.engine import cards, damage, turn
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.field import ARTIFACT, STATION, listed, members
from missions.battles.systems.galaxies.engine.ships import MISS, RAIDER, STAR, STEADY
from missions.battles.systems.galaxies.engine.state import NOWHERE, Shot, State, Wait
from missions.battles.systems.galaxies.engine.tactics import HIT as AFTER_HIT
from missions.battles.systems.galaxies.engine.tactics import MISSED as AFTER_MISS

PRIMARY = 0
ARTIFACT_RANGE, STATION_RANGE, STEADY_RANGE = 7, 2, 2
"""Further range of primary weapons (BG-144, BG-145, BG-152)."""
RAID = 2
"""Energy for a ship that a raider destroys (BG-153)."""


def bonuses(state: State, ship: int) -> list[tuple[int, str]]:
    """Additions to the range of a ship's primary weapon, each with its rule."""
    tiles, found = state.table.battle.field.tiles, []
    if state.cover[ship] & tiles[ARTIFACT]:
        found.append((ARTIFACT_RANGE, "BG-144"))
    if (station := tiles[STATION]) and station & side_cover(state, state.side_of(ship)):
        found.append((STATION_RANGE, "BG-145"))
    if state.type_of(ship).special == STEADY and not state.moved >> ship & 1:
        found.append((STEADY_RANGE, "BG-152"))
    if state.farther:
        found.append((state.farther, "BG-162"))
    return found


def side_cover(state: State, side: int) -> int:
    """Hexes under all ships of a side."""
    found, cover = 0, state.cover
    for ship in listed(state.fleet[side]):
        found |= cover[ship]
    return found


def reach(state: State, ship: int, weapon: int) -> int:
    """Range of a weapon now (BG-104)."""
    found = state.type_of(ship).weapons[weapon].range
    return found if weapon else found + sum(more for more, _ in bonuses(state, ship))


def apart(state: State, ship: int, other: int) -> int:
    """Distance of two ships: the least between hexes of both (BG-005)."""
    field = state.table.battle.field
    return min(
        field.apart(one, two) for one in members(state.cover[ship]) for two in members(state.cover[other])
    )


def attacks_left(state: State, ship: int, weapon: int) -> int:
    """Attacks that a weapon has in this activation, if its charge can be paid (BG-101, BG-102)."""
    left = state.charged.get((ship, weapon))
    if left is not None:
        return left
    facts = state.type_of(ship).weapons[weapon]
    return facts.attacks if facts.charge <= state.energy[state.side_of(ship)] else 0


def in_fire(state: State, ship: int, weapon: int) -> int:
    """Hexes that a weapon of a ship reaches and sees (BG-104, BG-105)."""
    return state.table.battle.field.fire(state.cover[ship], reach(state, ship, weapon))


def targets(state: State, ship: int, weapon: int) -> list[int]:
    """Enemies that a weapon of a ship may attack now."""
    if not attacks_left(state, ship, weapon):
        return []
    zone, cover = in_fire(state, ship, weapon), state.cover
    return [enemy for enemy in listed(state.fleet[1 - state.side_of(ship)]) if zone & cover[enemy]]


def fire(state: State, ship: int, weapon: int, target: int, course: Course) -> None:
    """Make an attack; charge the weapon before its first one (BG-101, BG-103)."""
    key = ship, weapon
    left = state.charged.get(key)
    if left is None:
        facts = state.type_of(ship).weapons[weapon]
        left = facts.attacks
        if facts.charge:
            state.energy[state.side] -= facts.charge
            course.tell("charges", ship, weapon, facts.charge, state.energy[state.side])
    state.charged[key] = left - 1
    state.firing = True
    course.tell("fires", ship, weapon, target)
    roll(state, Shot(ship, weapon, target), course)


def roll(state: State, shot: Shot, course: Course) -> None:
    """Roll the coordinate dice and read the target's grid (BG-106, BG-107)."""
    letter, number = course.letter(), course.number()
    cell = state.type_of(shot.target).cell(letter, number)
    bare = not state.shields[shot.target]
    course.tell("rolls", shot.ship, shot.weapon, shot.target, letter, number, cell, course.seat, bare)
    side = state.side_of(shot.ship)
    if cell == MISS:
        if not shot.again and cards.may_answer(state, side, AFTER_MISS):
            _ask(state, shot, letter, number, Wait.MISSED, side)
    elif cards.may_answer(state, 1 - side, AFTER_HIT):
        _ask(state, shot, letter, number, Wait.HIT, 1 - side)
    else:
        strike(state, shot, cell, course)


def _ask(state: State, shot: Shot, letter: int, number: int, wait: Wait, side: int) -> None:
    shot.letter, shot.number = letter, number
    state.shot, state.wait, state.waiting = shot, wait, side


def strike(state: State, shot: Shot, cell: int, course: Course) -> None:
    """Let a hit do its damage; a star with shields down destroys the ship (BG-107, BG-108, BG-153)."""
    ship, target = shot.ship, shot.target
    if cell == STAR and not state.shields[target]:
        damage.destroy(state, target, course)
    else:
        damage.take(state, target, state.type_of(ship).weapons[shot.weapon].strength, course)
    if state.outcome is None and state.place[target] == NOWHERE and state.type_of(ship).special == RAIDER:
        side = state.side_of(ship)
        before = state.energy[side]
        course.tell("raids", side, turn.gain(state, side, RAID) - before, state.energy[side])


def go_on(state: State, course: Course) -> None:
    """Let the attack that lies there take effect, since nobody answers it any more."""
    shot = state.shot
    assert shot is not None
    state.shot, state.wait = None, None
    cell = state.type_of(shot.target).cell(shot.letter, shot.number)
    if cell != MISS:
        strike(state, shot, cell, course)


def again(state: State, course: Course) -> None:
    """Roll the attack that lies there once again; the new result stands."""
    shot = state.shot
    assert shot is not None
    state.shot, state.wait = None, None
    roll(state, Shot(shot.ship, shot.weapon, shot.target, again=True), course)


def dodge(state: State) -> None:
    """Count the hit that lies there as a miss."""
    state.shot, state.wait = None, None
