"""A force on the page of its game: a big one folds its squadrons."""

import pytest
from django.template.loader import render_to_string

from league.addresses import game_address
from missions.presenters.game.page import FleetBadge
from missions.presenters.print.play_sheet import ForceSheet, SheetShip, SheetSquadron

SHIP = SheetShip("Academy Pilot", "TIE Fighter", "", (), "1", 12, range(0), False, (), ())
BADGE = FleetBadge(
    "active", "Active", 1, "Iron Fist", "imperial", "hearts", "Rita", "", game_address(1, 2), True, True
)


def drawn(*sizes: int) -> str:
    """The force with squadrons of these many ships."""
    squadrons = tuple(
        SheetSquadron(card, "standard", "Standard", 12 * size, (SHIP,) * size)
        for card, size in enumerate(sizes, 2)
    )
    force = ForceSheet("active", "Active Fleet", "Iron Fist", "♥", 12 * sum(sizes), squadrons)
    return render_to_string("missions/game/force.html", {"fleet": BADGE, "force": force})


@pytest.mark.parametrize(
    ("sizes", "open_ones", "closed"), [((5, 5), 0, 0), ((6, 5), 1, 1), ((4, 4, 4), 1, 2)]
)
def test_a_force_of_many_ships_opens_with_its_first_squadron(sizes, open_ones, closed):
    page = drawn(*sizes)
    assert (page.count("<details open>"), page.count("<details data-open-wide>")) == (open_ones, closed)
    assert page.count("Academy Pilot") == sum(sizes)
    assert (f"<span>{sizes[-1]} ships</span>" in page) == bool(closed)
