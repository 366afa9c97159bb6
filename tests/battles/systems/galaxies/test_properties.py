"""Moves and lines of fire agree with slow plain searches, on maps and positions of every kind."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from missions.battles.engine.hexes import STEPS, axial
from missions.battles.systems.galaxies.engine import gunnery, movement
from missions.battles.systems.galaxies.engine.choices import move_of
from missions.battles.systems.galaxies.engine.field import Field, Pose, field_of
from missions.battles.systems.galaxies.engine.odds.moves import meetings
from missions.battles.systems.galaxies.engine.ships import Size
from missions.battles.systems.galaxies.engine.state import State
from tests.battles.systems.galaxies.positions import fleet_card, launch, stand

COLUMNS, ROWS = 9, 8
SHIPS = {
    Size.SMALL: "isn-f54-standard",
    Size.MEDIUM: "isn-barrage-standard",
    Size.LARGE: "isn-everest-standard",
}
ENEMIES = ("wre-chosh-standard", "wre-sobwatet-standard", "wre-vapor-standard")


def any_position(size: Size, seed: int) -> State:
    """A ship with enemies and friends where there is room for them, among asteroids and debris."""
    random = Random(seed)
    spots = [f"{column},{row}" for column in range(COLUMNS) for row in range(ROWS)]
    random.shuffle(spots)
    rocks, debris = " ".join(spots[: seed % 5]), " ".join(spots[5 : 5 + seed % 7])
    state = stand("", size=(COLUMNS, ROWS), asteroid=rocks, debris=debris)
    names = [SHIPS[size], *random.sample([*ENEMIES, "isn-torrent-standard", "wre-tougu-standard"], 3)]
    for name in names:
        card = fleet_card(name)
        if poses := all_poses(state, card.type.size):
            pose = random.choice(poses)
            hexes = pose if card.type.size == Size.MEDIUM else pose[:1]
            launch(state, card, hexes)
    return state


def all_poses(state: State, size: Size) -> list[Pose]:
    """Poses of a size on free hexes."""
    field, found = state.table.battle.field, []
    free = field.free & ~state.taken
    for place in range(field.count):
        tails = [to for to in field.step[place] if to >= 0] if size == Size.MEDIUM else [place]
        for tail in tails:
            under = field.covered(size, (place, tail))
            if under and not under & ~free:
                found.append((place, tail))
    return found


# --- the slow search --------------------------------------------------------------------------------


def apart(field: Field, one: int, other: int) -> int:
    (q, r), (p, s) = axial(field.map.cells[one]), axial(field.map.cells[other])
    return (abs(p - q) + abs(s - r) + abs(p - q + s - r)) // 2


def hexes(field: Field, size: Size, pose: Pose) -> set[int] | None:
    """Hexes of a ship by its footprint; None if one is off the map or an asteroid."""
    places = {field.map.cells[pose[0]], field.map.cells[pose[1]]}
    if size == Size.LARGE:
        places |= {field.map.cells[pose[0]] + to for to in STEPS}
    if not places <= field.number.keys():
        return None
    found = {field.number[place] for place in places}
    return None if any(field.rocks >> hex_ & 1 for hex_ in found) else found


def stepped(field: Field, size: Size, lead: int, pose: Pose, to: int) -> Pose | None:
    """One space of movement, as the digest's pseudocode has it."""
    ahead = field.number.get(field.map.cells[pose[lead]] + to, -1)
    if ahead < 0:
        return None
    if size != Size.MEDIUM:
        after = ahead, ahead
    elif ahead == pose[1 - lead]:
        return None
    else:
        after = (pose[1], ahead) if lead else (ahead, pose[0])
    return after if hexes(field, size, after) else None


def every_walk(state: State, most: int) -> dict[Pose, list[tuple[frozenset[int], int]]]:
    """Every walk of the first ship to a legal end, as the things that it meets and its cost."""
    field, size = state.table.battle.field, state.type_of(0).size
    others = {
        ship: (hexes(field, state.type_of(ship).size, (state.place[ship], state.tail[ship])) or set())
        for ship in range(1, len(state.card))
    }
    enemies = [ship for ship in others if state.side_of(ship) == 1]
    taken = set().union(*others.values()) if others else set()
    start = state.place[0], state.tail[0]
    found: dict[Pose, list[tuple[frozenset[int], int]]] = {}

    def contact(pose: Pose) -> set[int]:
        here = hexes(field, size, pose) or set()
        return {
            enemy
            for enemy in enemies
            if min(apart(field, one, two) for one in here for two in others[enemy]) <= 1
        }

    def go_on(lead: int, pose: Pose, left: int, met: frozenset[int], cost: int) -> None:
        here = hexes(field, size, pose) or set()
        if not here & taken:
            found.setdefault(pose, []).append((met, cost))
        if not left:
            return
        for to in STEPS:
            after = stepped(field, size, lead, pose, to)
            if after is None:
                continue
            fresh = contact(after) - contact(pose)
            new = (hexes(field, size, after) or set()) - here
            stony = any(field.debris >> hex_ & 1 for hex_ in new)
            price = sum((state.type_of(enemy).size + 1) * 4 for enemy in fresh) + 4 * stony
            things = met | fresh | ({-1} if stony else set())
            go_on(lead, after, left - 1, things, cost + price)

    for lead in (0, 1) if size == Size.MEDIUM else (0,):
        go_on(lead, start, most, frozenset(), 0)
    return found


def unbeaten(walks: list[tuple[frozenset[int], int]]) -> set[tuple[frozenset[int], int]]:
    """Walks that no other one beats."""
    return {
        walk
        for walk in walks
        if not any(other != walk and other[0] <= walk[0] and other[1] <= walk[1] for other in walks)
    }


@pytest.mark.rule("BG-060", "BG-062", "BG-065", "BG-066", "BG-067", "BG-080", "BG-082", "BG-141")
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(list(Size)), st.integers(0, 10_000), st.integers(1, 3))
def test_moves_are_all_walks_that_no_other_walk_beats(size: Size, seed: int, most: int):
    state = any_position(size, seed)
    state.faster = most - state.type_of(0).move
    slow = {pose: unbeaten(walks) for pose, walks in every_walk(state, most).items()}
    fast: dict[Pose, set[tuple[frozenset[int], int]]] = {}
    for pose, labels in movement.ends(state, 0).items():
        for _, cost, choice in labels:
            met = meetings(state, 0, choice)
            assert cost == sum(each.damage * each.faces for each in met)
            assert len(move_of(choice)[1]) <= most
            fast.setdefault(pose, set()).add((frozenset(each.enemy for each in met), cost))
    assert fast == slow
    assert len(movement.moves(state, 0)) == sum(len(walks) for walks in fast.values())


@pytest.mark.rule("BG-060")
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(list(Size)), st.integers(0, 10_000))
def test_a_move_at_random_is_one_of_the_moves(size: Size, seed: int):
    state, random = any_position(size, seed), Random(seed).random
    legal = set(movement.moves(state, 0))
    assert {movement.any_move(state, 0, random) for _ in range(20)} <= legal


# --- lines of fire ----------------------------------------------------------------------------------


def rounded(q: float, r: float) -> tuple[int, int]:
    """The hex of a point."""
    s = -q - r
    whole = [round(q), round(r), round(s)]
    off = [abs(whole[0] - q), abs(whole[1] - r), abs(whole[2] - s)]
    if off[0] > off[1] and off[0] > off[2]:
        whole[0] = -whole[1] - whole[2]
    elif off[1] > off[2]:
        whole[1] = -whole[0] - whole[2]
    return whole[0], whole[1]


def clear(field: Field, one: int, other: int) -> bool:
    """Whether one of both nudged lines meets no asteroid."""
    (q, r), (p, s) = axial(field.map.cells[one]), axial(field.map.cells[other])
    far = apart(field, one, other)
    rocks = {axial(field.map.cells[hex_]) for hex_ in range(field.count) if field.rocks >> hex_ & 1}
    for hair in (1e-6, -1e-6):
        start = q + hair, r + 2 * hair
        points = {
            rounded(start[0] + (p - start[0]) * step / far, start[1] + (s - start[1]) * step / far)
            for step in range(1, far)
        }
        if not points & rocks:
            return True
    return False


@pytest.mark.rule("BG-105", "BG-140")
@settings(max_examples=40, deadline=None)
@given(st.sets(st.integers(0, 15 * 11 - 1), min_size=1, max_size=12), st.integers(0, 15 * 11 - 1))
def test_lines_of_fire_are_those_of_both_nudged_lines(rocks: set[int], start: int):
    plain = field_of(15, 11, ())
    field = Field(15, 11, {"asteroid": " ".join(plain.labels[rock] for rock in rocks)})
    seen = field.seen(start)
    for other in range(field.count):
        if other != start:
            assert bool(seen >> other & 1) == clear(field, start, other), (start, other, rocks)


@pytest.mark.rule("BG-104", "BG-105", "BG-005")
@settings(max_examples=40, deadline=None)
@given(st.sampled_from(list(Size)), st.integers(0, 10_000))
def test_targets_have_a_hex_in_range_and_in_sight_of_a_hex_of_the_attacker(size: Size, seed: int):
    state = any_position(size, seed)
    field, reach = state.table.battle.field, gunnery.reach(state, 0, 0)

    def of(ship: int) -> set[int]:
        return hexes(field, state.type_of(ship).size, (state.place[ship], state.tail[ship])) or set()

    slow = [
        enemy
        for enemy in range(1, len(state.card))
        if state.side_of(enemy) == 1
        and any(
            apart(field, one, two) <= reach and clear(field, one, two) for one in of(0) for two in of(enemy)
        )
    ]
    assert gunnery.targets(state, 0, 0) == slow
    for enemy in slow:
        assert gunnery.apart(state, 0, enemy) == min(
            apart(field, one, two) for one in of(0) for two in of(enemy)
        )
