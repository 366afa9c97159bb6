"""The battles: set-up, docking, capture, victory (FH-160 … FH-169)."""

from typing import Any

import pytest

from league.kernel.refusal import Refusal
from missions.battles.engine.dice import ScriptedDice, seeded_dice
from missions.battles.engine.hexes import DISTANCE, EAST, WEST
from missions.battles.systems.fighters.engine import attack, damage, orders, turn, victory
from missions.battles.systems.fighters.engine.loadouts import FIGHTER
from missions.battles.systems.fighters.engine.state import CAPTURED, DESTROYED, WITHDRAWN, ion_of
from missions.battles.systems.registry import system
from tests.battles.engine.setups import fighters
from tests.battles.marks import rule
from tests.battles.systems.fighters import positions as b
from tests.battles.systems.fighters.positions import CORVETTE, TIE, X, Y, craft, stage

ROLLS = [3, 2, 5, 1, 6]


def ended(state: Any, limit: int = 0) -> Any:
    """The outcome of an end phase now; `limit` makes it the last turn."""
    state.turn = limit or state.turn
    return victory.end_of_turn(state, [])


def kill(state: Any, *units: int) -> None:
    for unit in units:
        state.status[unit], state.men[unit], state.pos[unit] = DESTROYED, 0, -1


def left(state: Any, *units: int) -> None:
    for unit in units:
        state.status[unit], state.pos[unit] = WITHDRAWN, -1


def clash(**house: Any) -> Any:
    west, east = [craft(X, 0, n) for n in range(2)], [craft(TIE, 9, n) for n in range(2)]
    return stage(west, east, "fighter_clash", **house)


@rule("FH-165", "FH-168", "FH-160")
def test_a_clash_is_won_by_points_at_its_limit():
    state = clash()
    assert ended(state) is None
    state.men[2] = 3
    assert ended(state, 12).winner == 0 and ended(state, 12).reason == "West took down 2.5 points, east 0."


@rule("FH-165")
def test_an_even_clash_is_a_draw():
    assert ended(clash(), 12).winner is None


@rule("FH-168", "FH-016")
def test_a_clash_ends_when_a_side_has_left_and_as_printed_leaving_costs_no_points():
    state = clash()
    left(state, 0, 1)
    outcome = ended(state)
    assert outcome.winner is None and "0 points, east 0" in outcome.reason


@rule("FH-165", "FH-016")
def test_as_a_house_option_who_leaves_a_clash_concedes_all_its_points():
    state = clash(concedes=True)
    state.men[2] = 3
    state.men[0] = 2
    left(state, 0, 1)
    outcome = ended(state)
    assert outcome.winner == 1
    assert outcome.reason == "West took down 2.5 points, east 20. Units that left the map count in full."


@rule("FH-165", "FH-155")
def test_a_craft_carried_off_by_panic_concedes_nothing():
    state = stage([craft(X, 18)], [craft(TIE, 0), craft(TIE, 0, 3)], "fighter_clash", concedes=True)
    state.panic[0] = 2
    b.fly(state, orders.STEADY, [4])
    assert state.status[0] == WITHDRAWN and victory.points_lost(state, 0) == 0
    fled = stage([craft(X, 18)], [craft(TIE, 0)], "fighter_clash", concedes=True)
    b.fly(fled, orders.leave(EAST))
    assert victory.points_lost(fled, 0) == 10


@rule("FH-165")
def test_a_sharper_turn_off_the_map_is_leaving_too():
    state = stage([craft(X, 19, 0, 1)], [craft(TIE, 0)], "fighter_clash", concedes=True)
    b.fly(state, orders.sharp(0, 0, 0, 1, 0, 2), [1])
    assert victory.points_lost(state, 0) == 10


@pytest.mark.parametrize(
    ("battle", "more", "concedes"),
    [
        ("fighter_clash", {}, True),
        ("free", {}, True),
        ("free", {"leaving_concedes": False}, False),
        ("fighter_clash", {"version": "1"}, False),
        ("hostages", {}, False),
    ],
)
@rule("FH-165")
def test_the_price_of_leaving_is_on_in_clashes_where_nobody_says_otherwise(
    battle: str, more: dict[str, Any], concedes: bool
):
    setup = fighters(battle, [CORVETTE], [TIE], 60) | more
    state, _ = system("fighters").setup(setup, ScriptedDice(ROLLS))
    assert state.fixed.concedes == concedes


def raid(raiders: int = 4, freighters: int = 6) -> Any:
    return stage(
        [craft(X, 0, n) for n in range(raiders)],
        [craft("light_freighter", 9, n, role="convoy", free=True) for n in range(freighters)],
        "convoy_raid",
    )


@rule("FH-162")
def test_a_convoy_raid_is_won_at_three_quarters():
    state = raid()
    kill(state, 4, 5, 6, 7)
    assert ended(state) is None
    kill(state, 8)
    assert ended(state).winner == 0


@rule("FH-162", "FH-168")
def test_a_raid_is_over_when_enough_freighters_are_saved():
    state = raid()
    for unit in (4, 5):
        assert ended(state) is None
        state.status[unit], state.gone[unit], state.pos[unit] = WITHDRAWN, EAST, -1
    assert ended(state).winner == 1
    even = raid(4, 4)
    even.status[4], even.gone[4], even.pos[4] = WITHDRAWN, EAST, -1
    assert ended(even) is None, "three of four can still be had"


@rule("FH-162")
def test_half_the_raiders_lost_loses_the_raid():
    state = raid()
    kill(state, 0, 1)
    assert ended(state).winner == 1


@rule("FH-161", "FH-162")
def test_both_conditions_in_one_end_phase_are_a_draw():
    state = raid()
    kill(state, 0, 1, 4, 5, 6, 7, 8)
    assert ended(state).winner is None


@rule("FH-162")
def test_freighters_come_for_every_full_twenty_points_and_face_the_exit():
    setup = fighters("convoy_raid", [X, Y], [TIE], 59)
    state, _ = system("fighters").setup(setup, ScriptedDice(ROLLS))
    convoy = [unit for unit, facts in enumerate(state.fixed.units) if facts.role == "convoy"]
    assert len(convoy) == 6 and all(state.face[unit] == 0 for unit in convoy)
    columns = {state.fixed.board.offset(state.pos[unit])[0] for unit in convoy}
    assert columns <= set(range(6, 10))


@rule("FH-162")
def test_there_is_no_raid_without_freighters():
    with pytest.raises(Refusal, match="for every 20 points"):
        system("fighters").setup(fighters("convoy_raid", [X], [TIE], 19), seeded_dice("x"))


@rule("FH-157", "FH-162")
def test_the_falcon_takes_the_place_of_a_freighter():
    setup = fighters("convoy_raid", [X, Y], ["millennium_falcon"], 40)
    state, _ = system("fighters").setup(setup, ScriptedDice(ROLLS))
    crafts = [facts.loadout.profile.id for facts in state.fixed.units if facts.role == "convoy"]
    assert sorted(crafts) == ["heavy_freighter"] * 2 + ["light_freighter"] * 3 + ["millennium_falcon"]


@rule("FH-157")
@pytest.mark.parametrize(("chosen", "light"), [("heavy_freighter", 4), ("light_freighter", 3)])
def test_the_side_of_the_falcon_says_which_freighter_stays_at_home(chosen: str, light: int):
    setup = fighters("convoy_raid", [X, Y], ["millennium_falcon"], 40)
    setup["forces"][1]["units"][0]["replaces"] = chosen
    state, _ = system("fighters").setup(setup, ScriptedDice(ROLLS))
    crafts = [facts.loadout.profile.id for facts in state.fixed.units if facts.role == "convoy"]
    assert len(crafts) == 6 and crafts.count("light_freighter") == light
    setup["forces"][1]["units"][0]["replaces"] = "outpost"
    with pytest.raises(Refusal, match="a light or a heavy freighter"):
        system("fighters").setup(setup, ScriptedDice(ROLLS))


@rule("FH-157")
def test_a_free_battle_takes_the_falcon_on_either_side():
    state, _ = system("fighters").setup(fighters("free", ["millennium_falcon"], [TIE]), ScriptedDice(ROLLS))
    assert state.loadouts[0].profile.id == "millennium_falcon" and state.fixed.units[0].role == ""


def assault() -> Any:
    west = [craft(X, 0, n) for n in range(4)]
    return stage(west, [craft("outpost", 9, role="outpost"), craft(TIE, 9, 5)], "outpost_assault")


@rule("FH-163")
def test_an_outpost_must_fall_cheaply():
    state = assault()
    kill(state, 4)
    assert ended(state).winner == 0
    kill(state, 0, 1, 2)
    assert ended(state).winner is None


@rule("FH-163", "FH-161", "FH-168")
def test_an_outpost_that_stands_has_held():
    assert ended(assault(), 12).winner == 1
    state = assault()
    kill(state, 0, 1, 2, 3)
    assert ended(state).winner == 1


def hostages(clock: int = 1) -> Any:
    west = [
        craft(CORVETTE, 1, 0, role="transport"),
        craft("outpost", 0, 0, role="station", free=True, unarmed=True),
        craft(X, 3, 3),
    ]
    return stage(west, [craft(TIE, 9, n) for n in range(3)], "hostages", clock=clock)


@rule("FH-164")
def test_the_transport_docks_after_the_rolled_turn_and_for_two_end_phases():
    state = hostages(clock=1)
    state.turn = 1
    assert ended(state) is None and state.docked == 0
    assert ended(state, 2) is None and state.docked == 1
    assert ended(state, 3).winner == 0


@rule("FH-164")
def test_docking_is_broken_off_by_moving_away():
    state = hostages(clock=0)
    assert ended(state, 1) is None
    state.pos[0] = b.at(3, 0)
    assert ended(state, 2) is None and state.docked == 0


@rule("FH-164")
def test_the_empire_needs_half_the_points_and_the_transport():
    state = hostages()
    kill(state, 0)
    assert ended(state).winner == 1
    other = hostages()
    kill(other, 2)
    assert ended(other) is None


@rule("FH-164")
@pytest.mark.parametrize(("escort", "winner"), [(X, 1), ("red_squadron", None)])
def test_exactly_half_of_the_points_is_enough_and_less_is_not(escort: str, winner: int | None):
    station = craft("outpost", 0, 0, role="station", free=True, unarmed=True)
    state = stage(
        [craft("yt_1300", 1, role="transport"), station, craft(escort, 3, 3)], [craft(TIE, 9)], "hostages"
    )
    kill(state, 0)
    outcome = ended(state)
    assert (outcome and outcome.winner) == winner


@rule("FH-164", "FH-016")
def test_a_transport_that_leaves_counts_as_destroyed():
    state = hostages()
    state.status[0], state.pos[0] = WITHDRAWN, -1
    assert ended(state).winner == 1


@rule("FH-164")
def test_the_station_is_no_target_and_has_no_orders():
    state = hostages()
    assert 1 not in attack.targets(state, 1)
    turn.start_movement(state, ScriptedDice([]), [])
    assert 1 not in state.todo[0]


@rule("FH-164")
@pytest.mark.parametrize(("named", "transport"), [(None, 0), (1, 1)])
def test_the_transport_is_the_ship_that_is_named_or_the_first_light_one(named: int | None, transport: int):
    setup = fighters("hostages", [CORVETTE, "yt_1300"], [TIE], 40)
    if named is not None:
        setup["forces"][0]["units"][named]["role"] = "transport"
    state, _ = system("fighters").setup(setup, ScriptedDice([5, 6, 1]))
    assert [facts.role for facts in state.fixed.units].index("transport") == transport


@rule("FH-164")
def test_the_dock_die_is_rolled_openly_at_setup():
    setup = fighters("hostages", [X, CORVETTE], [TIE], 40)
    state, events = system("fighters").setup(setup, ScriptedDice([5, 6, 1]))
    assert state.fixed.clock == 5 and events[0] == ("clock", b"\x05")


def theft() -> Any:
    west = [craft(CORVETTE, 0, role="transport"), craft(Y, 0, 5), craft(X, 0, 7)]
    east = [craft(TIE, 9, n, role="garrison") for n in range(3)]
    yard, prize = craft("outpost", 5, role="outpost"), craft(CORVETTE, 1, role="prize", free=True)
    return stage(west, [*east, yard, prize], "starship_theft")


@rule("FH-166")
def test_the_prize_is_taken_by_docking_for_a_whole_turn():
    state = theft()
    assert ended(state, 1) is None
    outcome = ended(state, 2)
    assert (outcome.winner, outcome.grade, state.status[7]) == (0, "victory", CAPTURED)


@rule("FH-166", "FH-167")
@pytest.mark.parametrize(("early", "winner"), [(False, None), (True, 0)])
def test_only_the_crew_of_the_transport_takes_the_prize(early: bool, winner: int | None):
    west = [craft(CORVETTE, -9, role="transport"), craft("yt_1300", 0), craft(Y, 0, 5)]
    yard, prize = craft("outpost", 5, role="outpost"), craft(CORVETTE, 1, role="prize", free=True)
    state = stage(west, [craft(TIE, 9, role="garrison"), yard, prize], "starship_theft", early=early)
    ion_of(state, 5).disabled = True
    assert ended(state, 1) is None
    outcome = ended(state, 2)
    assert (outcome and outcome.winner) == winner


@rule("FH-166")
def test_secondary_aims_raise_the_grade():
    state = theft()
    kill(state, 3, 4, 5)
    ion_of(state, 6).disabled = True
    ended(state, 1)
    assert ended(state, 2).grade == "total victory"


@rule("FH-166")
def test_the_raiders_are_driven_off_with_half_their_units_and_the_transport():
    state = theft()
    kill(state, 0)
    assert ended(state) is None
    kill(state, 1)
    assert ended(state).winner == 1


@rule("FH-166")
def test_a_raiders_transport_that_leaves_counts_as_a_unit_destroyed():
    state = theft()
    state.status[0], state.pos[0] = WITHDRAWN, -1
    assert ended(state) is None
    kill(state, 1)
    assert (ended(state).winner, ended(state).reason) == (1, "The transport and 2 of 3 raiders are gone.")


@rule("FH-166", "FH-168")
def test_a_theft_without_raiders_is_lost_and_at_the_limit_a_draw():
    state = theft()
    for unit in (0, 1, 2):
        state.status[unit], state.pos[unit] = WITHDRAWN, -1
    assert ended(state).winner == 1
    far = theft()
    far.pos[0] = b.at(-5, 0)
    assert ended(far, 12).winner is None


@rule("FH-166")
def test_the_prize_neither_moves_fires_nor_repairs():
    state = theft()
    ion_of(state, 7).engine = 1
    assert damage.repairs(state) == [] and attack.choices(state, 7, [0, 1]) == []
    assert 7 in attack.targets(state, 0)


@rule("FH-166", "FH-041")
def test_the_garrison_of_a_theft_is_printed():
    setup = fighters("starship_theft", [CORVETTE, Y], [], 55)
    state, _ = system("fighters").setup(setup, ScriptedDice(ROLLS))
    east = [facts for facts in state.fixed.units if facts.seat == 1]
    assert [facts.role for facts in east] == ["garrison"] * 3 + ["outpost", "prize"]
    assert victory.points(state, 1) == 55
    yard = next(unit for unit, facts in enumerate(state.fixed.units) if facts.role == "outpost")
    ties = [unit for unit, facts in enumerate(state.fixed.units) if facts.role == "garrison"]
    assert all(DISTANCE[state.pos[unit] - state.pos[yard]] <= 3 for unit in ties)


def captor(*more: Any) -> Any:
    state = stage([craft(CORVETTE, 0, 0)], [craft("corvette_empire", 1), craft(TIE, 15), *more])
    ion_of(state, 1).disabled = True
    return state


@rule("FH-167")
def test_a_disabled_ship_is_captured_after_two_end_phases():
    state = captor()
    assert ended(state, 1) is None and state.status[1] != CAPTURED
    ended(state, 2)
    assert state.status[1] == CAPTURED


@rule("FH-167")
def test_two_ships_that_take_turns_beside_it_capture_nothing():
    west = [craft(CORVETTE, 0), craft(CORVETTE, 9, 9)]
    state = stage(west, [craft("corvette_empire", 1), craft(TIE, 15)])
    ion_of(state, 2).disabled = True
    ended(state, 1)
    state.pos[0], state.pos[1] = state.pos[1], state.pos[0]
    ended(state, 2)
    assert state.status[2] != CAPTURED
    ended(state, 3)
    assert state.status[2] == CAPTURED


@rule("FH-167")
def test_a_captor_that_is_disabled_or_a_flight_takes_nothing():
    state = captor()
    ion_of(state, 0).disabled = True
    for number in (1, 2):
        ended(state, number)
    flight = stage([craft(X)], [craft("corvette_empire", 1), craft(TIE, 15)])
    ion_of(flight, 1).disabled = True
    for number in (1, 2):
        ended(flight, number)
    assert CAPTURED not in (*state.status, *flight.status)
    assert flight.loadouts[0].kind == FIGHTER


@rule("FH-167")
def test_stations_cannot_be_captured():
    state = stage([craft(CORVETTE)], [craft("outpost", 1), craft(TIE, 15)])
    ion_of(state, 1).disabled = True
    for number in (1, 2):
        ended(state, number)
    assert state.status[1] != CAPTURED


@rule("FH-169")
def test_play_goes_on_without_the_side_that_has_nobody_left():
    state = hostages(clock=5)
    kill(state, 3, 4, 5)
    assert ended(state) is None


@rule("FH-017")
def test_a_unit_may_be_turned_once_before_it_is_set_up():
    setup = fighters("fighter_clash", [X, X], ["outpost"], 40, deploy="choose")
    state, _ = system("fighters").setup(setup, ScriptedDice([6, 1]))
    turns = [choice for choice in turn.legal_orders(state, 0, 0) if choice & 15 == orders.FACE]
    assert turns == [orders.face(facing) for facing in range(1, 6)]
    turn.apply(state, 0, (0, orders.face(2)), ScriptedDice([]))
    assert turn.legal_units(state, 0) == (0,) and state.seat == 0
    places = turn.legal_orders(state, 0, 0)
    assert {choice & 15 for choice in places} == {orders.PLACE}
    turn.apply(state, 0, (0, places[0]), ScriptedDice([]))
    assert state.face[0] == 2 and state.seat == 1
    assert {choice & 15 for choice in turn.legal_orders(state, 1, 2)} == {orders.PLACE}, "a station is round"


@rule("FH-017")
def test_a_force_and_a_unit_say_how_they_start():
    setup = fighters("fighter_clash", [X, X], [TIE, TIE], 40)
    setup["forces"][0]["facing"] = "NE"
    setup["forces"][0]["units"][1]["facing"] = "SE"
    state, _ = system("fighters").setup(setup, ScriptedDice(ROLLS))
    assert state.face == [1, 5, 3, 3]
    columns = [state.fixed.board.offset(place)[0] for place in state.pos]
    assert columns == [2, 2, 21, 21], "drawn up in front of their zones all the same"
    setup["forces"][0]["facing"] = "N"
    with pytest.raises(Refusal, match="“N” is no facing"):
        system("fighters").setup(setup, ScriptedDice(ROLLS))


@rule("FH-017", "FH-162")
def test_units_are_set_up_in_turn_in_their_own_columns():
    setup = fighters("fighter_clash", [X, X], [TIE], 20, deploy="choose")
    state, _ = system("fighters").setup(setup, ScriptedDice([6, 1]))
    seats = ""
    while state.phase == 0:
        seats += "WE"[state.seat]
        unit = state.todo[state.seat][0]
        places = turn.legal_orders(state, state.seat, unit)
        places = [choice for choice in places if choice & 15 == orders.PLACE]
        columns = {state.fixed.board.offset(choice >> 4)[0] for choice in places}
        assert columns == ({0, 1, 2} if state.seat == 0 else {21, 22, 23})
        turn.apply(state, state.seat, (unit, places[0]), seeded_dice("x"))
    assert seats == "WEW" and state.face == [0, 0, 3]


@rule("FH-162")
def test_a_freighter_by_another_edge_counts_as_destroyed():
    state = raid()
    state.status[4], state.gone[4] = WITHDRAWN, WEST
    state.status[5], state.gone[5] = WITHDRAWN, EAST
    state.status[6] = CAPTURED
    assert victory.freighters_destroyed(state) == 2


@pytest.mark.parametrize(
    ("battle", "west", "east", "code"),
    [
        ("convoy_raid", [CORVETTE, "yt_1300"], [TIE], "ships"),
        ("convoy_raid", [X, "outpost"], [TIE], "ships"),
        ("convoy_raid", [X], ["millennium_falcon", "millennium_falcon"], "falcon"),
        ("outpost_assault", [X], [TIE], "outpost"),
        ("outpost_assault", [X], ["outpost", "outpost"], "outpost"),
        ("outpost_assault", [X], ["outpost", "corvette_empire", "lambda_shuttle"], "ships"),
        ("hostages", [X], [TIE], "transport"),
        ("starship_theft", [CORVETTE], [], "y_wing"),
        ("fighter_clash", ["light_freighter"], [TIE], "freighter"),
        ("fighter_clash", [X], [X], "craft"),
    ],
)
@rule("FH-162", "FH-163", "FH-164", "FH-166", "FH-048")
def test_a_force_keeps_the_limits_of_its_battle(battle: str, west: list[str], east: list[str], code: str):
    with pytest.raises(Refusal) as refused:
        system("fighters").setup(fighters(battle, west, east, 80), seeded_dice("x"))
    assert f"battle.force.{code}" in {found.code for found in refused.value.findings}
