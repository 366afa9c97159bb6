"""Walks and footprints: one path for each end and exposure, distances between shapes."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from missions.battles.engine.footprints import FLOWER, ONE, covered, gap, in_sight
from missions.battles.engine.hexes import DISTANCE, STEPS, Board, board, place_set
from missions.battles.engine.walks import Step, Walk, pack, unpack, walks

MAP = board(9, 7)
START = Board.at(4, 3)


def beside(place: int, places: tuple[int, ...]) -> int:
    """Bits of those that a place touches or stands on."""
    return sum(1 << number for number, other in enumerate(places) if DISTANCE[other - place] <= 1)


def open_steps(enemies: tuple[int, ...], walls: frozenset[int] = frozenset()):
    """Steps over a map on which each new contact with an enemy costs a roll (BG-080 … BG-085)."""

    def steps(place: int) -> Iterator[Step[int]]:
        before = beside(place, enemies)
        for direction, step in enumerate(STEPS):
            end = place + step
            if MAP.inside[end] and end not in walls:
                fresh = beside(end, enemies) & ~before
                yield Step(direction, end, fresh, fresh.bit_count())

    return steps


def all_walks(most: int, steps) -> list[Walk[int]]:
    """All paths, by brute force."""
    found = [Walk(1, START, 0, 0)]
    border = found[:]
    for _ in range(most):
        border = [
            Walk(path << 3 | direction, end, met | more, cost + price)
            for path, pose, met, cost in border
            for direction, end, more, price in steps(pose)
        ]
        found += border
    return found


def test_without_anything_to_meet_there_is_one_walk_to_each_hex():
    found = walks(START, 3, open_steps(()))
    assert len({walk.pose for walk in found}) == len(found) == 37
    assert all(len(unpack(walk.path)) == DISTANCE[walk.pose - START] for walk in found)


def test_a_way_round_is_kept_and_the_exposed_one_left_out():
    enemy = (Board.at(6, 3),)
    end = Board.at(4, 1)
    found = [walk for walk in walks(START, 4, open_steps(enemy)) if walk.pose == end]
    assert [(walk.met, walk.cost) for walk in found] == [(0, 0)]


def test_two_ways_are_both_kept_if_each_meets_another_enemy():
    enemies = Board.at(5, 1), Board.at(3, 5)
    walls = frozenset(covered(START, STEPS[2:4])) | {START + STEPS[0], START + STEPS[5]}
    ends = walks(START, 6, open_steps(enemies, walls))
    assert {walk.met for walk in ends} > {1, 2}


@given(
    st.lists(st.sampled_from(MAP.cells), max_size=3, unique=True).map(tuple),
    st.frozensets(st.sampled_from([cell for cell in MAP.cells if cell != START]), max_size=8),
)
def test_every_path_is_beaten_by_a_walk_that_is_listed(enemies: tuple[int, ...], walls: frozenset[int]):
    steps = open_steps(enemies, walls)
    listed, every = walks(START, 4, steps), all_walks(4, steps)
    assert {tuple(walk) for walk in listed} <= {tuple(walk) for walk in every}
    for walk in every:
        same = [one for one in listed if one.pose == walk.pose]
        assert any(not one.met & ~walk.met and one.cost <= walk.cost for one in same)
    for one, other in product(listed, repeat=2):
        if one is not other and one.pose == other.pose:
            assert one.met & ~other.met or one.cost > other.cost


@given(st.lists(st.integers(0, 5), max_size=9))
def test_a_path_is_packed_and_unpacked(directions: list[int]):
    assert list(unpack(pack(directions))) == directions


def test_large_units_are_as_far_apart_as_their_nearest_hexes():
    one, other = covered(Board.at(1, 3), FLOWER), covered(Board.at(6, 3), ONE)
    assert (len(one), gap(one, other), gap(one, one)) == (7, 4, 0)


@pytest.mark.parametrize(
    ("reach", "walls", "seen"), [(4, (), True), (3, (), False), (4, ((3, 3),), False), (5, ((3, 3),), True)]
)
def test_large_units_see_each_other_by_any_pair_of_hexes(reach: int, walls, seen: bool):
    one, other = covered(Board.at(1, 3), FLOWER), (Board.at(6, 3),)
    blocked = place_set(Board.at(*wall) for wall in walls)
    assert in_sight(one, other, reach, blocked) is seen
