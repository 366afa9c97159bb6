"""A shared squadron in words and as a picture."""

from __future__ import annotations

from datetime import date

import pytest

from league.painting import Box, Shape, Words
from rosters.presenters.shared import HEIGHT, PANEL, WIDTH, SharedView, cut, picture_of
from rosters.rules.state import FleetState, ShipState, SquadronState, UpgradeState

LUKE, ROOKIE, CR90 = "rebel-xwing-lukeskywalker", "rebel-xwing-rookiepilot", "rebel-cr90corvette"


def a_view(*ships: ShipState, upgrades: tuple[UpgradeState, ...] = (), name: str = "Red Wing") -> SharedView:
    fleet = FleetState(
        0,
        0,
        name,
        "rebel",
        "hearts",
        ships={each.id: each for each in ships},
        upgrades={each.id: each for each in upgrades},
        squadrons={4: SquadronState(4, "standard")},
    )
    return SharedView(fleet, 4, date(2026, 5, 3))


def told(view: SharedView) -> list[str]:
    return [each.text for each in picture_of(view).items if isinstance(each, Words)]


def test_the_squadron_as_text():
    view = a_view(
        ShipState(1, LUKE, 4, rank="ELITE", given_name="Red Five"),
        ShipState(2, ROOKIE, 4, mia=True),
        upgrades=(UpgradeState(9, "r2d2", 1), UpgradeState(8, "engineupgrade", 1, mia=True)),
    )
    assert view.text.splitlines() == [
        "Squadron 4 of Red Wing",
        "Rebel, STANDARD, 32 squad points, 1 ship",
        "32  “Red Five”, Luke Skywalker (X-wing) + R2-D2 [ELITE]",
        "21  Rookie Pilot (X-wing) [MIA]",
    ]
    assert view.description == "Rebel, STANDARD, 32 squad points, 1 ship: “Red Five”, Luke Skywalker."


def test_the_picture_tells_ships_figures_and_the_day():
    view = a_view(ShipState(1, LUKE, 4), upgrades=(UpgradeState(9, "r2d2", 1),))
    assert told(view) == [
        "Squadron 4 of Red Wing",
        "Rebel, STANDARD, 32 squad points, 1 ship",
        "32",
        "Luke Skywalker",
        *("8", "3", "2", "3", "2"),
        "X-wing",
        "R2-D2",
        "As of 3 May 2026",
        *("skill", "attack", "agility", "hull", "shields"),
        "Admiralty",
    ]
    assert [each.ship for each in picture_of(view).items if isinstance(each, Shape)] == ["xwing"]


@pytest.mark.parametrize("number", [0, 1, 4, 5, 8, 9, 10, 11, 15, 16, 40])
def test_everything_stays_inside_the_picture(number):
    ships = [ShipState(each, CR90 if each % 3 else LUKE, 4) for each in range(1, number + 1)]
    upgrades = [UpgradeState(100 + each.id, "heavylasercannon", each.id) for each in ships]
    items = picture_of(a_view(*ships, upgrades=tuple(upgrades), name="W" * 60)).items
    boxes = [each for each in items if isinstance(each, Box) and each.fill == PANEL]
    assert all(
        box.x >= 0 and box.x + box.width <= WIDTH and box.y + box.height <= HEIGHT - 45 for box in boxes
    )
    for inside in items:
        if isinstance(inside, Shape):
            assert any(
                box.x <= inside.x and inside.x + inside.size <= box.x + box.width
                and box.y <= inside.y and inside.y + inside.size <= box.y + box.height
                for box in boxes
            )  # fmt: skip
    lines = [each for each in items if isinstance(each, Words)]
    assert all(0 < line.x <= WIDTH and 0 < line.y < HEIGHT for line in lines)
    assert sum(isinstance(each, Shape) for each in items) == min(number, 15)
    assert any(f", and {number - 15} more ship" in line.text for line in lines) == (number > 15)


@pytest.mark.parametrize("number", [1, 2, 4, 8, 12, 15])
def test_no_figure_and_no_upgrade_of_three_is_cut(number):
    ships = [ShipState(each, LUKE, 4, rank="ELITE", given_name="Red Five") for each in range(1, number + 1)]
    cards = ("r2d2", "engineupgrade", "protontorpedoes")
    upgrades = [
        UpgradeState(100 * each.id + place, card, each.id)
        for each in ships
        for place, card in enumerate(cards)
    ]
    words = [
        each for each in picture_of(a_view(*ships, upgrades=tuple(upgrades))).items if isinstance(each, Words)
    ]
    assert not any(each.text.endswith(("…", "more")) for each in words)
    assert [each.text for each in words].count("11") == number
    assert " ".join(each.text for each in words).count("Proton Torpedoes") == number
    assert min(each.size for each in words) >= 12


def test_upgrades_that_do_not_fit_are_counted():
    ships = [ShipState(each, LUKE, 4) for each in range(1, 16)]
    upgrades = [
        UpgradeState(100 * each.id + place, "heavylasercannon", each.id)
        for each in ships
        for place in range(8)
    ]
    last = [text for text in told(a_view(*ships, upgrades=tuple(upgrades))) if text.endswith(" more")]
    assert len(last) == 15


def test_a_long_line_is_cut():
    assert (cut("Luke", 4), cut("Luke Skywalker", 6)) == ("Luke", "Luke…")
