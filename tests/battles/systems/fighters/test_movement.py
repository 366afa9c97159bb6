"""Movement of fighters and ships (FH-010 … FH-081)."""

from collections.abc import Sequence

import pytest

from missions.battles.engine.dice import ScriptedDice
from missions.battles.engine.hexes import DISTANCE, EAST, STEPS, Board, board
from missions.battles.systems.fighters.engine import movement, orders, turn
from missions.battles.systems.fighters.engine.state import (
    BANK,
    DOUBLE,
    IN_PLAY,
    MANEUVER,
    STOP,
    STRAIGHT,
    WEAVE,
    WITHDRAWN,
    State,
    ion_of,
)
from tests.battles.marks import rule
from tests.battles.systems.fighters import positions as b
from tests.battles.systems.fighters.positions import CORVETTE, TIE, X, craft, stage


def style_of(state: State, q: int, r: int, facing: int) -> int | None:
    """Path of unit 0 to that end; None if it cannot get there."""
    for choice in movement.choices(state, 0):
        pose = choice >> 7
        end = (*b.axial(state.pos[0] + (pose >> 3)), pose & 7)
        if choice & 15 == orders.MOVE and end == (q, r, facing):
            return choice >> 4 & 7
    return None


def choices_of(state: State, kind: int) -> list[int]:
    return [choice for choice in movement.choices(state, 0) if choice & 15 == kind]


def alone(name: str, *where: int, others: Sequence[tuple[int, int, int]] = ()) -> State:
    return stage([craft(name, *where)], [craft(TIE, *one) for one in others] or [craft(TIE, 15)])


@rule("FH-010", "FH-011")
def test_six_facings_and_a_left_turn_adds_one():
    assert len(STEPS) == 6
    steps = [b.axial(b.ORIGIN + step) for step in STEPS]
    assert steps == [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


@rule("FH-011")
def test_odd_rows_lie_half_a_hex_to_the_east():
    assert Board.at(5, 0) == 5 and Board.at(5, 1) == 5 + 128 and Board.at(5, 2) == 4 + 256
    assert all(Board.at(*Board.offset(place)) == place for place in board(24, 18).cells)


@rule("FH-012")
def test_a_flight_is_one_counter_with_one_facing():
    state = alone(X)
    assert (state.men[0], state.pos[0], state.face[0]) == (4, b.ORIGIN, 0)


@rule("FH-013")
def test_units_pass_each_other_but_never_end_on_one():
    ends = b.moves(alone(X, others=[(2, 0, 3), (4, 0, 3)]))
    assert (3, 0, 0) in ends and (4, 0, 0) not in ends


@rule("FH-013")
def test_a_fighter_without_a_free_end_may_still_stop():
    around = [(q, r, 0) for q in range(-4, 5) for r in range(-4, 5) if (q, r) != (0, 0)]
    state = stage([craft("vt_49_decimator")], [craft(TIE, *one) for one in around])
    assert movement.choices(state, 0) == [orders.FULL_STOP]


@rule("FH-013", "FH-080")
def test_a_ship_may_always_stay():
    around = [(q, r, 0) for q in range(-3, 4) for r in range(-3, 4) if (q, r) != (0, 0)]
    ends = b.moves(stage([craft(CORVETTE)], [craft(TIE, *one) for one in around]))
    assert (0, 0, 0) in ends and {(q, r) for q, r, _ in ends} == {(0, 0)}


@rule("FH-015")
def test_distance_is_counted_in_hexes():
    assert DISTANCE[b.at(1, 0) - b.at(0, 0)] == 1
    assert DISTANCE[b.at(3, -5) - b.at(0, 0)] == 5 and DISTANCE[b.at(2, 2) - b.at(0, 0)] == 4


@rule("FH-016")
def test_a_craft_that_flies_off_the_map_is_withdrawn_and_not_lost():
    state = alone(X, 18, 0, 0)
    assert orders.leave(EAST) in movement.choices(state, 0)
    b.fly(state, orders.leave(EAST))
    assert (state.status[0], state.gone[0], state.pos[0]) == (WITHDRAWN, EAST, -1)


@rule("FH-016", "FH-074")
def test_a_sharper_turn_can_carry_a_unit_off_the_map():
    state = alone(X, 19, 0, 1)
    choice = orders.sharp(0, 0, 0, 1, 0, 2)
    assert choice in movement.choices(state, 0)
    b.fly(state, choice, [1])
    assert state.status[0] == WITHDRAWN


@rule("FH-070")
def test_movement_is_hexes_and_facings_alike():
    state = alone(X)
    assert max(q for q, _, facing in b.moves(state) if style_of(state, q, 0, 0) == STRAIGHT) == 4
    assert style_of(state, 0, 0, 4) is None


@rule("FH-071")
def test_a_turn_is_flown_before_its_hex():
    state = alone(X)
    assert style_of(state, 3, 0, 0) == STRAIGHT
    assert style_of(state, 3, -1, 1) == BANK and style_of(state, 3, -1, 0) == WEAVE
    assert style_of(state, 4, 0, 1) is None


@rule("FH-072")
def test_a_fighter_flies_its_minimum():
    assert not [end for end in b.moves(alone(TIE)) if end[1] == 0 and end[2] == 0 and 0 < end[0] < 3]
    assert (1, 0, 0) not in b.moves(alone("vt_49_decimator"))


@rule("FH-073")
def test_an_immelmann_needs_three_straight_hexes_and_no_roll():
    state = alone(X)
    assert style_of(state, 3, 0, 3) == MANEUVER
    assert style_of(state, 2, 0, 3) == MANEUVER and style_of(state, 1, 0, 3) is None
    assert b.fly(state, orders.move(MANEUVER, b.at(3, 0) - b.ORIGIN, 3)) == [
        ("move", 0, b.ORIGIN, b.at(3, 0), 3, MANEUVER)
    ]


@rule("FH-074", "FH-031")
def test_sharper_turns_need_more_for_more_facings_and_less_for_piloting():
    state = stage([craft(X), craft("vader_squadron", 0, 5)], [craft(TIE, 15)])
    assert [movement.sharp_needed(state, 0, turns) for turns in (2, 3)] == [4, 5]
    assert [movement.sharp_needed(state, 1, turns) for turns in (2, 3)] == [3, 4]


@rule("FH-074")
def test_a_failed_sharper_turn_can_be_tried_again():
    state = alone(TIE)
    state.still[0] = 1
    b.fly(state, orders.sharp(0, 0, 0, 0, 1, 2), [3])
    assert state.still[0] == 0
    assert (b.axial(state.pos[0]), state.face[0], state.left) == ((1, -1), 1, (4, 4, 2))
    assert [orders.sharp_parts(choice)[5] for choice in choices_of(state, orders.SHARP)].count(3) > 0


@rule("FH-074")
def test_more_than_three_facings_are_never_offered():
    turns = {orders.sharp_parts(choice)[5] for choice in choices_of(alone(TIE), orders.SHARP)}
    assert turns == {2, 3}


@rule("FH-075")
def test_a_stop_holds_the_place_and_then_gives_a_free_turn():
    state = alone(X)
    b.fly(state, orders.FULL_STOP)
    assert (state.flown[0], state.still[0]) == (STOP, 1)
    assert choices_of(state, orders.FACE) == [orders.face(facing) for facing in range(1, 6)]
    b.fly(state, orders.face(2))
    assert (state.face[0], state.turned[0], choices_of(state, orders.FACE)) == (2, 2, [])


@rule("FH-075")
def test_after_a_free_turn_there_is_no_double_move_but_the_full_allowance():
    state = alone(X)
    state.still[0] = 1
    assert style_of(state, 8, 0, 0) == DOUBLE
    b.fly(state, orders.face(1))
    state.used = movement.FREE_TURNED
    assert orders.FULL_STOP in movement.choices(state, 0)
    assert style_of(state, 4, -4, 1) == STRAIGHT and style_of(state, 5, -5, 1) is None
    assert style_of(state, 3, -3, 4) == MANEUVER


@rule("FH-075")
def test_at_setup_nobody_counts_as_stopped():
    assert not choices_of(alone(X), orders.FACE)


@rule("FH-076")
def test_a_double_move_is_straight_and_longer_than_movement():
    state = alone(X)
    assert [q for q in range(5, 12) if style_of(state, q, 0, 0) == DOUBLE] == [5, 6, 7, 8]
    assert style_of(state, 4, 0, 0) == STRAIGHT


@rule("FH-077", "FH-073", "FH-074")
def test_sharper_turns_after_an_immelmann_stay_within_what_is_left():
    parts = [orders.sharp_parts(choice) for choice in choices_of(alone(TIE), orders.SHARP)]
    beyond = [part for part in parts if part[0] >= 3 and part[3] == 3 and part[2] == b.at(3, 0) - b.ORIGIN]
    assert beyond and all(part[1] + part[5] <= 5 for part in parts)
    assert {part[1] for part in beyond} == {3}


@rule("FH-077")
def test_a_stop_is_not_open_in_the_middle_of_a_move():
    state = alone(TIE)
    b.fly(state, orders.sharp(0, 0, 0, 0, 1, 2), [6])
    assert orders.FULL_STOP not in movement.choices(state, 0)


@rule("FH-078")
def test_a_stopped_craft_need_not_fly_its_minimum():
    state = alone(X)
    b.fly(state, orders.FULL_STOP)
    assert orders.FULL_STOP in movement.choices(state, 0)


@rule("FH-079")
def test_a_sharper_turn_is_offered_when_both_outcomes_can_end():
    free, taken = alone(X, others=[(9, 9, 0)]), alone(X, others=[(4, -1, 0)])
    last = orders.sharp(3, 0, b.at(3, 0) - b.ORIGIN, 0, 1, 2)
    assert last in movement.choices(free, 0) and last not in movement.choices(taken, 0)


@rule("FH-080")
def test_a_ship_mixes_hexes_and_turns_freely():
    ends = b.moves(alone(CORVETTE))
    assert {(0, 0, 0), (0, 0, 2), (1, 0, 1), (2, 0, 0), (1, -1, 2)} <= ends
    assert (3, 0, 0) not in ends


@rule("FH-081")
def test_ships_have_no_manoeuvres_and_stations_do_not_move():
    state = alone(CORVETTE)
    assert {choice & 15 for choice in movement.choices(state, 0)} == {orders.MOVE}
    both = stage([craft("outpost")], [craft(TIE, 9)])
    turn.start_movement(both, ScriptedDice([]), [])
    assert both.todo == ([], [1])


@rule("FH-135", "FH-080")
def test_engine_damage_takes_hexes_and_turns():
    state = alone(CORVETTE)
    ion_of(state, 0).engine = 1
    assert b.moves(state) == {
        (0, 0, 0),
        (0, 0, 1),
        (0, 0, 5),
        (1, 0, 0),
        (1, 0, 1),
        (1, 0, 5),
        (1, -1, 1),
        (0, 1, 5),
    }


@rule("FH-155")
def test_a_panicked_flight_flies_straight_or_rolls_first():
    state = alone(X)
    state.panic[0] = 2
    assert movement.choices(state, 0) == [orders.move(STRAIGHT, 3, 0), orders.STEADY]
    b.fly(state, orders.STEADY, [4])
    assert b.axial(state.pos[0]) == (3, 0)


@rule("FH-155")
def test_a_steady_hand_opens_every_move():
    state = alone(X)
    state.panic[0] = 2
    b.fly(state, orders.STEADY, [5])
    assert state.pos[0] == b.ORIGIN and orders.FULL_STOP in movement.choices(state, 0)


@rule("FH-155")
def test_a_panicked_flight_stops_where_its_end_is_taken():
    state = alone(X, others=[(3, 0, 0)])
    state.panic[0] = 2
    assert movement.choices(state, 0) == [orders.STEADY]
    b.fly(state, orders.STEADY, [1])
    assert state.still[0] == 1


@rule("FH-155", "FH-074")
def test_panic_worsens_a_sharper_turn():
    state = alone(X)
    state.panic[0] = 1
    assert movement.sharp_needed(state, 0, 2) == 5 and movement.steady_needed(state, 0) == 5


@rule("FH-062")
def test_disabled_and_inert_units_have_no_place():
    state = stage([craft(CORVETTE), craft(CORVETTE, 0, 5)], [craft(TIE, 9)])
    ion_of(state, 0).disabled = True
    turn.start_movement(state, ScriptedDice([]), [])
    assert state.todo == ([1], [2])


@rule("FH-061")
def test_the_higher_die_says_who_goes_first_and_ties_are_rolled_again():
    state, out = alone(X), []
    assert turn.roll_initiative(state, ScriptedDice([4, 4, 2, 5]), out) == 1
    assert [event[3] for event in out] == [-1, 1]


@rule("FH-060", "FH-061")
def test_the_winner_of_initiative_may_let_the_other_go_first():
    state = alone(X)
    turn.begin_turn(state, ScriptedDice([6, 1]), [])
    assert turn.legal_orders(state, 0, -1) == (orders.first(0), orders.first(1))
    turn.apply(state, state.seat, (-1, orders.first(1)), ScriptedDice([]))
    assert (state.seat, state.first, state.phase) == (1, 1, 2)


@pytest.mark.parametrize("facing", range(6))
@rule("FH-070", "FH-071")
def test_every_facing_flies_alike(facing: int):
    counts = {len(b.moves(alone(TIE, 0, 0, towards))) for towards in (0, facing)}
    assert len(counts) == 1


@rule("FH-014", "FH-017")
def test_the_usual_map_has_nothing_on_it():
    usual = board(24, 18)
    assert len(usual.cells) == 432 and usual.labels[usual.cells[0]] == "0101"
    assert alone(X).status[0] == IN_PLAY
