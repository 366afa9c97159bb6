"""Forces of fighters for somebody: suggested and ready-made ones, and what the page shows of a draft."""

from __future__ import annotations

from typing import Any

import pytest

from league.kernel.refusal import Unreadable
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.simulation import play_one, simulation_tasks
from missions.battles.systems import registry
from missions.battles.systems.fighters.forces import builder, catalogue, muster
from missions.battles.systems.fighters.forces.builder import BUILDER
from missions.battles.systems.fighters.forces.catalogue import SIDES
from missions.battles.systems.fighters.options import OPTIONS, facts
from missions.battles.systems.fighters.scenarios import scenario, scenarios
from tests.battles.marks import rule

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


# --- the Falcon in a convoy ---------------------------------------------------------------------------

RAID = {"scenario": "convoy_raid", "points": 40}
FALCON = {"side": "empire", "units": [{"craft": "millennium_falcon"}, {"craft": "tie_fighter"}]}


@rule("FH-157")
def test_its_side_chooses_the_freighter_that_the_falcon_replaces_by_a_button() -> None:
    force = FALCON
    for freighter in ("light", "heavy", "light"):
        line, other = BUILDER.page(RAID, 1, force, mustered=False).lines
        assert [note.words for note in line.tags] == [f"Sails in the place of a {freighter} freighter"]
        assert other.tags == other.buttons == ()
        (button,) = line.buttons
        force = BUILDER.changed(RAID, 1, force, button.name, button.value, ())
        assert BUILDER.findings(RAID, 1, force) == []
    assert force["units"] == [
        {"craft": "millennium_falcon", "replaces": "heavy_freighter"},
        *FALCON["units"][1:],
    ]


@rule("FH-157")
@pytest.mark.parametrize(
    "value", ["1 heavy_freighter", "0 tie_fighter", "0", "7 heavy_freighter", "", "x light_freighter"]
)
def test_nothing_else_is_replaced(value: str) -> None:
    with pytest.raises(Unreadable):
        BUILDER.changed(RAID, 1, FALCON, "replaces", value, ())


@rule("FH-157")
def test_in_a_free_battle_the_falcon_replaces_nothing() -> None:
    setup = {"scenario": "free", "points": 40}
    line, _ = BUILDER.page(setup, 1, FALCON, mustered=False).lines
    assert line.tags == line.buttons == ()


# --- the start facing ---------------------------------------------------------------------------------

LINE = {"scenario": "fighter_clash", "points": 40, "deploy": "line"}


@rule("FH-017")
@pytest.mark.parametrize(("towards", "west", "east"), [("", 0, 3), ("NE", 1, 1), ("SW", 4, 4)])
def test_units_that_the_app_sets_up_start_as_their_side_chooses(towards: str, west: int, east: int) -> None:
    forces = []
    for seat in (0, 1):
        force = BUILDER.changed(LINE, seat, BUILDER.empty(LINE, seat), "facing", "W", ())
        force = BUILDER.changed(LINE, seat, force, "facing", towards, ())
        for button, value in (
            ("suggest", "1"),
            ("clear", "1"),
            ("add", "x_wing" if seat == 0 else "tie_fighter"),
        ):
            force = BUILDER.changed(LINE, seat, force, button, value, ())
        (setting,) = BUILDER.page(LINE, seat, force, mustered=False).settings
        assert (setting.chosen, setting.name in BUILDER.buttons) == (towards, True)
        assert towards in dict(setting.options)
        forces.append(force)
    system = registry.system("fighters")
    setup = registry.pack("fighters").setup("fighter_clash", {"points": 40, "deploy": "line"})
    state, _ = system.setup(setup | {"forces": forces}, seeded_dice("facing"))
    assert state.face == [west, east]


@rule("FH-017")
@pytest.mark.parametrize(
    ("setup", "side"),
    [
        (LINE | {"deploy": "choose"}, 0),
        (LINE | {"scenario": "starship_theft"}, 1),
    ],
)
def test_no_facing_is_chosen_for_units_set_up_one_by_one_or_brought_by_the_battle(
    setup: dict[str, Any], side: int
) -> None:
    force = BUILDER.empty(setup, side)
    assert BUILDER.page(setup, side, force, mustered=False).settings == ()
    with pytest.raises(Unreadable, match="chosen from the list"):
        BUILDER.changed(setup, side, force, "facing", "NE", ())


def test_a_facing_that_does_not_exist_is_refused() -> None:
    with pytest.raises(Unreadable, match="chosen from the list"):
        BUILDER.changed(LINE, 0, BUILDER.empty(LINE, 0), "facing", "N", ())


# --- house rules and the size of battles --------------------------------------------------------------


@rule("FH-165")
@pytest.mark.parametrize(
    ("name", "chosen", "given", "listed"),
    [
        ("fighter_clash", True, None, True),
        ("fighter_clash", False, False, False),
        ("free", True, None, True),
        ("convoy_raid", False, None, False),
    ],
)
def test_the_price_of_leaving_is_an_option_of_clashes_that_is_on(
    name: str, chosen: bool, given: bool | None, listed: bool
) -> None:
    setup = registry.pack("fighters").setup(name, {"points": 40, "leaving_concedes": chosen})
    assert setup.get("leaving_concedes") is given
    assert any("leaves the map" in fact.words for fact in facts(setup)) is listed


def test_a_stored_battle_of_version_one_is_not_said_to_have_a_price_for_leaving() -> None:
    setup = registry.pack("fighters").setup("free", {"points": 40}) | {"version": "1"}
    assert not any("leaves the map" in fact.words for fact in facts(setup))


@rule("FH-162")
@pytest.mark.parametrize(("points", "freighters"), [(0, 6), (59, 6), (60, 9), (100, 15)])
def test_ready_made_forces_of_a_raid_grow_with_its_convoy(points: int, freighters: int) -> None:
    """A convoy has three ships more for every full twenty points, and both sides grow with it."""
    options = {"points": points} if points else {}
    setup = catalogue.written("convoy_raid", ("", ""), options)
    plain = catalogue.written("convoy_raid", ("", ""), {})
    state, _ = registry.system("fighters").setup(setup, seeded_dice("raid"))
    assert state.fixed.convoy == freighters
    grown = freighters / 6
    for before, now in zip(plain["forces"], setup["forces"], strict=True):
        assert muster.total(now) == pytest.approx(grown * muster.total(before), rel=0.15)


def test_a_force_that_somebody_wrote_does_not_grow() -> None:
    setup = catalogue.written("convoy_raid", ("2 x-wing", ""), {"points": 100})
    assert [unit["craft"] for unit in setup["forces"][0]["units"]] == ["x_wing"] * 2
    assert len(setup["forces"][1]["units"]) > len(catalogue.written("convoy_raid", ("", ""), {})["forces"][1])


@pytest.mark.parametrize(
    "name", ["convoy_raid", "fighter_clash", "hostages", "outpost_assault", "starship_theft"]
)
def test_either_side_of_a_ready_made_battle_can_win(name: str) -> None:
    """A coarse net under the figures of docs/battles/balance.md: no side wins nearly all battles."""
    setup = catalogue.written(name, ("", ""), {})
    tasks = simulation_tasks(registry.system("fighters"), setup, ("greedy", "greedy"), 12, "net")
    winners = [play_one(task).winner for task in tasks]
    assert min(winners.count(0), winners.count(1)) >= 2
