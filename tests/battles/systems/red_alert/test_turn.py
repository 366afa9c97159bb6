"""Commands, movement, pursuit, the end of a turn, objectives: the worked examples."""

from __future__ import annotations

from dataclasses import replace

import pytest

from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import ScriptedDice
from missions.battles.systems.red_alert.engine import turn
from missions.battles.systems.red_alert.engine.cards import (
    COMBAT_NUMBER,
    COMMAND_NUMBER,
)
from missions.battles.systems.red_alert.engine.choices import (
    Kind,
    aim_of,
    aimed,
    attack_of,
    attack_on,
    move_of,
    move_to,
    packed,
)
from missions.battles.systems.red_alert.engine.combat import Course
from missions.battles.systems.red_alert.engine.field import HEXES
from missions.battles.systems.red_alert.engine.state import NO_CARD
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from tests.battles.systems.red_alert.positions import CF, CW, stand
from tests.battles.systems.red_alert.turns import Turn

# --- commands ---------------------------------------------------------------------------------------


@pytest.mark.rule("RA-061", "RA-063")
@pytest.mark.parametrize(
    ("card", "units"), [("PR-L", {0, 1}), ("PR-C", {0, 2}), ("PR-R", set()), ("GQ", {0, 1, 2})]
)
def test_a_unit_on_a_dotted_line_is_in_two_sectors(card: str, units: set[int]):
    """RX-006."""
    found = Turn("Cw CR G5, Cw CR F4, Cw CR F5, Cf F A1", card)
    ordered = {unit for unit in range(3) if found.offered(Kind.ORDER, unit)}
    assert ordered == units


@pytest.mark.rule("RA-063", "RA-064")
def test_each_unit_fills_one_order_of_one_sector():
    """RX-009: of three units in the centre two are one too many."""
    found = Turn("Cw CR G5, Cw CR F6, Cw CR F7, Cf F A1", "RF")
    found.give(1, packed(Kind.ORDER))
    assert found.offered(Kind.ORDER, 0) and not found.offered(Kind.ORDER, 2)
    found.give(0, packed(Kind.ORDER))
    assert not found.offered(Kind.ORDER)


@pytest.mark.rule("RA-062", "RA-065")
def test_only_ordered_units_move_and_nobody_has_to_be_ordered():
    found = Turn("Cw CR G5, Cw CR F6, Cf F A1", "GQ")
    found.order(0)
    assert found.ends(0) and not found.ends(1)
    idle = Turn("Cw CR G5, Cf F A1", "GQ").done()
    assert idle.state.phase.name == "END"


@pytest.mark.rule("RA-066", "RA-165")
def test_a_marker_is_taken_off_for_one_star_or_for_two():
    """RX-011."""
    found = Turn("Cw DD! G5, Cw BB! F6, Cf F A1", "PR-C", stars=(2, 0))
    assert set(map(bool, (found.offered(Kind.CLEAR, 0), found.offered(Kind.CLEAR, 1)))) == {True}
    found.give(0, packed(Kind.ORDER))
    found.give(0, packed(Kind.CLEAR))
    assert (found.state.stars[CW], found.state.marked, found.offered(Kind.CLEAR)) == (1, 0b10, [])


@pytest.mark.rule("RA-061")
def test_cards_for_a_class_order_all_of_it():
    found = Turn("Cw CR G5, Cw F F6, Cw HF F7, Cf F A1", "SOR")
    assert found.state.ordered == 0b110
    assert Turn("Cw CR G5, Cw FS F6, Cw F F9, Cf F A1", "FLG").state.ordered == 0b011
    assert Turn("Cw CR G5, Cw CR C1, Cf F F5", "CLA").state.ordered == 0b001


@pytest.mark.rule("RA-061", "RA-065")
def test_a_card_that_fits_no_unit_orders_one_instead():
    found = Turn("Cw CR G5, Cw CR G7, Cf F A1", "SOR")
    assert found.state.fell_back
    found.give(0, packed(Kind.ORDER))
    assert not found.offered(Kind.ORDER)


def test_mirror_orders_repeat_the_card_of_the_enemy():
    found = Turn("Cw CR G2, Cw CR G3, Cw CR G11, Cf F A1", "")
    found.state.last[CF] = COMMAND_NUMBER["PR-L"]
    found.deal(CW, "MIR")
    found.give(NO_UNIT, packed(Kind.COMMAND, COMMAND_NUMBER["MIR"]))
    assert [unit for unit in range(3) if found.offered(Kind.ORDER, unit)] == [0, 1]
    alone = Turn("Cw CR G2, Cf F A1", "MIR")
    assert alone.state.fell_back and alone.offered(Kind.ORDER, 0)
    told = [sentence.text for sentence in RED_ALERT.narrate(alone.state, alone.events)]
    assert "The card finds nothing to order or to repeat, so Commonwealth orders one unit instead." in told


@pytest.mark.rule("RA-137", "RA-172")
@pytest.mark.parametrize(("last", "fell_back"), [("FST", True), ("MIR", True), ("LSP", False)])
def test_mirror_orders_repeat_no_card_that_answers_attacks(last: str, fell_back: bool):
    found = Turn("Cw DD F6, Cf CR(1) E6, Cf F A1", "", rolled="S F F", stars=(2, 0))
    found.state.last[CF] = COMMAND_NUMBER[last]
    found.deal(CW, "MIR")
    found.give(NO_UNIT, packed(Kind.COMMAND, COMMAND_NUMBER["MIR"]))
    assert found.state.fell_back is fell_back
    if fell_back:
        found.order(0).done().attack(0, 1)
        assert found.offered(Kind.PURSUE), "only a unit that First Strike itself orders does not pursue"


def test_repair_crews_clear_and_rebuild_but_do_not_fight():
    found = Turn("Cw CR(1)! G5, Cw BB G7, Cf F F5", "REP", rolled="S *")
    found.order(0, 1)
    assert (found.state.figures[0], found.state.marked) == (2, 0)
    assert found.ends(0)
    found.done()
    assert found.state.phase.name == "END"


# --- movement ---------------------------------------------------------------------------------------


@pytest.mark.rule("RA-073")
def test_a_destroyer_warps_into_contact():
    """RX-015."""
    found = Turn("Cw DD H6, Cf CR D6", "GQ").order(0)
    near = found.ends(0)
    assert {"E6", "E7"} <= near and "E5" not in near and "G6" in near
    assert not found.ends(0, paid=True)


@pytest.mark.rule("RA-074", "RA-165")
def test_full_impulse_is_one_hex_more_for_two_stars():
    """RX-017, RX-018."""
    found = Turn("Cw DD H6, Cf CR A1", "GQ", stars=(2, 0)).order(0)
    assert "E6" in found.ends(0, paid=True) and "E6" not in found.ends(0)
    flagship = Turn("Cw FS H6, Cf CR A1", "GQ", stars=(4, 0)).order(0)
    assert "F6" in flagship.ends(0, paid=True) and "E6" not in flagship.ends(0, paid=True)
    flagship.move(0, "F6", impulse=True)
    assert (flagship.place(0), flagship.state.stars[CW], flagship.ends(0)) == ("F6", 2, set())


@pytest.mark.rule("RA-076", "RA-141", "RA-142")
@pytest.mark.parametrize(("die", "marked"), [("R", True), ("*", False)])
def test_an_asteroid_stops_a_move_and_may_mark_the_unit(die: str, marked: bool):
    """RX-019."""
    found = Turn("Cw F H6, Cf CR D6", "GQ", rolled=die, asteroids="G6").order(0)
    assert "D5" not in Turn("Cw F H6, Cf CR D6", "GQ", asteroids="G6 G7 H5 H7 G5").order(0).ends(0)
    found.move(0, "G6")
    assert (found.place(0), found.state.is_marked(0)) == ("G6", marked)
    assert found.state.halted == 1


@pytest.mark.rule("RA-152")
def test_a_planet_is_entered_from_beside_it_alone():
    """RX-021."""
    found = Turn("Cw F F6, Cf CR A1", "GQ", planet="E6").order(0)
    assert {"E6", "D6"} <= found.ends(0)
    far = Turn("Cw F G6, Cf CR A1", "GQ", planet="E6").order(0)
    assert "E6" not in far.ends(0)
    blocked = Turn("Cw CR F6, Cf CR A1", "GQ", planet="E6 E7").order(0)
    assert "D6" not in blocked.ends(0) and {"E6", "E7"} <= blocked.ends(0)


@pytest.mark.rule("RA-154")
@pytest.mark.parametrize(("unit", "fights"), [("CR", False), ("F", True)])
def test_only_a_fighter_fights_on_the_turn_it_enters_a_planet(unit: str, fights: bool):
    """RX-022."""
    found = Turn(f"Cw {unit} F6, Cf CR D6", "GQ", planet="E6").order(0).move(0, "E6").done()
    assert bool(found.targets(0)) is fights


@pytest.mark.rule("RA-071", "RA-072")
def test_units_block_the_way_and_enemies_beside_it_do_not():
    """RX-023."""
    found = Turn("Cw F F6, Cw F E6, Cf F F7, Cf F E5", "GQ").order(0)
    assert "D6" in found.ends(0) and not {"E6", "F7", "E5"} & found.ends(0)


@pytest.mark.rule("RA-074")
def test_light_speed_is_six_hexes_without_combat():
    """RX-025."""
    found = Turn("Cw DD K6, Cf CR A1", "LSP", stars=(9, 0)).order(0)
    assert "E6" in found.ends(0) and "D6" not in found.ends(0) and not found.ends(0, paid=True)
    found.move(0, "E6").done()
    assert found.state.phase.name == "END"


@pytest.mark.rule("RA-075", "RA-121")
def test_a_marked_unit_stays():
    assert not Turn("Cw CR! G5, Cf CR A1", "GQ").order(0).ends(0)


def test_boosted_engines_and_slingshot_change_a_move():
    found = Turn("Cw CR H6, Cf CR A1", "GQ BEN", stars=(5, 0)).order(0)
    found.card("BEN", 0)
    assert "D6" in found.ends(0) and not found.ends(0, paid=True)
    swung = Turn("Cw F H6, Cf CR A1", "GQ SLG", stars=(5, 0), planet="G6").order(0)
    swung.card("SLG", 0)
    assert "A5" in swung.ends(0)


@pytest.mark.rule("RA-156")
@pytest.mark.parametrize(("debris", "offered"), [("", True), ("G6", False)])
def test_debris_on_a_planet_is_no_planet_to_swing_round(debris: str, offered: bool):
    found = Turn("Cw F H6, Cf CR A1", "GQ SLG", stars=(5, 0), planet="G6", debris=debris).order(0)
    assert bool(found.offered(Kind.CARD)) is offered


@pytest.mark.rule("RA-153", "RA-168")
def test_a_card_of_movement_is_played_before_the_second_move_too():
    found = Turn("Cw F G6, Cw F G10, Cf CR E6", "SOR BEN", rolled="F F F", stars=(5, 0)).done()
    found.move(0, "F6").done().attack(0, 2)
    assert len(found.offered(Kind.CARD)) == 2 and "K3" not in found.ends(0)
    found.card("BEN", 0)
    assert "K3" in found.ends(0) and not found.ends(0, paid=True)
    found.move(0, "K3")
    assert found.place(0) == "K3" and not found.ends(0)
    other = Turn("Cw F G6, Cf CR E6", "GQ BEN", rolled="F F F", stars=(5, 0)).order(0)
    assert not other.move(0, "F6").done().offered(Kind.CARD), "no second move"


def test_steady_helm_lets_units_cross_asteroids():
    found = Turn("Cw CR H6, Cw CR H7, Cf CR A1", "GQ STH", stars=(1, 0), asteroids="G6 G7").order(0, 1)
    found.card("STH", 0, 1)
    assert "F6" in found.ends(0)
    found.move(0, "G7")
    assert (found.place(0), found.state.halted) == ("G7", 0)


@pytest.mark.rule("RA-087", "RA-171")
def test_an_ambush_answers_a_move_at_once():
    """RX-105: the unit that moved may battle back, and still has its combat."""
    found = Turn("Cw CR G5, Cf CR D5", "GQ", rolled="S F F" + "F F F", stars=(2, 3))
    found.deal(CF, "AMB")
    found.order(0).move(0, "F5")
    assert found.state.wait and found.state.wait.name == "AMBUSH"
    found.card("AMB", 1)
    assert found.state.wait.name == "BACK"
    found.give(NO_UNIT, packed(Kind.BACK))
    assert (found.state.figures[0], found.state.stars) == (2, [0, 0])
    found.done()
    assert found.targets(0) == {(1, "")}


# --- combat and pursuit -----------------------------------------------------------------------------


@pytest.mark.rule("RA-080", "RA-081", "RA-086")
def test_each_ordered_unit_fights_once():
    found = Turn("Cw CR G5, Cw CR G7, Cf BB E6", "GQ", rolled="F F F").order(0, 1).done()
    found.attack(0, 2)
    assert (found.targets(0), found.targets(1)) == (set(), {(2, "")})


@pytest.mark.rule("RA-102")
def test_a_card_makes_an_attack_legal_that_has_no_dice():
    """RX-043."""
    units = "Cw CR G5, Cf CR C5"
    assert Turn(units, "GQ", asteroids="C5").order(0).done().targets(0) == set()
    found = Turn(units, "GQ TLK", stars=(1, 0), asteroids="C5").order(0).done()
    assert found.targets(0) == {(1, "TLK")}


@pytest.mark.rule("RA-167")
def test_one_combat_card_a_turn():
    """RX-121."""
    found = Turn("Cw DD G6, Cw CR G8, Cf F F6, Cf CR E8", "GQ TLK TSP", rolled="S S S S S", stars=(9, 0))
    found.order(0, 1).done()
    assert {(3, ""), (3, "TLK"), (3, "TSP")} <= found.targets(1)
    found.attack(0, 2, "TSP")
    assert {card for _, card in found.targets(1)} == {""}
    assert (found.state.stars[CW], found.dice.left) == (7, 0)
    found.deal(CF, "DEC")
    found.state.stars[CF] = 1
    found.attack(1, 3).card("DEC")
    assert found.state.played == 0b11, "the opponent has played one as well"


@pytest.mark.rule("RA-135", "RA-136", "RA-165")
def test_a_destroyer_pursues_and_fights_again():
    """RX-107."""
    found = Turn("Cw DD F6, Cf CR(1) E6, Cf CR C6", "GQ", rolled="S F F" + "F F", stars=(2, 0))
    found.order(0).done().attack(0, 1)
    found.give(0, packed(Kind.PURSUE))
    assert (found.place(0), found.state.stars[CW], found.targets(0)) == ("E6", 0, {(2, "")})
    found.attack(0, 2)
    assert not found.targets(0) and not found.offered(Kind.PURSUE)


@pytest.mark.rule("RA-137", "RA-156")
@pytest.mark.parametrize(
    ("units", "rolled"),
    [
        ("Cw DD F6, Cf BB(1) E6, Cf F A1", "C F F"),  # RX-067: debris lies there
        ("Cw DD! F6, Cf CR(1) E6, Cf F A1", "S F"),
        ("Cw CR F6, Cf CR(1) E6, Cf F A1", "S F F"),
    ],
)
def test_no_pursuit_over_debris_by_a_marked_unit_or_by_another_type(units: str, rolled: str):
    found = Turn(units, "GQ", rolled=rolled, stars=(9, 0)).order(0).done().attack(0, 1)
    assert found.place(1) == "gone" and not found.offered(Kind.PURSUE)


@pytest.mark.rule("RA-138")
def test_no_pursuit_of_a_target_that_retired_by_choice():
    found = Turn("Cw DD G6, Cf CR F6", "GQ", rolled="R F F", stars=(9, 0)).order(0).done().attack(0, 1)
    way = found.offered(Kind.RETIRE)[0]
    found.give(NO_UNIT, packed(Kind.RETIRE, way))
    assert found.place(1) != "F6" and not found.offered(Kind.PURSUE)


@pytest.mark.rule("RA-139", "RA-154", "RA-168")
def test_cards_give_a_pursuit_to_other_types():
    """RX-111, RX-122: the star of the roll pays for Hot Pursuit."""
    found = Turn("Cw DD F6, Cf CR(1) E6, Cf CR C6", "GQ HPU", rolled="S * F").order(0).done().attack(0, 1)
    found.card("HPU", 0)
    assert (found.place(0), found.state.stars[CW]) == ("E6", 0)
    fighter = Turn("Cw F F6, Cf F(1) E6, Cf CR D6", "GQ RTD", rolled="F F S", stars=(2, 0), planet="E6")
    fighter.order(0).done().attack(0, 1)
    fighter.card("RTD", 0)
    assert fighter.place(0) == "E6" and fighter.targets(0) == {(2, "")}


@pytest.mark.rule("RA-076", "RA-153")
def test_a_sortie_is_move_combat_move():
    """RX-026, RX-027."""
    found = Turn("Cw F G6, Cf CR E6", "SOR", rolled="F F F", planet="F7").done()
    found.move(0, "F6").done().attack(0, 1)
    assert "F7" in found.ends(0) and "H6" in found.ends(0)
    found.move(0, "F7")
    assert not found.ends(0) and not found.targets(0)
    stopped = Turn("Cw F G6, Cf CR E6", "SOR", rolled="*" + "F F F", asteroids="F6").done()
    stopped.move(0, "F6").done().attack(0, 1)
    assert not stopped.ends(0)


def test_named_targets_and_second_salvos():
    found = Turn("Cw CR G5, Cf CR E5, Cf F A1", "GQ FOC", rolled="F F F F", stars=(9, 0)).order(0).done()
    found.card("FOC", 1).attack(0, 1)
    assert found.dice.left == 0
    again = Turn("Cw CR G5, Cf CR E5, Cf F A1", "GQ SSV", rolled="F F F" + "F F F", stars=(9, 0))
    again.order(0).done().attack(0, 1)
    again.card("SSV", 0).attack(0, 1)
    assert again.dice.left == 0 and not again.targets(0)


def test_cards_of_the_order_phase():
    found = Turn("Cw CR(1) G5, Cf CR E5", "GQ CLK", stars=(9, 0))
    found.give(0, packed(Kind.ORDER))
    found.card("CLK", 0)
    assert found.state.is_cloaked(0) and found.offered(Kind.UNCLOAK, 0)
    rebuilt = Turn("Cw CR(1) G5, Cf CR E5", "GQ DCT", rolled="S * S", stars=(9, 0)).card("DCT", 0)
    assert rebuilt.state.figures[0] == 3
    hit = Turn("Cw CR G5, Cf CR E5", "GQ SAB", rolled="B F", stars=(9, 0)).card("SAB", 1)
    assert hit.state.is_marked(1)


# --- the end of a turn ------------------------------------------------------------------------------


@pytest.mark.rule("RA-160")
@pytest.mark.parametrize(("taken", "stars", "cards"), [(Kind.STARS, 2, 0), (Kind.STAR_AND_CARD, 1, 1)])
def test_a_turn_ends_with_two_stars_or_with_one_and_a_card(taken: Kind, stars: int, cards: int):
    found = Turn("Cw CR G5, Cf CR A1", "PR-C").done().done()
    assert len(found.state.hands[CW][0]) == 1
    found.give(NO_UNIT, packed(taken))
    assert (found.state.stars[CW], len(found.state.hands[CW][1])) == (stars, cards)
    assert (found.state.side, found.state.turn) == (CF, 2)
    assert found.state.discards[0] == [COMMAND_NUMBER["PR-C"]]


@pytest.mark.rule("RA-161")
def test_an_unplayed_card_is_worth_a_star():
    """RX-119."""
    found = Turn("Cw CR G5, Cf CR A1", "PR-C SUP TLK").done()
    found.give(NO_UNIT, packed(Kind.TRADE, COMBAT_NUMBER["TLK"]))
    assert not found.offered(Kind.TRADE)
    found.done()
    found.give(NO_UNIT, packed(Kind.STARS))
    assert found.state.stars[CW] == 3


@pytest.mark.rule("RA-166")
def test_a_scout_draws_two_and_keeps_one():
    """RX-115."""
    found = Turn("Cw CR G5, Cf CR A1", "SC-L").done().done()
    first, second = found.state.drawn
    found.give(NO_UNIT, packed(Kind.KEEP, first))
    assert (found.state.hands[CW][0], found.state.discards[0]) == ([first], [COMMAND_NUMBER["SC-L"], second])


@pytest.mark.rule("RA-164")
def test_an_empty_pile_is_shuffled_again():
    found = Turn("Cw CR G5, Cf CR A1", "PR-C").done()
    found.state.decks[0] = []
    found.state.discards[0] = [COMMAND_NUMBER["GA"]]
    found.dice = ScriptedDice([1])
    found.done()
    assert len(found.state.hands[CW][0]) == 1 and found.state.discards[0] == []


@pytest.mark.rule("RA-028")
def test_a_draw_that_was_lost_with_the_flagship_is_left_out():
    found = Turn("Cw CR G5, Cf CR A1", "PR-C").done()
    found.state.draws_skipped[CW] = 1
    found.done()
    assert (found.state.hands[CW][0], found.state.draws_skipped) == ([], [0, 0])


@pytest.mark.rule("RA-162", "RA-172")
def test_a_command_card_that_answered_is_replaced_before_the_own_draw():
    found = Turn("Cw CR G5, Cf CR A1", "PR-C").done()
    found.state.replaced[CF] = 1
    top = found.state.decks[0][-1]
    found.done()
    assert found.state.hands[CF][0] == [top]


# --- objectives and asteroids at the beginning of a turn --------------------------------------------


@pytest.mark.rule("RA-205", "RA-206")
@pytest.mark.parametrize(
    ("units", "points"),
    [
        ("Cw CR F7, Cf F A1", 1),
        ("Cw CR F7, Cw CR E8, Cf F A1", 2),
        ("Cw CR F7, Cf CR F8", 0),  # RX-125: contested on the same planet
        ("Cw CR F6, Cf CR F5", 1),  # beside it, but off the planet
        ("Cw CR! F7, Cf F A1", 0),  # RX-126
        ("Cw CR~ F7, Cf F A1", 0),
    ],
)
def test_a_unit_on_a_planet_gives_a_point_unless_it_is_contested(units: str, points: int):
    assert Turn(units, "", map_of="supply_base").state.points == [points, 0]


@pytest.mark.rule("RA-205")
def test_planet_markers_stay_where_they_were_placed_and_everybody_sees_them():
    found = Turn("Cw CR F7, Cw CR E8, Cf F A1", "", map_of="supply_base")
    state = found.state
    state.put(1, HEXES["K1"])
    copy = state.clone()
    found.do(lambda course: turn.begin(state, CW, course))
    found.do(lambda course: turn.begin(state, CF, course))
    assert state.points == [3, 0] and copy.points == [2, 0]
    assert RED_ALERT.view_for(copy, None)["planet_markers"] == [{"F7": 1, "E8": 1}, {}]
    for seat in (CW, CF, None):
        assert RED_ALERT.view_for(state, seat)["planet_markers"] == [{"F7": 2, "E8": 1}, {}]
    assert RED_ALERT.key(state) != RED_ALERT.key(replace(state, planet_markers=((), ())))


@pytest.mark.rule("RA-208")
@pytest.mark.parametrize(
    ("units", "points"), [("Cw CR K1, Cf CR E5, Cf CR F6", 2), ("Cw CR K1, Cf CR E1, Cf CR F6, Cf F E13", 0)]
)
def test_a_sector_without_an_enemy_gives_a_point(units: str, points: int):
    """RX-127: E5 counts for the centre."""
    assert Turn(units, "", map_of="cardinals_belt").state.points == [points, 0]


@pytest.mark.rule("RA-143")
def test_units_on_asteroids_roll_when_their_turn_begins():
    """RX-117."""
    found = Turn("Cw CR G5, Cw DD! G7, Cf F E5", "", rolled="R R", asteroids="G5 G7 E5")
    assert (found.state.is_marked(0), found.state.figures, found.dice.left) == (True, [3, 2, 3], 0)


@pytest.mark.rule("RA-051", "RA-200")
def test_objectives_win_before_any_die_is_rolled():
    """RX-118."""
    state = stand("Cw CR F7, Cf F A1", map_of="supply_base")
    state.points = [20, 0]
    turn.begin(state, CW, Course(CW, ScriptedDice([])))
    assert state.outcome and state.outcome.winner == CW


@pytest.mark.rule("RA-211", "RA-212", "RA-213", "RA-201")
def test_a_unit_leaves_over_the_enemys_baseline_for_its_points():
    """RX-130."""
    found = Turn("Cw FS A7, Cw CR C7, Cw CR~ A3, Cf F K1", "GQ", map_of="uncharted_base").order(0, 1, 2)
    assert [bool(found.offered(Kind.EXIT, unit)) for unit in (0, 1, 2)] == [True, False, False]
    found.give(0, packed(Kind.EXIT))
    assert (found.state.points, found.state.eliminated, found.place(0)) == ([8, 0], [0, 0], "gone")
    assert not Turn("Cw CR A7, Cf F K1", "GQ").order(0).offered(Kind.EXIT)


@pytest.mark.rule("RA-202")
def test_points_decide_when_a_side_has_left():
    """RX-131."""
    found = Turn("Cw CR G5, Cf F A1", "PR-C", map_of="uncharted_base").done().done()
    found.state.lift(1)
    found.state.points = [15, 18]
    found.give(NO_UNIT, packed(Kind.STARS))
    assert found.state.outcome and found.state.outcome.winner == CF


@pytest.mark.rule("RA-203")
def test_a_battle_stops_after_its_last_turn():
    found = Turn("Cw CR G5, Cf F A1", "PR-C").done().done()
    found.state.turn = 200
    found.give(NO_UNIT, packed(Kind.STARS))
    assert found.state.outcome and found.state.outcome.winner is None


def test_choices_are_packed_without_loss():
    assert aim_of(aimed(3, 0, 7, 30)) == (3, (0, 7, 30)) and aim_of(aimed(24)) == (24, ())
    assert move_of(move_to(137, True)) == (137, True)
    assert attack_of(attack_on(29, 24)) == (29, 24) and attack_of(attack_on(0)) == (0, NO_CARD)
