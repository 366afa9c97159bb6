"""The battlefield: hexes, sectors, ways home, lines of sight."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from missions.battles.systems.red_alert.engine.field import (
    APART,
    AROUND,
    BASELINE,
    CENTRE,
    CLEARED,
    COUNT,
    FARTHEST,
    HALVES,
    HEXES,
    HOMEWARD,
    LABELS,
    LEFT,
    NEXT_TO,
    RIGHT,
    SECTOR,
    WITHIN,
    hex_set,
    line,
    members,
    sees,
    spread,
)
from tests.battles.systems.red_alert.positions import CF, CW

hexes = st.integers(0, COUNT - 1)


def named(text: str) -> int:
    """The set of hexes with these names."""
    return hex_set(HEXES[label] for label in text.split())


def labels(found: int) -> str:
    return " ".join(LABELS[hex_] for hex_ in members(found))


def clear(start: str, end: str, obstructions: str = "") -> bool:
    return sees(HEXES[start], HEXES[end], named(obstructions))


@pytest.mark.rule("RA-010", "RA-011")
def test_the_field_has_138_hexes_in_rows_of_13_and_12():
    """RX-013."""
    widths = [sum(label[0] == row for label in LABELS) for row in "ABCDEFGHIJK"]
    assert (COUNT, widths) == (138, [13, 12] * 5 + [13])
    assert HALVES.bit_count() == 10
    assert (LABELS[0], LABELS[-1]) == ("A1", "K13")


@pytest.mark.rule("RA-012", "RA-013")
def test_sectors_share_the_hexes_on_the_dotted_lines():
    """RX-013."""
    assert [sector.bit_count() for sector in SECTOR[CW]] == [50, 50, 50]
    assert [sector.bit_count() for sector in CLEARED] == [44, 50, 44]
    assert labels(SECTOR[CW][LEFT] & SECTOR[CW][CENTRE]) == "A5 C5 E5 G5 I5 K5"
    assert labels(SECTOR[CW][RIGHT] & SECTOR[CW][CENTRE]) == "A9 C9 E9 G9 I9 K9"
    assert SECTOR[CW][LEFT] & SECTOR[CW][RIGHT] == 0


@pytest.mark.rule("RA-014")
def test_the_top_player_sees_left_and_right_from_the_other_end():
    """RX-007: C11 is in the left wing of the player at the top."""
    assert SECTOR[CF][LEFT] & named("C11") and not SECTOR[CW][LEFT] & named("C11")
    assert SECTOR[CF][CENTRE] == SECTOR[CW][CENTRE]


@pytest.mark.rule("RA-015")
def test_each_side_has_the_row_at_its_edge():
    assert labels(BASELINE[CW]).split() == [f"K{number}" for number in range(1, 14)]
    assert labels(BASELINE[CF]).split() == [f"A{number}" for number in range(1, 14)]


@pytest.mark.rule("RA-016")
@given(hexes, hexes)
def test_a_distance_is_the_number_of_steps(start: int, end: int):
    assert APART[start][end] == APART[end][start]
    assert (APART[start][end] == 1) == (end in NEXT_TO[start]) == bool(AROUND[start] >> end & 1)
    nearer = [APART[step][end] for step in NEXT_TO[start]]
    assert start == end or min(nearer) == APART[start][end] - 1


@given(hexes, st.integers(0, FARTHEST))
def test_the_hexes_within_a_range_are_those_that_near(start: int, far: int):
    assert set(members(WITHIN[far][start])) == {
        each for each in range(COUNT) if 0 < APART[start][each] <= far
    }


@pytest.mark.rule("RA-112")
@pytest.mark.parametrize(
    ("side", "start", "ways"),
    [
        (CF, "F6", "E6 E7"),  # RX-069
        (CW, "E1", "F1"),  # RX-070: the half hex beside it may not be entered
        (CW, "F1", "G1 G2"),
        (CW, "K6", ""),
        (CF, "A6", ""),
    ],
)
def test_the_way_home_is_a_row_nearer_to_the_baseline(side: int, start: str, ways: str):
    assert " ".join(LABELS[each] for each in sorted(HOMEWARD[side][HEXES[start]])) == ways


@pytest.mark.rule("RA-090", "RA-091", "RA-092", "RA-093", "RA-094")
@pytest.mark.parametrize(
    ("start", "end", "obstructions", "open_"),
    [
        ("E7", "C7", "D6", True),  # RX-031
        ("E7", "C7", "D6 D7", False),
        ("E7", "C6", "D6", False),
        ("E7", "A6", "C7", False),  # RX-033
        ("E7", "A6", "C6", False),
        ("E7", "A6", "D7", True),
        ("E7", "A7", "D6 B7", False),  # RX-034
        ("E7", "A7", "D6 B6", True),
        ("E7", "A7", "C7", False),
        ("A1", "C1", "B1", False),  # RX-035: a half hex closes the other side
        ("A1", "C1", "", True),
        ("E1", "A1", "D1", False),  # RX-037
        ("E1", "A1", "D2", True),
        ("E7", "C7", "E7 C7", True),  # the two ends never block
    ],
)
def test_a_line_is_cut_by_what_it_passes_through_and_by_both_of_its_sides(
    start: str, end: str, obstructions: str, open_: bool
):
    assert clear(start, end, obstructions) is open_
    assert clear(end, start, obstructions) is open_


@given(hexes, hexes, st.integers(0, (1 << COUNT) - 1))
def test_sight_is_the_same_from_both_ends_and_obstructions_only_take_it_away(
    start: int, end: int, blocked: int
):
    if not 0 < APART[start][end] <= FARTHEST:
        return
    assert sees(start, end, blocked) == sees(end, start, blocked)
    assert sees(start, end, 0) >= sees(start, end, blocked)
    through, left, right = line(start, end)
    assert not (through & left or through & right or left & right)
    assert not (through | left | right) & (1 << start | 1 << end)


@given(st.sets(st.integers(0, COUNT - 1), max_size=30))
def test_the_neighbours_of_a_set_are_those_of_its_hexes(hexes: set[int]):
    beside = {other for hex_ in hexes for other in NEXT_TO[hex_]}
    assert set(members(spread(hex_set(hexes)))) == beside
