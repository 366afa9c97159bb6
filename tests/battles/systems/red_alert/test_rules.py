"""Rules that stand beside the course of a turn: sides, figures, the die, shown cards, time pressure."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import ScriptedDice, seeded_dice
from missions.battles.systems.red_alert.engine import combat, orders, setup, strikes
from missions.battles.systems.red_alert.engine.cards import (
    COMBAT,
    COMBAT_NUMBER,
    COMMAND,
    COMMAND_NUMBER,
)
from missions.battles.systems.red_alert.engine.choices import Kind, aim_of, kind_of, load_of, packed
from missions.battles.systems.red_alert.engine.combat import Course
from missions.battles.systems.red_alert.engine.field import BASELINE, HEXES, LABELS, ROW
from missions.battles.systems.red_alert.engine.scenarios import SIDES, battles
from missions.battles.systems.red_alert.engine.state import Phase, State
from missions.battles.systems.red_alert.engine.units import (
    BY_ID,
    CAPITAL,
    CLASSES,
    DATA,
    FACES,
    STRIKE,
    SYMBOL,
    TYPES,
)
from tests.battles.systems.red_alert import play
from tests.battles.systems.red_alert.fights import Fight, offered
from tests.battles.systems.red_alert.positions import CF, CW, faces, stand
from tests.battles.systems.red_alert.turns import Turn


def opened(*shown: str) -> State:
    """The first battle, after both sides have shown these cards."""
    state, _ = setup.build(
        {"system": "red_alert", "version": "1", "scenario": "opening_salvo"}, seeded_dice("x")
    )
    for side, card in enumerate(shown):
        state.hands[side][0][0] = COMMAND_NUMBER[card]
        setup.choose(
            state, (NO_UNIT, packed(Kind.SHOW, COMMAND_NUMBER[card])), Course(side, seeded_dice("y"))
        )
    return state


def commands(state: State) -> set[int]:
    """Command cards that may be played now."""
    return {load_of(choice) for _, choice in orders.orders(state) if kind_of(choice) is Kind.COMMAND}


def sit_out(state: State) -> None:
    """A turn in which nothing happens that does not have to."""
    turn = state.turn
    while state.turn == turn:
        found = {kind_of(order[1]): order for order in play.offered(state)}
        kinds = (Kind.COMMAND, Kind.DONE, Kind.KEEP, Kind.STARS)
        play.give(state, next(found[kind] for kind in kinds if kind in found), "sit out")


# --- sides, units and the die -----------------------------------------------------------------------


@pytest.mark.rule("RA-002")
def test_one_person_on_each_side_chooses_everything_for_it():
    state = opened()
    assert state.table.seating.sides == SIDES
    assert [seat.side for seat in state.table.seating.seats] == [CW, CF]
    assert setup.to_choose(state) == [CW, CF]


@pytest.mark.rule("RA-307")
@pytest.mark.parametrize("name", battles())
def test_the_commonwealth_is_at_the_bottom(name: str):
    battle = battles()[name]
    fleets = [{hex_ for _, hex_ in battle.units[side]} for side in (CW, CF)]
    for side, hexes in enumerate(battle.deployment):
        fleets[side] |= set(hexes)
    bottom, top = ([ROW[hex_] for hex_ in hexes] for hexes in fleets)
    assert min(bottom) > max(top) and SIDES[CW] == "Commonwealth"
    assert {ROW[HEXES[label]] for label in LABELS if BASELINE[CW] >> HEXES[label] & 1} == {10}


@pytest.mark.rule("RA-007")
def test_three_units_are_cloaked_at_most_and_markers_never_run_out():
    units = ", ".join(f"Cw CR K{number}" for number in range(1, 13))
    found = Turn(f"{units}, Cf CR A1", "GQ CLK", stars=(9, 0))
    found.give(3, packed(Kind.ORDER))
    found.state.cloaked = 0b011
    assert found.offered(Kind.CARD)
    found.state.cloaked = 0b111
    assert not found.offered(Kind.CARD)
    for unit in range(12):
        combat.mark(found.state, unit, Course(CW, ScriptedDice([])))
    assert found.state.marked.bit_count() == 12


@pytest.mark.rule("RA-025")
def test_a_unit_moves_with_all_its_figures_and_joins_no_other():
    found = Turn("Cw CR(2) G5, Cw CR(1) F5, Cf F A1", "GQ").order(0)
    assert "F5" not in found.ends(0)
    found.move(0, "F4")
    assert (found.state.figures, found.state.at[HEXES["G5"]], found.ends(0)) == ([2, 1, 3], -1, set())


@pytest.mark.rule("RA-027")
def test_cap_fighters_are_part_of_their_flagship():
    sortie = Turn("Cw FS G5, Cw F G7, Cf F A1", "SOR")
    assert sortie.state.ordered == 0b10
    signal = Turn("Cw FS G5, Cf F A1", "FLG").done().move(0, "F5")
    assert (signal.place(0), signal.state.figures[0]) == ("F5", 4)
    missed = stand("Cw BB G5, Cf FS F5")
    Fight(missed, "F F F")
    assert (BY_ID["FS"].symbol, missed.figures[1]) == (CAPITAL, 4)


@pytest.mark.rule("RA-029")
def test_strike_is_the_only_name_of_its_class():
    with (DATA / "units.csv").open(encoding="utf-8", newline="") as file:
        assert (
            {row["class"] for row in csv.DictReader(file)} == set(CLASSES) == {"fighter", "strike", "capital"}
        )
    assert {unit.id for unit in TYPES if unit.symbol == STRIKE} == {"HCR", "CR", "HDD", "DD"}
    asked = {
        name for card in COMBAT for term in card.conditions if term.name == "class" for name in term.values
    }
    ordered = {word for card in COMMAND for each in card.effects for word in each.words("class")}
    assert asked | ordered == set(CLASSES)


@pytest.mark.rule("RA-030")
def test_the_die_has_each_symbol_once():
    assert SYMBOL.sides == len(set(FACES)) == len(set(SYMBOL.letters)) == 6
    assert {FACES[number - 1] for number in CLASSES.values()} == set(CLASSES)
    assert set(faces("FSCB*R")) == set(range(1, 7))


# --- the first turns and shown cards ----------------------------------------------------------------


@pytest.mark.rule("RA-049")
def test_the_first_player_begins_again_with_any_card():
    """RX-014."""
    state = opened("GA", "PR-L")
    assert (state.side, commands(state)) == (CF, {COMMAND_NUMBER["PR-L"]})
    sit_out(state)
    assert (state.side, commands(state)) == (CW, {COMMAND_NUMBER["GA"]})
    sit_out(state)
    assert (state.side, state.turn, commands(state)) == (CF, 3, set(state.hands[CF][0]))


@pytest.mark.rule("RA-060")
def test_a_turn_has_one_command_card():
    found = Turn("Cw CR G5, Cf F A1", "")
    found.deal(CW, "GQ")
    found.deal(CW, "PR-L")
    assert {kind_of(choice) for _, choice in orders.orders(found.state)} == {Kind.COMMAND}
    found.give(NO_UNIT, packed(Kind.COMMAND, COMMAND_NUMBER["GQ"]))
    while found.state.phase is not Phase.END:
        assert not found.offered(Kind.COMMAND)
        found.done()
    assert found.state.hands[CW][0] == [COMMAND_NUMBER["PR-L"]]


@pytest.mark.rule("RA-028")
def test_the_card_that_was_shown_is_not_lost_with_the_flagship():
    state = stand("Cw BB G5, Cf FS(1) F5")
    state.hands[CF][0] = [COMMAND_NUMBER["PR-L"], COMMAND_NUMBER["GA"]]
    state.shown[CF] = COMMAND_NUMBER["PR-L"]
    Fight(state, "C F F C" + "F").say("pass")
    assert (state.hands[CF][0], state.discards[0]) == ([COMMAND_NUMBER["PR-L"]], [COMMAND_NUMBER["GA"]])
    bare = stand("Cw BB G5, Cf FS(1) F5")
    bare.hands[CF][0], bare.shown[CF] = [COMMAND_NUMBER["PR-L"]], COMMAND_NUMBER["PR-L"]
    Fight(bare, "C F F C")
    assert (len(bare.hands[CF][0]), bare.draws_skipped) == (1, [0, 1])


@pytest.mark.rule("RA-048")
@pytest.mark.parametrize(("hand", "reacts"), [("FST PR-L", False), ("FST FST", True)])
def test_a_first_strike_that_was_shown_waits_for_its_own_turn(hand: str, reacts: bool):
    state = stand("Cw DD G5, Cf CR F5")
    state.hands[CF][0] = [COMMAND_NUMBER[card] for card in hand.split()]
    state.shown[CF] = COMMAND_NUMBER["FST"]
    found = Fight(state, "F F F")
    assert (found.asked == "declared" and "FST" in offered(state)) is reacts


@pytest.mark.rule("RA-172")
@pytest.mark.parametrize(("in_play", "asked"), [("FST", False), ("PR-L", True)])
def test_nobody_is_asked_for_a_first_strike_when_all_of_them_lie_open(in_play: str, asked: bool):
    state = stand("Cw DD G5, Cf CR F5")
    state.hands[CF][0] = [COMMAND_NUMBER["PR-L"]] * 2
    state.discards[0], state.command = [COMMAND_NUMBER["FST"]], COMMAND_NUMBER[in_play]
    assert (Fight(state, "F F F").asked == "declared") is asked


# --- orders, movement, combat -----------------------------------------------------------------------


@pytest.mark.rule("RA-067")
def test_a_unit_that_leaves_its_sector_still_fights():
    found = Turn("Cw CR F4, Cw CR F8, Cf CR E8", "PR-L")
    assert found.offered(Kind.ORDER, 0) and not found.offered(Kind.ORDER, 1)
    found.order(0).move(0, "F6").done()
    assert found.targets(0) == {(2, "")}


@pytest.mark.rule("RA-070")
def test_ordered_units_move_once_in_any_sequence_or_stay():
    found = Turn("Cw CR G5, Cw CR G7, Cw CR G9, Cf F A1", "GQ").order(0, 1, 2)
    assert found.ends(0) and found.ends(1)
    found.move(1, "F6").move(0, "F5")
    assert (found.ends(0), found.ends(1)) == (set(), set()) and found.ends(2)
    found.done()
    assert [found.place(unit) for unit in range(3)] == ["F5", "F6", "G9"]


@pytest.mark.rule("RA-077", "RA-155")
def test_a_unit_that_an_ambush_sent_onto_a_planet_still_fights():
    found = Turn("Cw CR F5, Cf CR C5", "GQ", rolled="S R F", stars=(0, 3), planet="G5")
    found.deal(CF, "AMB")
    found.order(0).move(0, "E5").card("AMB", 1).retire("F5 G5").done()
    assert (found.place(0), found.targets(0)) == ("G5", {(1, "")})


@pytest.mark.rule("RA-100")
def test_dice_of_cards_come_after_the_reductions():
    state = stand("Cw F! G5, Cf CR E5", asteroids="E5")
    assert (strikes.base_dice(state, 0, 1), len(strikes.reductions(state, 0, 1))) == (1, 2)
    assert strikes.dice(state, 0, 1, added=2) == 2


@pytest.mark.rule("RA-124")
def test_a_retire_is_over_before_a_pursuit():
    found = Turn("Cw DD F6, Cf CR(2) E6, Cf F A1", "GQ", rolled="S R F" + "C", stars=(2, 9), asteroids="D6")
    found.order(0).done().attack(0, 1)
    assert not found.offered(Kind.PURSUE) and not found.offered(Kind.BACK)
    found.retire("D6 C6")
    assert found.place(1) == "gone" and found.offered(Kind.PURSUE, 0)


@pytest.mark.rule("RA-145")
def test_a_unit_fights_from_the_asteroid_that_it_has_just_entered():
    found = Turn("Cw CR G5, Cf CR E5", "GQ", rolled="*" + "S S", asteroids="F5 E5")
    found.order(0).move(0, "F5").done().attack(0, 1)
    assert (found.state.figures[1], found.dice.left) == (1, 0)


@pytest.mark.rule("RA-170")
def test_a_cloak_goes_on_an_ordered_unit():
    found = Turn("Cw CR G5, Cw CR G7, Cf CR E5", "GQ CLK", stars=(9, 0))
    found.give(1, packed(Kind.ORDER))
    assert [aim_of(packed(Kind.CARD, load)) for load in found.offered(Kind.CARD)] == [
        (COMBAT_NUMBER["CLK"], (1,))
    ]


@pytest.mark.rule("RA-172", "RA-137")
@pytest.mark.parametrize(("card", "pursues"), [("FST", False), ("GQ", True)])
def test_a_unit_that_first_strike_ordered_does_not_pursue(card: str, pursues: bool):
    found = Turn("Cw DD F6, Cf CR(1) E6, Cf F A1", card, rolled="S F F", stars=(2, 0))
    found.order(0).done().attack(0, 1)
    assert bool(found.offered(Kind.PURSUE)) is pursues


@pytest.mark.rule("RA-174")
def test_the_active_player_plays_before_the_other():
    found = Turn("Cw CR G5, Cf CR E5", "GQ TLK", rolled="F F F", stars=(1, 1))
    found.deal(CF, "DEC")
    found.order(0).done().attack(0, 1, "TLK").card("DEC")
    found.give(NO_UNIT, packed(Kind.ROLL))
    played = [event[1:] for event in found.events if event[0] == "plays"]
    assert played == [(CW, COMBAT_NUMBER["TLK"]), (CF, COMBAT_NUMBER["DEC"])] and found.dice.left == 0


# --- task forces and time ---------------------------------------------------------------------------


@pytest.mark.rule("RA-184", "RA-306")
def test_stars_decide_on_the_first_choice_of_a_task_force():
    """RX-137: both roll again while they show as many stars."""
    state = opened()
    dice = ScriptedDice(faces("* F F F F" + "S S * S S" + "F F F F F" + "* R F F F"))
    assert (setup.more_stars(state, "RA-184", Course(CW, dice)), dice.left) == (CF, 0)
    same = {"scenario": "twin_sisters", "forces": [{"card": 3}, {"card": 3}]}
    with pytest.raises(Unreadable, match="there is one of each"):
        setup.build({"system": "red_alert", "version": "1", **same}, dice)


def pressed(card: str, points: int = 0, defender: int = CW) -> Turn:
    """The end of a turn of a side that plays this card, while time works for the defender."""
    found = Turn("Cw CR G5, Cf CR A1", card)
    battle = replace(found.state.table.battle, objectives=frozenset({"time_pressure"}), defender=defender)
    found.state.table = replace(found.state.table, battle=battle)
    found.state.points[CW] = points
    return found.done()


@pytest.mark.rule("RA-215")
def test_time_gives_a_scout_a_point_instead_of_a_second_card():
    found = pressed("SC-C")
    found.give(NO_UNIT, packed(Kind.TIME))
    assert (found.state.points, len(found.state.hands[CW][0]), found.state.drawn) == ([1, 0], 1, [])
    assert found.offered(Kind.STARS) and not found.offered(Kind.TIME)


@pytest.mark.rule("RA-215")
@pytest.mark.parametrize(
    ("card", "points", "defender", "gains"),
    [
        ("SC-C", 0, CW, True),
        ("SC-C", 11, CW, True),
        ("SC-C", 12, CW, False),  # the point would win
        ("SC-C", 0, CF, False),
        ("PR-C", 0, CW, False),
    ],
)
def test_time_works_for_a_scouting_defender_and_never_wins(
    card: str, points: int, defender: int, gains: bool
):
    assert bool(pressed(card, points, defender).offered(Kind.TIME)) is gains


@pytest.mark.rule("RA-215")
def test_time_works_for_nobody_in_the_ten_battles():
    assert not any(
        battle.defender is not None or "time_pressure" in battle.objectives for battle in battles().values()
    )
    assert not Turn("Cw CR G5, Cf CR A1", "SC-C").done().offered(Kind.TIME)
