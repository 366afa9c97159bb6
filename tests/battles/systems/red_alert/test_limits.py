"""Limits and exceptions: warps, planets, cloaks, bare flagships, and ends that both sides reach."""

from __future__ import annotations

import pytest

from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import ScriptedDice
from missions.battles.systems.red_alert.engine import combat, turn
from missions.battles.systems.red_alert.engine.choices import Kind, packed
from missions.battles.systems.red_alert.engine.combat import Course
from tests.battles.systems.red_alert.fights import Fight, fight
from tests.battles.systems.red_alert.positions import CF, CW, stand
from tests.battles.systems.red_alert.turns import Turn

# --- movement ---------------------------------------------------------------------------------------


@pytest.mark.rule("RA-073")
def test_a_warp_may_end_on_an_asteroid_and_not_on_a_planet():
    asteroid = Turn("Cw DD H6, Cf CR D6", "GQ", asteroids="E6").order(0)
    assert "E6" in asteroid.ends(0)
    planet = Turn("Cw DD H6, Cf CR D6", "GQ", planet="E6").order(0)
    assert "E6" not in planet.ends(0) and "E7" in planet.ends(0)
    crews = Turn("Cw DD H6, Cf CR D6", "REP").order(0)
    assert not {"E6", "E7"} & crews.ends(0) and "F6" in crews.ends(0)


@pytest.mark.rule("RA-073", "RA-065")
def test_a_destroyer_that_has_warped_need_not_fight():
    found = Turn("Cw DD H6, Cf CR D6", "GQ").order(0).move(0, "E6").done()
    assert found.targets(0)
    found.done()
    assert found.state.phase.name == "END"


@pytest.mark.rule("RA-152", "RA-154")
def test_a_move_from_hex_to_hex_of_a_planet_is_entering_it():
    found = Turn("Cw CR E6, Cf CR D6", "GQ", planet="E6 E7 E8").order(0)
    assert "E7" in found.ends(0) and "E8" not in found.ends(0)
    found.move(0, "E7").done()
    assert found.state.phase.name == "COMBAT" and not found.targets(0)


@pytest.mark.rule("RA-154")
def test_a_unit_that_entered_a_planet_does_not_battle_back_an_ambush():
    found = Turn("Cw CR F6, Cf CR D6", "GQ", rolled="F F", stars=(9, 9), planet="E6")
    found.deal(CF, "AMB")
    found.order(0).move(0, "E6").card("AMB", 1)
    assert (found.place(0), found.offered(Kind.BACK), found.dice.left) == ("E6", [], 0)


@pytest.mark.rule("RA-169")
def test_a_card_for_a_longer_move_opens_no_planet():
    found = Turn("Cw CR G6, Cf CR A1", "GQ BEN", stars=(9, 0), planet="E6", asteroids="F6").order(0)
    found.card("BEN", 0)
    assert "D5" in found.ends(0) and "E6" not in found.ends(0)


# --- retires and flagships --------------------------------------------------------------------------


@pytest.mark.rule("RA-125")
def test_the_die_of_an_asteroid_comes_before_that_of_a_unit_there():
    state = stand("Cf BB H6, Cw CR I6, Cw F J5, Cw F J6", asteroids="J5")
    fight(state, "S R F" + "C" + "B", "retire J5 K5")
    assert state.figures[1] == 1


@pytest.mark.rule("RA-109", "RA-122")
@pytest.mark.parametrize(("confirming", "figures"), [("F C", 0), ("F S", 1)])
def test_red_alerts_on_a_marked_flagship_are_hits_to_confirm(confirming: str, figures: int):
    state = stand("Cw DD G5, Cf FS(1)! F5")
    fight(state, "C R F" + confirming)
    assert state.figures[1] == figures


@pytest.mark.rule("RA-107", "RA-123", "RA-143")
@pytest.mark.parametrize(("confirming", "points"), [("B", 8), ("S", 0)])
def test_a_hit_by_an_asteroid_on_a_bare_flagship_is_confirmed(confirming: str, points: int):
    found = Turn("Cw FS(1)! G5, Cf F A1", "", rolled="R" + confirming, asteroids="G5")
    assert (found.state.points, found.place(0) == "gone") == ([0, points], points > 0)


# --- cloaks -----------------------------------------------------------------------------------------


@pytest.mark.rule("RA-171")
def test_a_cloak_comes_off_by_order_and_by_a_marker():
    found = Turn("Cw CR~ G5, Cw CR~ G7, Cf CR A1", "GQ")
    found.give(0, packed(Kind.UNCLOAK))
    assert found.state.cloaked == 0b10
    combat.mark(found.state, 1, Course(CW, ScriptedDice([])))
    assert found.state.cloaked == 0


@pytest.mark.rule("RA-171", "RA-206", "RA-208")
def test_a_cloaked_enemy_contests_a_planet_and_holds_its_sector():
    contested = Turn("Cw CR F7, Cf CR~ F8", "", map_of="supply_base")
    held = Turn("Cw CR K7, Cf CR~ F2, Cf CR F6, Cf CR F12", "", map_of="cardinals_belt")
    assert contested.state.points == held.state.points == [0, 0]


@pytest.mark.rule("RA-084", "RA-171")
def test_a_cloaked_neighbour_keeps_a_unit_from_firing():
    found = Turn("Cw CR G5, Cf CR~ F5, Cf CR E5", "GQ").order(0).done()
    assert found.targets(0) == {(1, "")}


# --- ends -------------------------------------------------------------------------------------------


@pytest.mark.rule("RA-201")
@pytest.mark.parametrize("active", [CW, CF])
def test_the_active_side_wins_if_both_reach_the_goal(active: int):
    state = stand("Cw CR G5, Cf CR A1")
    state.points, state.side = [13, 14], active
    combat.check_victory(state, Course(active, ScriptedDice([])))
    assert state.outcome and (state.outcome.winner, state.outcome.rule) == (active, "RA-200")


@pytest.mark.rule("RA-202")
@pytest.mark.parametrize(
    ("left", "points", "winner"),
    [((0,), (5, 5), CW), ((1,), (5, 5), CF), ((), (5, 5), None), ((0,), (4, 5), CF)],
)
def test_a_side_without_units_ends_the_battle(
    left: tuple[int, ...], points: tuple[int, int], winner: int | None
):
    state = stand("Cw CR G5, Cf CR A1")
    state.points = list(points)
    for unit in {0, 1} - set(left):
        state.lift(unit)
    turn.next_turn(state, Course(CW, ScriptedDice([])))
    assert state.outcome and (state.outcome.winner, state.outcome.rule) == (winner, "RA-202")


@pytest.mark.rule("RA-203")
@pytest.mark.parametrize(("points", "winner"), [((4, 3), CW), ((3, 4), CF), ((4, 4), None)])
def test_points_decide_after_the_last_turn(points: tuple[int, int], winner: int | None):
    state = stand("Cw CR G5, Cf CR A1")
    state.points, state.turn = list(points), state.table.turn_limit
    turn.begin(state, CF, Course(CF, ScriptedDice([])))
    assert state.outcome and (state.outcome.winner, state.outcome.rule) == (winner, "RA-203")


@pytest.mark.rule("RA-205")
def test_a_planet_gives_a_point_at_each_beginning_of_a_turn_of_its_holder():
    state = stand("Cw CR F7, Cf F A1", map_of="supply_base")
    scores = []
    for side in (CW, CF, CW, CF):
        turn.begin(state, side, Course(side, ScriptedDice([])))
        scores.append(state.points[CW])
    state.lift(0)
    turn.begin(state, CW, Course(CW, ScriptedDice([])))
    assert [*scores, state.points[CW]] == [1, 1, 2, 2, 2]


@pytest.mark.rule("RA-132")
def test_a_destroyer_that_battles_back_does_not_pursue():
    found = Turn("Cw CR(1) G5, Cf DD F5", "GQ", rolled="F F F" + "S F F", stars=(0, 9)).order(0).done()
    found.attack(0, 1)
    found.give(NO_UNIT, packed(Kind.BACK))
    assert found.place(0) == "gone" and found.state.wait is None and not found.offered(Kind.PURSUE)


@pytest.mark.rule("RA-111", "RA-122")
def test_a_marked_unit_is_not_asked_to_retire():
    assert Fight(stand("Cw BB G5, Cf CR E5"), "R F F").asked == "withdraw"
    assert Fight(stand("Cw BB G5, Cf CR! E5"), "R F F").asked == ""
