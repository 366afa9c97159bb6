"""The course of a battle: set-up, energy, tiles, rounds and victory (BG-012 … BG-019, BG-130 … BG-151)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import NO_UNIT, OVER, PHASE, TURN
from missions.battles.engine.dice import ScriptedDice, seeded_dice
from missions.battles.systems.galaxies.engine import awaited, damage, fleets, setup, telling, turn
from missions.battles.systems.galaxies.engine.choices import Kind, packed
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.state import Phase, State
from missions.battles.systems.galaxies.engine.tactics import DECK, MOST_HAND
from tests.battles.systems.galaxies.positions import ISN, WRETCH, stand
from tests.battles.systems.galaxies.screens import deploying, launching, order, ready

F54, BARRAGE, HAWKS = "isn-f54-veteran", "isn-barrage-standard", "isn-hawks-veteran"


def set_up(name: str = "saturn_line", **more: Any) -> dict[str, Any]:
    forces = [{"cards": [card.id for card in fleet]} for fleet in battles()[name].fleets]
    return {"system": "galaxies", "version": "1", "scenario": name, "forces": forces, **more}


def begun(*faces: int, **more: Any) -> State:
    """A battle after its set-up."""
    return setup.build(set_up(**more), ScriptedDice(faces))[0]


def act(state: State, choice: int, dice=()) -> list:
    seat = min(awaited.to_act(state))
    assert choice in awaited.legal_orders(state, seat, NO_UNIT)
    return awaited.apply(state, seat, (NO_UNIT, choice), ScriptedDice(dice))


DONE = packed(Kind.DONE)


def begin_turn(state: State, side: int = ISN, dice=None) -> list:
    """The events of a turn that begins."""
    course = Course(side, dice or ScriptedDice(()))
    turn.begin(state, side, course)
    return course.events


# --- set-up -----------------------------------------------------------------------------------------


@pytest.mark.rule("BG-008", "BG-013")
def test_the_higher_number_says_who_begins_and_a_tie_is_rolled_again():
    state, events = setup.build(set_up(), ScriptedDice((4, 4, 2, 7)))
    rolls = [event for event in events if event[0] == "initiative"]
    assert rolls == [("initiative", 4, 4), ("initiative", 2, 7)] and awaited.to_act(state) == {WRETCH}
    lines = [line for line in telling.tell(state, events) if line.kind == "initiative"]
    assert [line.dice for line in lines] == [(4, 4), (2, 7)] and lines[0].dies == ("number", "number")
    act(state, packed(Kind.BEGIN, ISN))
    assert state.side == state.first == ISN and state.turn == 1


@pytest.mark.rule("BG-012", "BG-015")
def test_both_start_with_fifteen_and_the_beginner_gains_five_at_first():
    state = begun(7, 2)
    assert state.energy == [15, 15]
    act(state, packed(Kind.BEGIN, ISN))
    assert state.energy == [20, 15]
    ready_all(state)
    assert state.side == WRETCH and state.energy == [20, 25]
    ready_all(state)
    assert state.energy == [30, 25]


@pytest.mark.rule("BG-013")
@pytest.mark.parametrize("first", [ISN, WRETCH])
def test_a_battle_may_make_up_for_the_sequence_of_turns_with_energy(first: int, monkeypatch):
    usual = battles()["ring_patrol"]
    uneven = {"ring_patrol": replace(usual, extra=(0, 4))}
    monkeypatch.setattr(fleets, "battles", lambda: uneven)
    state = begun(7, 2, name="ring_patrol")
    assert state.energy == [15, 15]
    events = act(state, packed(Kind.BEGIN, first))
    assert (state.energy[first], state.energy[1 - first]) == (20, 19)
    (line,) = [line for line in telling.tell(state, events) if line.kind == "extra"]
    name = ("ISN", "Wretch")[1 - first]
    assert line.text == f"{name} gets 4 more energy because its turn is second, and has 19."
    assert line.rule == "BG-013"


def ready_all(state: State) -> None:
    """End every phase of the turn."""
    side = state.side
    while state.side == side and state.outcome is None:
        act(state, DONE)


@pytest.mark.rule("BG-012", "BG-018", "BG-160", "BG-161")
def test_five_tactic_cards_are_dealt_from_a_deck_of_each_side():
    state = setup.build(set_up(tactics=True), seeded_dice("cards"))[0]
    for side in (0, 1):
        assert len(state.hands[side]) == 5 and sorted((*state.hands[side], *state.decks[side])) == sorted(
            DECK
        )
    assert begun(7, 2).hands == [(), ()]


def test_a_set_up_that_cannot_be_read_is_refused():
    for wrong in ({"version": "0"}, {"tactics": 1}, {"people": [2, 1]}, {"scenario": "nowhere"}):
        with pytest.raises(Unreadable):
            setup.build({**set_up(), **wrong}, seeded_dice("wrong"))


def test_the_first_side_and_the_other_spend_their_energy_in_the_first_round():
    state = begun(7, 2)
    act(state, packed(Kind.BEGIN, ISN))
    assert state.energy[ISN] == 20
    ready(state, "isn-everest-veteran", "1,6")
    assert state.energy[ISN] == 0 and state.shields[0] == 5
    ready_all(state)
    assert state.energy[WRETCH] == 25
    ready(state, "wre-vapor-seasoned", "22,6")
    ready(state, "wre-fuvu-veteran", "21,0 22,0 23,0")
    assert state.energy[WRETCH] == 0


# --- phases and energy ------------------------------------------------------------------------------


@pytest.mark.rule("BG-014", "BG-019")
def test_a_turn_has_three_phases_in_order_and_then_the_other_side_has_one():
    state = deploying(f"{F54} {BARRAGE}", enemy_reserve="wre-teskio-standard")
    order(state, launching(state, F54, "0,0"))
    assert order(state, DONE) == [(PHASE, int(Phase.ACTION), ISN)]
    events = order(state, DONE)
    assert [event for event in events if event[0] in (TURN, PHASE)] == [
        (TURN, 6),
        (PHASE, int(Phase.ENERGY), WRETCH),
        (PHASE, int(Phase.DEPLOY), WRETCH),
    ]
    assert awaited.to_act(state) == {WRETCH}


@pytest.mark.rule("BG-015", "BG-016")
def test_energy_above_forty_is_lost():
    state = deploying(F54, energy=36)
    events = begin_turn(state)
    assert state.energy[ISN] == 40 and ("energy", ISN, 10, 0, 40, 6) in events
    line = next(line for line in telling.tell(state, events) if line.kind == "energy")
    assert "has 40; 6 above the limit are lost" in line.text


@pytest.mark.rule("BG-142")
def test_energy_sources_give_two_energy_once_in_all():
    state = deploying(
        F54, f"{BARRAGE} 4,4 5,4 | isn-torrent-standard 8,8 9,8", energy=3, energy_source="4,4 8,8"
    )
    assert ("energy", ISN, 10, 2, 15, 0) in begin_turn(state)
    assert state.energy[ISN] == 15
    off = deploying(F54, f"{BARRAGE} 5,4 6,4", enemy="wre-chosh-standard 4,4", energy=3, energy_source="4,4")
    begin_turn(off)
    assert off.energy[ISN] == 13


@pytest.mark.rule("BG-143")
@pytest.mark.parametrize(("before", "after"), [(2, 2), (1, 2), (0, 1)])
def test_a_regenerator_gives_one_shield_peg_up_to_the_number_at_the_start(before, after):
    state = deploying(F54, f"{BARRAGE} 4,4 5,4 | isn-hawks-standard 9,9", shield_regenerator="5,4")
    state.shields[:2] = [before, 0]
    events = begin_turn(state)
    assert state.shields[:2] == [after, 0]
    assert ("regains", 0, 1, after, "BG-143") in events or before == after
    state.shields[0] = before
    begin_turn(state, WRETCH)
    assert state.shields[0] == before


@pytest.mark.rule("BG-151", "BG-143")
def test_a_ship_that_regains_shields_by_itself_gets_one_peg_a_turn_and_one_more_on_a_regenerator():
    state = deploying(F54, "isn-everest-veteran 8,6", shield_regenerator="8,5")
    for before, after in ((0, 2), (3, 5), (4, 5), (5, 5)):
        state.shields[0] = before
        begin_turn(state)
        assert state.shields[0] == after


@pytest.mark.rule("BG-146")
def test_an_orbital_market_gives_a_card_or_an_energy_without_tactic_cards():
    state = deploying(F54, f"{BARRAGE} 4,4 5,4", energy=0, orbital_market="4,4")
    assert ("market", ISN, 1) in begin_turn(state) and state.energy[ISN] == 11
    full = deploying(F54, f"{BARRAGE} 4,4 5,4", energy=40, orbital_market="4,4")
    assert "market" not in [event[0] for event in begin_turn(full)] and full.energy[ISN] == 40
    cards = deploying(F54, f"{BARRAGE} 4,4 5,4", energy=0, tactics=True, orbital_market="4,4")
    cards.decks[ISN] = DECK
    events = begin_turn(cards)
    assert ("draws", ISN, 2) in events and len(cards.hands[ISN]) == 2 and cards.energy[ISN] == 10
    assert [event[0] for event in events][-4:] == ["market", "energy", "draws", "drawn"]


@pytest.mark.rule("BG-018", "BG-162")
def test_a_side_draws_one_card_holds_ten_and_shuffles_its_discards():
    state = deploying(F54, f"{BARRAGE} 4,4 5,4", tactics=True)
    state.decks[ISN], state.discards[ISN] = (3,), (1, 2, 4)
    begin_turn(state)
    assert state.hands[ISN] == (3,) and state.phase is Phase.ENERGY
    events = begin_turn(state, dice=seeded_dice("shuffle"))
    assert ("shuffles", ISN) in events and state.discards[ISN] == () and len(state.decks[ISN]) == 2
    state.hands[ISN] = DECK[:MOST_HAND]
    assert not any(event[0] == "draws" for event in begin_turn(state))


@pytest.mark.rule("BG-018")
def test_a_card_that_is_drawn_is_told_to_its_own_side_only():
    state = deploying(F54, f"{BARRAGE} 4,4 5,4", tactics=True)
    state.decks[ISN] = (3, 5)
    lines = {line.kind: line for line in telling.tell(state, begin_turn(state))}
    assert lines["drawn"].only == {ISN} and lines["draws"].only is None


# --- victory ----------------------------------------------------------------------------------------


@pytest.mark.rule("BG-130", "BG-131")
def test_a_side_without_ships_and_cards_has_lost_at_once():
    state = deploying(F54, f"{BARRAGE} 4,4 5,4")
    course = Course(ISN, ScriptedDice(()))
    damage.destroy(state, 1, course)
    assert state.outcome and (state.outcome.winner, state.outcome.rule) == (ISN, "BG-131")
    assert course.events[-1][:2] == (OVER, ISN) and not awaited.to_act(state)


@pytest.mark.rule("BG-131")
def test_a_side_with_a_card_behind_its_screen_goes_on():
    state = deploying(F54, f"{BARRAGE} 4,4 5,4", enemy_reserve="wre-teskio-standard")
    damage.destroy(state, 1, Course(ISN, ScriptedDice(())))
    assert state.outcome is None


@pytest.mark.rule("BG-132")
def test_a_side_loses_if_it_ends_its_second_turn_or_a_later_one_without_a_ship():
    state = deploying(F54)
    order(state, DONE)
    assert state.outcome and (state.outcome.winner, state.outcome.rule) == (WRETCH, "BG-132")
    first = begun(7, 2)
    act(first, packed(Kind.BEGIN, WRETCH))
    for _ in range(2):
        ready_all(first)
        assert first.outcome is None
    ready_all(first)
    assert first.turn == 3 and first.outcome and first.outcome.winner == ISN


@pytest.mark.rule("BG-133")
def test_a_ship_that_holds_the_wreck_scores_when_its_energy_phase_starts():
    state = deploying(F54, f"{BARRAGE} 4,4 5,4", goal=2, victory_point="5,4")
    assert ("point", ISN, 0, 1) in begin_turn(state) and state.points == [1, 0]
    begin_turn(state, WRETCH)
    assert state.points == [1, 0] and state.outcome is None
    events = begin_turn(state)
    assert state.outcome and (state.outcome.winner, state.outcome.rule) == (ISN, "BG-133")
    assert [event[0] for event in events][-2:] == ["point", OVER]


@pytest.mark.rule("BG-133")
@pytest.mark.parametrize(
    ("enemy", "points"), [("6,4", [0, 0]), ("4,4", [0, 0]), ("7,4", [1, 0]), ("12,9", [1, 0])]
)
def test_an_enemy_beside_the_wreck_keeps_its_holder_from_scoring(enemy: str, points: list[int]):
    state = stand(f"isn-f54-standard 5,4 | wre-chosh-veteran {enemy}", goal=2, victory_point="5,4")
    begin_turn(state)
    assert state.points == points


@pytest.mark.rule("BG-133")
def test_a_mate_beside_the_wreck_does_not_keep_its_holder_from_scoring():
    state = stand("isn-f54-standard 5,4 | isn-barrage-standard 6,4 7,4", goal=2, victory_point="5,4")
    begin_turn(state)
    assert state.points == [1, 0]


@pytest.mark.rule("BG-134")
@pytest.mark.parametrize(
    ("points", "score", "winner"),
    [([0, 0], [7, 4], ISN), ([0, 0], [4, 7], WRETCH), ([1, 0], [0, 20], ISN), ([2, 2], [5, 5], None)],
)
def test_after_the_last_round_points_decide_and_then_the_score(points, score, winner):
    state = deploying(F54, f"{BARRAGE} 4,4 5,4", goal=4, victory_point="12,12")
    state.points, state.score = points, score
    course = Course(ISN, ScriptedDice(()))
    state.turn = 2 * state.table.rounds - 1
    turn.end(state.clone(), course)
    assert course.events[0] == (TURN, 2 * state.table.rounds)
    state.turn += 1
    turn.end(state, course)
    assert state.outcome and (state.outcome.winner, state.outcome.rule) == (winner, "BG-134")
    assert state.outcome.reason in telling.tell(state, course.events[-1:])[0].text


@pytest.mark.rule("BG-134")
def test_each_destroyed_ship_scores_its_share_of_the_launch_cost():
    state = deploying(F54, f"{HAWKS} 4,4 5,4 6,4")
    for ship in (0, 1):
        damage.destroy(state, ship, Course(WRETCH, ScriptedDice(())))
    assert state.score == [0, 4]
