"""A replay shows each moment as it was, to whom it may, and leads on; and the picture's geometry."""

import re

import pytest

from missions.battles.board.grid import HALF, SIDE, centre, grid, outline, ring
from missions.battles.engine.hexes import DISTANCE, board
from missions.battles.engine.moments import turns
from missions.battles.presenters.replay import replay_page
from tests.battles.presenters.board.test_board import Foggy
from tests.battles.presenters.boards import SYSTEM, battle, length, replay_inputs


def test_the_first_moment_leads_on_and_the_last_one_back():
    total = length("six")
    start, end = replay_page(replay_inputs("six", 0)), replay_page(replay_inputs("six", total))
    assert (start.start.address, start.back.address) == ("", "")
    assert (start.next.address, start.end.address) == ("?at=1", f"?at={total}")
    assert (end.start.address, end.back.address) == ("?at=0", f"?at={total - 1}")
    assert (end.next.address, end.end.address) == ("", "")
    assert start.ending is None
    assert end.ending.reason == battle("six").state.outcome.reason


def test_turns_are_linked_and_the_one_that_is_watched_is_marked():
    begun = turns(battle("six"))
    at = begun[2][1] + 1
    shown = replay_page(replay_inputs("six", at, seat=1))
    assert [step.address for step in shown.turns] == [f"?at={start}&seat=1" for _, start in begun]
    assert [step.name for step in shown.turns if step.now] == ["3"]
    assert shown.turn == "Turn 3 of 12"


def test_only_views_that_the_reader_may_have_are_offered():
    every = replay_page(replay_inputs("six", 5))
    assert [(step.name, step.now) for step in every.seats] == [
        ("Everybody’s", True),
        ("Anna (west)", False),
        ("Bela (east)", False),
    ]
    assert replay_page(replay_inputs("six", 5, seat=0, seats=(0,))).seats == ()


def test_a_moment_tells_what_its_order_did_and_nothing_that_comes_later():
    at = length("six") // 2
    shown = replay_page(replay_inputs("six", at))
    events = battle("six", at).events[-1]
    assert shown.happened == tuple(each.text for each in SYSTEM.narrate(battle("six", at).state, events))
    later = replay_inputs("six", at, sentences=replay_inputs("six", length("six")).sentences)
    assert replay_page(later).log == shown.log


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_the_position_is_that_of_the_moment_and_nothing_on_it_leads_anywhere(share: float):
    at = int(length("convoy") * share)
    shown = replay_page(replay_inputs("convoy", at))
    placed = [place for place in battle("convoy", at).state.pos if place >= 0]
    assert shown.svg.count('<g class="u ') == len(placed)
    assert "<a " not in shown.svg
    assert "?unit=" not in "".join(side.units for side in shown.sides)


def test_a_seat_sees_in_the_replay_what_it_saw():
    name = battle("six").state.fixed.units[7].title
    for seat, known in ((0, False), (1, True)):
        inputs = replay_inputs("six", 3, seat=seat, system=Foggy(), sentences=[], events=())
        assert (name in repr(replay_page(inputs))) is known


# --- geometry -----------------------------------------------------------------------------------------


def corners(path: str) -> list[tuple[int, int]]:
    """The corners of a closed path of relative steps."""
    x, y = map(int, re.match(r"M(-?\d+) (-?\d+)", path).groups())
    found = [(x, y)]
    for across, dx, dy in re.findall(r"(v)?(?:l)?(-?\d+)(?: (-?\d+))?", path[path.index("l") :]):
        x, y = (x, y + int(dx)) if across else (x + int(dx), y + int(dy))
        found.append((x, y))
    return found


@pytest.mark.parametrize(("columns", "rows"), [(24, 18), (9, 7), (5, 1), (1, 4)])
@pytest.mark.parametrize("ragged", [False, True])
def test_the_edge_of_the_map_is_closed_and_as_large_as_the_map(columns: int, rows: int, ragged: bool):
    found = grid(columns + ragged, rows, ragged)
    edge = corners(outline(found.at.values()))
    assert edge[0] == edge[-1]
    xs, ys = {x for x, _ in edge}, {y for _, y in edge}
    assert (min(xs), min(ys)) == (0, 0)
    assert (max(xs), max(ys)) == (found.width, found.height)


def test_an_outline_goes_around_each_hex_of_a_set_and_around_holes():
    at = grid(6, 5).at
    ring_ = ["0202", "0302", "0203", "0403", "0204", "0304"]
    for hexes, borders in ((["0303"], 6), (["0303", "0403"], 10), (["0101", "0605"], 12), (ring_, 24)):
        drawn = outline(at[place] for place in hexes)
        assert sum(drawn.count(step) for step in ("l", "v")) == borders, hexes
    assert outline(at[place] for place in ring_).count("M") == 2


def test_the_names_of_hexes_are_those_of_their_rows_and_columns():
    plain, lettered = grid(24, 18), grid(13, 11, True, True)
    assert plain.at["0713"] == centre(6, 12) and len(plain.at) == 24 * 18
    assert (len(lettered.lines[0].ids), len(lettered.lines[1].ids), len(lettered.at)) == (13, 12, 138)
    assert (lettered.lines[1].ids[0], lettered.lines[10].ids[-1]) == ("B1", "K13")
    assert lettered.at["B1"][0] == 2 * HALF and lettered.at["K13"][0] == lettered.at["A13"][0]


@pytest.mark.parametrize("distance", [0, 1, 3, 9])
def test_a_ring_runs_once_around_all_hexes_up_to_its_distance(distance: int):
    found = corners(ring(distance))
    assert found[0] == found[-1]
    assert len(found) - 1 == len(set(found)) == 6 * (2 * distance + 1)


def test_rings_part_near_from_far_as_the_rules_count():
    map_ = board(24, 18)
    middle = map_.at(12, 8)
    x0, y0 = centre(12, 8)
    edge = corners(ring(3))
    for place in map_.cells:
        x, y = centre(*map_.offset(place))
        assert inside(edge, x - x0, y - y0) is (DISTANCE[place - middle] <= 3)


def inside(polygon: list[tuple[int, int]], x: float, y: float) -> bool:
    """Whether a point lies in a polygon, by counting the sides to its right."""
    hit = False
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:], strict=False):
        if (y1 > y + 0.1) != (y2 > y + 0.1) and x < (x2 - x1) * (y + 0.1 - y1) / (y2 - y1) + x1:
            hit = not hit
    return hit


def test_labels_lead_to_the_middle_of_their_hexes():
    map_, drawn = board(24, 18), grid(24, 18)
    assert {label: centre(*map_.offset(place)) for label, place in map_.places.items()} == drawn.at
    assert drawn.at["0101"] == (HALF, SIDE)
