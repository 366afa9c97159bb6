"""Countermeasures and debris of moves (BG-080 … BG-091, BG-141, BG-150)."""

from __future__ import annotations

import pytest

from missions.battles.engine.contract import NO_UNIT, Event
from missions.battles.systems.galaxies.engine import activation, questions
from missions.battles.systems.galaxies.engine import odds as reckoned
from missions.battles.systems.galaxies.engine.choices import Kind, move_along, packed, warp_to
from missions.battles.systems.galaxies.engine.state import NOWHERE, State, Wait
from tests.battles.systems.galaxies.positions import WRETCH, act, label, place, spots, stand
from tests.battles.systems.galaxies.test_movement import along

ROLL, PASS = (NO_UNIT, packed(Kind.ROLL)), (NO_UNIT, packed(Kind.PASS))
FAR = "wre-fuvu-standard 22,13 23,13 22,14"
SOBWATET = f"wre-sobwatet-standard 7,5 8,5 | {FAR}"
HAWK = "isn-hawks-standard 5,5 | isn-f54-standard 0,14"


def announced(state: State, path: str, faces: str = "", lead: int = 0, ship: int = 0) -> list[Event]:
    """Events of a move. Every roll that an enemy may make is made, with these faces."""
    thrown = [int(face) for face in faces]
    act(state, (ship, packed(Kind.ACTIVATE)))
    events = act(state, (ship, move_along(lead, along(path))), thrown[:0])
    while state.wait is not None:
        events += act(state, ROLL, thrown[:1])
        thrown = thrown[1:]
    assert not thrown
    return events


def rolls(events: list[Event]) -> int:
    return sum(event[0] == "counters" for event in events)


@pytest.mark.rule("BG-080", "BG-081", "BG-090")
def test_a_ship_destroyed_by_countermeasures_goes_no_farther():
    state = stand(f"{HAWK} | {SOBWATET}")
    hex_ = place(state, "6,5")
    events = announced(state, "E NE E", "6")
    assert ("counters", 0, 2, 6, 2, WRETCH) in events
    assert ("damaged", 0, 1, 1, 0, 1, "BG-121") in events
    assert [event[2] for event in events if event[0] == "destroyed"] == [hex_]
    assert state.place[0] == NOWHERE and state.walk is None and state.wait is None


@pytest.mark.rule("BG-081", "BG-089", "BG-121")
def test_a_large_enemy_does_three_direct_damage():
    state = stand(f"isn-barrage-seasoned 5,5 4,5 | wre-vapor-standard 8,5 | {FAR}")
    announced(state, "E", "8")
    assert (state.shields[0], state.hull[0]) == (0, 0)


@pytest.mark.rule("BG-081")
def test_a_roll_below_five_does_nothing():
    state = stand(f"isn-barrage-seasoned 5,5 4,5 | wre-vapor-standard 8,5 | {FAR}")
    announced(state, "E", "4")
    assert (state.shields[0], state.hull[0]) == (3, 0)


@pytest.mark.rule("BG-082", "BG-083")
@pytest.mark.parametrize(("path", "end"), [("E NE E E SE", "9,5"), ("E E E E E", "10,5")])
def test_there_is_one_roll_for_each_contact(path: str, end: str):
    state = stand(f"isn-hawks-standard 5,5 | isn-f54-standard 0,14 | {SOBWATET}")
    half = state.clone()
    act(half, (0, packed(Kind.ACTIVATE)))
    act(half, (0, move_along(0, along(path))))
    assert half.wait == Wait.CONTACT and spots(half, 0) == "6,5"
    events = announced(state, path, "1")
    assert rolls(events) == 1
    assert spots(state, 0) == end


@pytest.mark.rule("BG-066")
def test_no_move_ends_on_an_enemy():
    state = stand(f"{HAWK} | {SOBWATET}")
    act(state, (0, packed(Kind.ACTIVATE)))
    assert move_along(0, along("E E E")) not in activation.choices(state, 0)


@pytest.mark.rule("BG-085", "BG-091")
def test_each_enemy_rolls_for_itself_the_larger_first():
    state = stand(f"{HAWK} | wre-chosh-standard 7,4 | wre-tougu-standard 7,6 20,1 20,2")
    events = announced(state, "E", "12")
    assert [event[2] for event in events if event[0] == "counters"] == [2, 3]
    state = stand(f"{HAWK} | wre-chosh-standard 7,4 | wre-sobwatet-standard 7,6 8,6")
    events = announced(state, "E", "12")
    assert [event[2] for event in events if event[0] == "counters"] == [3, 2]


@pytest.mark.rule("BG-086")
def test_contact_that_exists_gives_no_roll():
    state = stand(f"isn-hawks-standard 6,5 | isn-f54-standard 0,14 | {SOBWATET}")
    assert rolls(announced(state, "W")) == 0


@pytest.mark.rule("BG-084")
def test_a_new_approach_after_contact_was_lost_gives_a_new_roll():
    state = stand(f"isn-hawks-standard 6,5 | isn-f54-standard 0,14 | {SOBWATET}")
    assert rolls(announced(state, "W E", "1")) == 1


@pytest.mark.rule("BG-086", "BG-004")
def test_the_back_end_keeps_or_loses_contact_too():
    for enemy in ("4,4", "5,4"):
        state = stand(f"isn-barrage-standard 5,5 4,5 | wre-chosh-standard {enemy} | {FAR}")
        assert rolls(announced(state, "E")) == 0
    state = stand(f"isn-barrage-standard 5,5 4,5 | wre-chosh-standard 7,4 | {FAR}")
    events = announced(state, "E NW", "1")
    assert rolls(events) == 1


@pytest.mark.rule("BG-150")
def test_a_ship_that_slips_is_hurt_by_seven_and_more():
    for face, pegs in (("6", 1), ("7", 0)):
        state = stand(f"isn-sparrows-veteran 5,5 | isn-f54-standard 0,14 | wre-chosh-standard 7,5 | {FAR}")
        announced(state, "E", face)
        assert state.shields[0] == pegs


@pytest.mark.rule("BG-087")
def test_a_ship_placed_next_to_an_enemy_meets_no_countermeasures():
    state = stand(f"{HAWK} | {SOBWATET}", warp_gate="5,5")
    act(state, (0, packed(Kind.ACTIVATE)))
    hex_ = place(state, "6,5")
    act(state, (0, warp_to((hex_, hex_))))
    assert state.wait is None


@pytest.mark.rule("BG-088")
def test_the_enemy_may_let_a_ship_pass():
    state = stand(f"{HAWK} | {SOBWATET}")
    act(state, (0, packed(Kind.ACTIVATE)))
    act(state, (0, move_along(0, along("E"))))
    assert (state.wait, state.waiting) == (Wait.CONTACT, WRETCH)
    window = questions.window(state, WRETCH)
    assert window and window.kind == "contact" and window.answers == {"roll": ROLL, "no": PASS}
    assert questions.QUESTIONS["contact"].default == "roll"
    assert questions.window(state, 0) is None
    events = act(state, PASS)
    assert [event[0] for event in events] == ["lets pass"]
    assert (spots(state, 0), state.shields[0], state.wait) == ("6,5", 1, None)


@pytest.mark.rule("BG-070")
def test_a_move_is_carried_out_as_announced_after_a_roll():
    state = stand(f"{HAWK} | {SOBWATET}")
    events = announced(state, "E NE E", "1")
    assert spots(state, 0) == "8,4"
    assert ("moves", 0, 0, place(state, "5,5"), place(state, "5,5"), *along("E NE E")) in events


@pytest.mark.rule("BG-141")
def test_debris_hurts_a_ship_that_comes_onto_it():
    for face, pegs in ((4, 1), (5, 0)):
        state = stand(f"{HAWK} | {FAR}", debris="6,5")
        act(state, (0, packed(Kind.ACTIVATE)))
        act(state, (0, move_along(0, along("E E"))), [face])
        assert (state.shields[0], spots(state, 0)) == (pegs, "7,5")


@pytest.mark.rule("BG-141")
def test_one_die_falls_for_each_space_onto_new_debris():
    state = stand(f"isn-barrage-standard 5,5 4,5 | {FAR}", debris="6,5 7,5")
    act(state, (0, packed(Kind.ACTIVATE)))
    events = act(state, (0, move_along(0, along("E E E"))), [1, 1])
    assert sum(event[0] == "debris" for event in events) == 2
    large = stand(f"isn-everest-veteran 5,5 | {FAR}", debris="7,5 6,4 6,6 5,5")
    act(large, (0, packed(Kind.ACTIVATE)))
    events = act(large, (0, move_along(0, along("E"))), [1])
    assert sum(event[0] == "debris" for event in events) == 1


@pytest.mark.rule("BG-141")
@pytest.mark.parametrize(
    ("ship", "lead", "path", "debris"),
    [("isn-everest-veteran 5,5", 0, "E", "7,5"), ("isn-barrage-standard 6,4 5,4", 1, "W", "4,4")],
)
def test_a_die_for_debris_names_the_hex_of_the_debris(ship: str, lead: int, path: str, debris: str):
    state = stand(f"{ship} | {FAR}", debris=debris)
    act(state, (0, packed(Kind.ACTIVATE)))
    order = 0, move_along(lead, along(path))
    odds = reckoned.of(state, order)
    assert odds and [reason.text for reason in odds.reasons] == [f"damage on 5+: debris at {label(debris)}"]
    (event,) = [event for event in act(state, order, [1]) if event[0] == "debris"]
    assert event[4] == place(state, debris)


@pytest.mark.rule("BG-141", "BG-080")
def test_debris_comes_before_countermeasures_of_the_same_space():
    state = stand(f"{HAWK} | {SOBWATET}", debris="6,5")
    act(state, (0, packed(Kind.ACTIVATE)))
    events = act(state, (0, move_along(0, along("E"))), [5])
    assert [event[0] for event in events] == ["moves", "debris", "damaged"]
    assert state.wait == Wait.CONTACT


@pytest.mark.rule("BG-141", "BG-088")
def test_the_owner_rolls_for_debris_after_the_enemys_answer():
    state = stand(f"{HAWK} | {SOBWATET}", debris="7,4")
    act(state, (0, packed(Kind.ACTIVATE)))
    act(state, (0, move_along(0, along("E NE"))))
    act(state, PASS)
    assert (state.wait, state.waiting) == (Wait.DEBRIS, 0)
    assert questions.answers(state) == [packed(Kind.ROLL)]
    events = act(state, ROLL, [8])
    assert ("debris", 0, 8, 1, place(state, "7,4"), 0) in events
    assert (state.wait, state.walk) == (None, None)


@pytest.mark.rule("BG-090", "BG-126")
def test_the_activation_ends_with_the_last_ship_of_the_card():
    state = stand(f"{HAWK} | {SOBWATET}")
    events = announced(state, "E", "8")
    assert [event[0] for event in events][-1] == "destroyed"
    assert state.active == NOWHERE


def test_ships_passed_over_keep_their_hexes():
    state = stand(f"isn-hawks-standard 5,5 6,5 | isn-f54-standard 0,14 | {SOBWATET}")
    announced(state, "E E E E E", "1")
    covered = 0
    for each in state.cover:
        covered |= each
    assert state.taken == covered
