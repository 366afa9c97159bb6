"""Forces of fighters for somebody: suggested and ready-made ones, and what the page shows of a draft."""

from __future__ import annotations

import pytest

from missions.battles.systems.fighters.forces import builder, muster
from missions.battles.systems.fighters.forces.builder import BUILDER
from missions.battles.systems.fighters.forces.catalogue import SIDES
from missions.battles.systems.fighters.options import OPTIONS
from missions.battles.systems.fighters.scenarios import scenario, scenarios

LEAST = next(option.least for option in OPTIONS if option.name == "points")


def test_suggested_forces_meet_on_even_terms() -> None:
    clash = scenario("fighter_clash")
    spent = {
        points: [muster.total(builder.suggested(clash, 1, side, points)) for side in SIDES]
        for points in (40, 60, 75, 100)
    }
    assert all(points - each <= 2 for points, totals in spent.items() for each in totals), spent


@pytest.mark.parametrize("points", [55, 90, 150])
@pytest.mark.parametrize("name", sorted(scenarios()))
def test_a_suggested_force_is_legal_in_every_battle(name: str, points: int) -> None:
    battle, setup = scenario(name), {"scenario": name, "points": points}
    for seat in (0, 1):
        if not builder.is_printed(name, seat):
            force = builder.suggested(battle, seat, builder.side_of(battle, seat), points)
            assert BUILDER.findings(setup, seat, force) == []
            assert muster.total(force) >= 0.8 * builder.points_of(setup)


@pytest.mark.parametrize("name", sorted(scenarios()))
def test_the_ready_made_forces_are_legal_in_their_battle(name: str) -> None:
    setup = {"scenario": name, "points": builder.ready_points(name)}
    assert setup["points"] >= LEAST
    for seat in (0, 1):
        assert BUILDER.findings(setup, seat, builder.ready_made(name, seat)) == []
        assert not any("ref" in unit for unit in builder.ready_made(name, seat)["units"])


@pytest.mark.parametrize("name", sorted(scenarios()))
def test_the_page_offers_what_a_press_of_its_buttons_then_buys(name: str) -> None:
    setup = {"scenario": name, "points": 100}
    for side in (0, 1):
        force = BUILDER.empty(setup, side)
        page = BUILDER.page(setup, side, force, mustered=False)
        for offer in (offer for group in page.groups for offer in group.offers):
            bought = BUILDER.changed(setup, side, force, offer.add.name, offer.add.value, ())
            (line,) = BUILDER.page(setup, side, bought, mustered=False).lines
            assert (line.name, line.points) == (offer.name, offer.cost)
            assert {line.remove.name} <= set(BUILDER.buttons)
        assert page.lines == () and bool(page.fixed) is builder.is_printed(name, side)
