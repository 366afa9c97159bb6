"""Attacks: range, line of fire, dice, and what hits do (BG-100 … BG-109, BG-144, BG-145, BG-152, BG-153)."""

from __future__ import annotations

import pytest

from missions.battles.engine.contract import OVER, Event
from missions.battles.systems.galaxies.engine import activation, gunnery
from missions.battles.systems.galaxies.engine.choices import (
    Kind,
    fire_at,
    kind_of,
    move_along,
    packed,
    warp_to,
)
from missions.battles.systems.galaxies.engine.ships import CARDS, CELLS, LETTERS, STAR
from missions.battles.systems.galaxies.engine.state import NOWHERE, State
from tests.battles.systems.galaxies.positions import WRETCH, act, place, stand
from tests.battles.systems.galaxies.test_countermeasures import announced

PRIMARY, SECOND = 0, 1
FAR = "isn-hawks-standard 22,13 23,13 22,14"
BARRAGE = f"isn-barrage-standard 5,5 4,5 | {FAR}"
TARGET = 0


def fired(state: State, ship: int, target: int, cells: str, weapon: int = PRIMARY) -> list[Event]:
    """Activate the card of a ship, if it is not active yet, and attack once for each cell: "E5 A1"."""
    if state.active == NOWHERE:
        act(state, (ship, packed(Kind.ACTIVATE)))
    events = []
    for cell in cells.split():
        choice = fire_at(weapon, target)
        assert choice in activation.choices(state, ship)
        events += act(state, (ship, choice), [LETTERS.index(cell[0]) + 1, int(cell[1:])])
    return events


def pegs(state: State, ship: int = TARGET) -> tuple[int, int]:
    """Shields and hull pegs of a ship."""
    return state.shields[ship], state.hull[ship]


@pytest.mark.rule("BG-108", "BG-107", "BG-120")
def test_a_star_hits_while_shields_are_up_and_destroys_when_they_are_down():
    state = stand(f"{BARRAGE} | wre-vapor-standard 9,5", side=WRETCH)
    assert state.type_of(4).weapons[PRIMARY].strength == 2
    fired(state, 4, TARGET, "E5")
    assert pegs(state) == (0, 0)
    events = fired(state, 4, TARGET, "E5")
    assert state.place[TARGET] == NOWHERE
    assert [event[0] for event in events] == ["fires", "rolls", "destroyed"]


@pytest.mark.rule("BG-106", "BG-107")
def test_an_empty_cell_is_a_miss():
    state = stand(f"{BARRAGE} | wre-sobwatet-standard 8,5 9,5", side=WRETCH)
    fired(state, 4, TARGET, "A1")
    assert pegs(state) == (2, 0)


@pytest.mark.rule("BG-120")
def test_damage_that_shields_do_not_take_goes_to_the_hull():
    state = stand(f"{BARRAGE} | wre-sobwatet-standard 8,5 9,5", side=WRETCH)
    state.shields[TARGET] = 1
    assert state.type_of(4).weapons[PRIMARY].strength == 3
    fired(state, 4, TARGET, "C5")
    assert pegs(state) == (0, 2)


@pytest.mark.rule("BG-109", "BG-106")
def test_each_grid_has_eighty_cells_and_one_star_and_is_that_of_its_name():
    for card in CARDS:
        assert len(card.grid) == CELLS == 80
        assert card.grid.count(STAR) == 1
    assert len({(card.name, card.grid) for card in CARDS}) == len({card.name for card in CARDS}) == 12


@pytest.mark.rule("BG-104", "BG-005")
def test_range_is_measured_between_the_nearest_hexes():
    ships = "isn-barrage-standard 3,2 2,2 | wre-vapor-standard 10,2"
    assert gunnery.reach(stand(ships), 0, PRIMARY) == 6
    assert gunnery.targets(stand(ships), 0, PRIMARY) == [1]
    five = "isn-hawks-veteran 3,2 | wre-vapor-standard 10,2"
    assert gunnery.reach(stand(five), 0, PRIMARY) == 5
    assert gunnery.targets(stand(five), 0, PRIMARY) == []


@pytest.mark.rule("BG-004", "BG-005")
def test_ships_side_by_side_are_adjacent_and_one_space_away():
    state = stand("isn-barrage-standard 4,4 5,4 | isn-f54-standard 6,4 | wre-chosh-standard 7,4")
    assert [gunnery.apart(state, 0, other) for other in (1, 2)] == [1, 2]
    field = state.table.battle.field
    assert [bool(field.near(state.cover[0]) & state.cover[other]) for other in (1, 2)] == [True, False]


@pytest.mark.rule("BG-101", "BG-102", "BG-055")
def test_every_firing_ship_of_a_squadron_pays_its_own_charge():
    state = stand("isn-hawks-veteran 5,5 5,6 5,4 | wre-vapor-veteran 8,5")
    act(state, (0, packed(Kind.ACTIVATE)))
    assert state.energy[0] == 18
    for ship in range(3):
        fired(state, ship, 3, "A1", SECOND)
        assert state.energy[0] == 17 - ship


@pytest.mark.rule("BG-101", "BG-017")
def test_a_weapon_whose_charge_cannot_be_paid_does_not_fire():
    state = stand("isn-hawks-veteran 5,5 5,6 5,4 | wre-vapor-veteran 8,5", energy=(2, 2))
    act(state, (0, packed(Kind.ACTIVATE)))
    assert gunnery.targets(state, 0, SECOND) == [] and gunnery.targets(state, 0, PRIMARY) == [3]


@pytest.mark.rule("BG-103", "BG-101")
def test_attacks_of_one_charge_may_go_at_different_targets():
    state = stand("isn-torrent-seasoned 5,5 4,5 | wre-chosh-standard 8,5 | wre-fuvu-standard 9,5 9,6 8,6")
    grid = state.type_of(1).grid
    star = grid.index(STAR)
    state.shields[1] = 0
    fired(state, 0, 1, f"{LETTERS[star % 10]}{star // 10 + 1}")
    assert state.place[1] == NOWHERE
    fired(state, 0, 2, "A1")
    fired(state, 0, 3, "A1")
    assert not [choice for choice in activation.choices(state, 0) if kind_of(choice) is Kind.FIRE]
    assert state.charged == {(0, PRIMARY): 0}


@pytest.mark.rule("BG-102")
def test_a_weapon_is_charged_once_for_each_activation():
    state = stand("isn-hawks-veteran 5,5 5,6 5,4 | wre-vapor-veteran 8,5")
    fired(state, 0, 3, "A1", SECOND)
    assert gunnery.targets(state, 0, SECOND) == [] and gunnery.targets(state, 1, SECOND) == [3]


@pytest.mark.rule("BG-152")
def test_a_steady_ship_that_has_not_moved_fires_farther():
    state = stand("isn-barrage-veteran 5,5 4,5 | wre-vapor-veteran 20,5")
    act(state, (0, packed(Kind.ACTIVATE)))
    assert gunnery.reach(state, 0, PRIMARY) == 9
    act(state, (0, move_along(0, (0,))))
    assert gunnery.reach(state, 0, PRIMARY) == 7


@pytest.mark.rule("BG-152", "BG-147")
def test_a_steady_ship_that_went_through_a_warp_gate_has_moved():
    state = stand("isn-barrage-veteran 5,5 4,5 | wre-vapor-veteran 20,5", warp_gate="5,5")
    act(state, (0, packed(Kind.ACTIVATE)))
    front, back = place(state, "9,5"), place(state, "8,5")
    act(state, (0, warp_to((front, back))))
    assert gunnery.reach(state, 0, PRIMARY) == 7


@pytest.mark.rule("BG-105", "BG-140")
def test_a_line_of_fire_is_blocked_only_if_both_readings_meet_an_asteroid():
    ships = "isn-f54-standard 5,4 | wre-chosh-standard 5,6"
    assert gunnery.targets(stand(ships, asteroid="4,5"), 0, PRIMARY) == [1]
    assert gunnery.targets(stand(ships, asteroid="4,5 5,5"), 0, PRIMARY) == []


@pytest.mark.rule("BG-105")
def test_ships_debris_and_tiles_do_not_block():
    ships = "isn-f54-standard 5,5 | isn-barrage-standard 6,5 6,4 | wre-chosh-standard 9,5"
    assert gunnery.targets(stand(ships, debris="7,5", warp_gate="8,5"), 0, PRIMARY) == [2]


@pytest.mark.rule("BG-144")
def test_an_alien_artifact_gives_its_ship_range_on_the_primary_weapon():
    state = stand("isn-f54-veteran 5,5 | wre-chosh-standard 17,5", alien_artifact="5,5")
    assert (gunnery.reach(state, 0, PRIMARY), gunnery.reach(state, 0, SECOND)) == (12, 4)
    assert gunnery.targets(state, 0, PRIMARY) == [1]


@pytest.mark.rule("BG-145")
def test_an_observation_station_gives_all_own_ships_range():
    ships = "isn-f54-veteran 5,5 | isn-hawks-veteran 9,9 9,10 8,9 | wre-vapor-standard 20,5"
    state = stand(ships, observation_station="9,9")
    assert [gunnery.reach(state, ship, PRIMARY) for ship in (0, 1)] == [7, 7]
    assert gunnery.reach(state, 4, PRIMARY) == state.type_of(4).weapons[PRIMARY].range
    assert gunnery.reach(state, 0, SECOND) == 4


@pytest.mark.rule("BG-153", "BG-016")
def test_a_raider_that_destroys_a_ship_brings_energy():
    state = stand("isn-f54-standard 6,5 | isn-barrage-standard 0,0 0,1 | wre-chosh-veteran 5,5", side=WRETCH)
    star = state.type_of(0).grid.index(STAR)
    state.shields[0], state.energy[WRETCH] = 0, 40
    act(state, (2, packed(Kind.ACTIVATE)))
    state.energy[WRETCH] = 39
    events = fired(state, 2, 0, f"{LETTERS[star % 10]}{star // 10 + 1}")
    assert ("raids", WRETCH, 1, 40) in events
    assert state.energy[WRETCH] == 40


@pytest.mark.rule("BG-153")
def test_a_raider_gets_nothing_for_a_ship_that_countermeasures_destroy():
    state = stand("isn-hawks-standard 5,5 | isn-f54-standard 0,14 | wre-chosh-veteran 7,5")
    state.shields[0] = 0
    assert "raids" not in [event[0] for event in announced(state, "E", "8")]
    assert state.energy[WRETCH] == 20


@pytest.mark.rule("BG-153")
def test_no_raid_is_told_after_the_end_of_the_battle():
    state = stand("isn-f54-standard 6,5 | wre-chosh-veteran 5,5", side=WRETCH)
    state.shields[0] = 0
    star = state.type_of(0).grid.index(STAR)
    act(state, (1, packed(Kind.ACTIVATE)))
    events = fired(state, 1, 0, f"{LETTERS[star % 10]}{star // 10 + 1}")
    assert [event[0] for event in events][-2:] == ["destroyed", OVER]
