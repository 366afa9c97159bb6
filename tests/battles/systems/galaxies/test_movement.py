"""Ships move: spaces, leading ends, large ships, and what no move may do (BG-060 … BG-070, BG-147)."""

from __future__ import annotations

import pytest

from missions.battles.engine.hexes import FACINGS
from missions.battles.systems.galaxies.engine import activation, movement
from missions.battles.systems.galaxies.engine.choices import (
    Kind,
    kind_of,
    move_along,
    move_of,
    packed,
    warp_to,
)
from missions.battles.systems.galaxies.engine.field import members
from missions.battles.systems.galaxies.engine.state import State
from tests.battles.systems.galaxies.positions import act, place, spots, stand

FRONT, BACK = 0, 1


def along(words: str) -> tuple[int, ...]:
    """Directions of a path in words: "E NW"."""
    return tuple(FACINGS.index(word) for word in words.split())


def activate(state: State, ship: int = 0) -> State:
    act(state, (ship, packed(Kind.ACTIVATE)))
    return state


def moved(state: State, words: str, lead: int = FRONT, ship: int = 0) -> str:
    """Hexes of a ship after a move."""
    act(state, (ship, move_along(lead, along(words))))
    return spots(state, ship)


def ends(state: State, ship: int = 0) -> set[str]:
    """Hexes in which the moves of a ship may end."""
    return {end_of(state, ship, choice) for choice in movement.moves(state, ship)}


def end_of(state: State, ship: int, choice: int) -> str:
    """Hexes of a ship at the end of a move, by single steps."""
    lead, path = move_of(choice)
    field, size = state.table.battle.field, state.type_of(ship).size
    after = state.clone()
    pose = state.place[ship], state.tail[ship]
    for direction in path:
        found = movement.stepped(field, size, lead, pose, direction)
        assert found
        pose = found
    after.place[ship], after.tail[ship] = pose
    return spots(after, ship)


@pytest.mark.rule("BG-066")
def test_a_ship_passes_another_but_does_not_stop_on_it():
    state = activate(stand("isn-f54-standard 5,5 | isn-barrage-standard 6,5 6,6 | wre-chosh-standard 20,5"))
    assert moved(state.clone(), "E E") == "7,5"
    assert "6,5" not in ends(state) and "7,5" in ends(state)


@pytest.mark.rule("BG-062")
@pytest.mark.parametrize(
    ("lead", "path", "hexes"),
    [
        (FRONT, "E E E E", "9,5 8,5"),
        (FRONT, "E SE", "7,6 6,5"),
        (BACK, "W NW", "3,5 3,4"),
        (FRONT, "NW NW W", "3,3 4,3"),
    ],
)
def test_the_trailing_end_follows_the_leading_one(lead: int, path: str, hexes: str):
    state = activate(stand("isn-barrage-standard 5,5 4,5 | wre-chosh-standard 20,5"))
    assert hexes in ends(state)
    assert moved(state, path, lead) == hexes


@pytest.mark.rule("BG-064")
def test_the_leading_end_does_not_enter_its_own_trailing_end():
    state = activate(stand("isn-barrage-standard 5,5 4,5 | wre-chosh-standard 20,5"))
    first = [move_of(choice)[1][:1] for choice in movement.moves(state, 0) if move_of(choice)[0] == FRONT]
    assert (FACINGS.index("W"),) not in first
    with pytest.raises(ValueError, match="trailing end"):
        movement.way_of(FACINGS.index("W"), FRONT, along("W"))


@pytest.mark.rule("BG-065")
def test_a_large_ship_shifts_onto_three_new_hexes():
    state = activate(stand("isn-everest-veteran 6,6 | wre-chosh-standard 20,5"))
    before = state.cover[0]
    assert moved(state, "E") == "7,6"
    new, freed = state.cover[0] & ~before, before & ~state.cover[0]
    assert set(members(new)) == {place(state, each) for each in ("7,5", "7,7", "8,6")}
    assert set(members(freed)) == {place(state, each) for each in ("5,5", "5,6", "5,7")}


@pytest.mark.rule("BG-060", "BG-065")
def test_a_ship_moves_as_many_spaces_as_its_card_says():
    state = activate(stand("isn-everest-veteran 6,6 | wre-chosh-standard 20,5"))
    paths = {move_of(choice)[1] for choice in movement.moves(state, 0)}
    assert {len(path) for path in paths} == {0, 1, 2, 3}
    assert moved(state, "E E SE") == "8,7"


@pytest.mark.rule("BG-060")
def test_a_move_of_no_space_is_legal_and_is_the_only_one_afterwards():
    state = activate(stand("isn-f54-standard 5,5 | wre-chosh-standard 20,5"))
    assert movement.STAY in activation.choices(state, 0)
    assert moved(state, "") == "5,5"
    assert not [choice for choice in activation.choices(state, 0) if kind_of(choice) is Kind.MOVE]


@pytest.mark.rule("BG-067", "BG-006")
def test_the_whole_ship_stays_on_the_map():
    state = activate(stand("isn-everest-veteran 1,5 | wre-chosh-standard 20,5"))
    assert "0,5" not in ends(state) and "2,5" in ends(state)
    assert all(min(map(int, end.split(","))) >= 1 for end in ends(state))


@pytest.mark.rule("BG-140")
def test_no_ship_enters_an_asteroid():
    state = activate(stand("isn-f54-standard 0,0 | wre-chosh-standard 20,5", asteroid="1,0 0,1"))
    assert ends(state) == {"0,0"}
    large = activate(stand("isn-everest-veteran 6,6 | wre-chosh-standard 20,5", asteroid="8,6"))
    assert "7,6" not in ends(large) and "5,6" in ends(large)


@pytest.mark.rule("BG-061", "BG-053")
def test_ships_of_a_squadron_move_one_by_one_each_with_its_full_move():
    state = activate(stand("isn-hawks-veteran 5,5 5,6 6,5 | wre-chosh-standard 20,5"))
    assert moved(state, "E E E E E", ship=1) == "10,6"
    assert moved(state, "W W W W W", ship=0) == "0,5"
    assert [unit for unit in activation.units(state) if unit >= 0] == [2]
    assert "0,5" not in ends(state, 2)


@pytest.mark.rule("BG-069")
def test_ships_of_a_squadron_need_not_stay_adjacent():
    state = activate(stand("isn-hawks-veteran 5,5 5,6 6,5 | wre-chosh-standard 20,5"))
    assert moved(state, "W W W W W", ship=0) == "0,5"


@pytest.mark.rule("BG-063", "BG-068")
def test_either_end_may_lead_and_keeps_the_lead():
    state = activate(stand("isn-barrage-standard 5,5 4,5 | wre-chosh-standard 20,5"))
    leads = {move_of(choice)[0] for choice in movement.moves(state, 0)}
    assert leads == {FRONT, BACK}
    assert moved(state, "SW SW", BACK) == "4,6 3,7"


@pytest.mark.rule("BG-147")
def test_a_ship_on_a_warp_gate_may_be_placed_elsewhere():
    state = stand("isn-barrage-standard 5,5 4,5 | wre-chosh-standard 16,5", warp_gate="4,5", debris="17,5")
    activate(state)
    warps = activation.warps(state, 0)
    assert warp_to((place(state, "17,5"), place(state, "18,5"))) in warps
    assert warp_to((place(state, "18,5"), place(state, "19,5"))) not in warps
    assert warp_to((place(state, "17,5"), place(state, "16,5"))) not in warps
    events = act(state, (0, warp_to((place(state, "17,5"), place(state, "18,5")))))
    assert [event[0] for event in events] == ["warps"]
    assert spots(state, 0) == "17,5 18,5"
    assert not activation.may_move(state, 0)


@pytest.mark.rule("BG-147")
def test_only_ships_that_begin_on_the_gate_warp_and_no_large_one_does():
    state = activate(stand("isn-f54-standard 5,5 | wre-chosh-standard 20,5", warp_gate="6,5"))
    assert activation.may_move(state, 0) and activation.warps(state, 0) == []
    moved(state, "E")
    assert not [choice for choice in activation.choices(state, 0) if kind_of(choice) is Kind.WARP]
    large = activate(stand("isn-everest-veteran 6,6 | wre-chosh-standard 20,5", warp_gate="6,6"))
    assert activation.warps(large, 0) == []
