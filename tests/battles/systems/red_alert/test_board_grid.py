"""The map on the picture has the hexes and the dotted lines of the battlefield."""

import pytest

from missions.battles.board.grid import centre
from missions.battles.systems.red_alert.board.grid import GRID, sector_lines
from missions.battles.systems.red_alert.engine.field import (
    CENTRE,
    HEXES,
    LABELS,
    LEFT,
    MAP,
    RIGHT,
    SECTOR,
)
from tests.battles.systems.red_alert.positions import CW


@pytest.mark.rule("RA-010", "RA-011")
def test_hexes_have_their_names_and_places():
    assert tuple(GRID.at) == LABELS
    assert GRID.at == {
        label: centre(*MAP.offset(place)) for label, place in zip(LABELS, MAP.cells, strict=True)
    }


@pytest.mark.rule("RA-012", "RA-013")
@pytest.mark.parametrize(("number", "before", "behind"), [(0, LEFT, CENTRE), (1, CENTRE, RIGHT)])
def test_the_dotted_lines_part_the_sectors(number: int, before: int, behind: int):
    (x, top), (end, bottom) = sector_lines()[number].points
    assert (x, top, bottom) == (end, 0, GRID.height)
    assert sector_lines()[number].words
    for label, (middle, _) in GRID.at.items():
        hex_ = 1 << HEXES[label]
        sides = [bool(SECTOR[CW][sector] & hex_) for sector in (before, behind)]
        assert all(sides) is (middle == x), label
        assert not any(sides) or sides == [middle <= x, middle >= x], label
