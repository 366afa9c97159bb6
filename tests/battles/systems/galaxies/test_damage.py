"""Damage, destroyed ships, holds and ships that are taken over (BG-120 … BG-127, BG-038, BG-134)."""

from __future__ import annotations

import pytest

from missions.battles.engine.contract import OVER
from missions.battles.engine.dice import ScriptedDice
from missions.battles.systems.galaxies.engine import damage, telling
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.state import NOWHERE, State
from tests.battles.systems.galaxies.positions import ISN, WRETCH, stand

SHIPS = "isn-barrage-standard 5,5 4,5 | isn-f54-standard 0,0 | wre-chosh-standard 20,5"


def course() -> Course:
    return Course(WRETCH, ScriptedDice([]), WRETCH)


@pytest.mark.rule("BG-122")
def test_direct_shield_damage_takes_shields_only():
    state = stand(SHIPS)
    state.shields[0] = 1
    damage.take_shield(state, 0, 2, course())
    assert (state.shields[0], state.hull[0]) == (0, 0)
    again = course()
    damage.take_shield(state, 0, 2, again)
    assert (state.shields[0], state.hull[0], again.events) == (0, 0, [])


@pytest.mark.rule("BG-123")
def test_direct_hull_damage_passes_shields_by():
    state = stand(SHIPS)
    damage.take_hull(state, 0, 1, course())
    assert (state.shields[0], state.hull[0]) == (2, 1)


@pytest.mark.rule("BG-121", "BG-124", "BG-120")
def test_direct_damage_takes_shields_first():
    state = stand(SHIPS)
    damage.take(state, 0, 3, course())
    assert (state.shields[0], state.hull[0]) == (0, 1)


@pytest.mark.rule("BG-120", "BG-121", "BG-122", "BG-123")
def test_damage_is_told_with_the_rule_of_its_kind():
    state, found = stand(SHIPS), course()
    damage.take(state, 0, 1, found)
    damage.take(state, 0, 1, found, damage.DIRECT)
    damage.take_hull(state, 0, 1, found)
    state.shields[0] = 1
    damage.take_shield(state, 0, 1, found)
    assert [line.rule for line in telling.tell(state, found.events)] == [
        "BG-120",
        "BG-121",
        "BG-123",
        "BG-122",
    ]


@pytest.mark.rule("BG-125", "BG-126")
def test_a_ship_is_destroyed_at_its_hull_number_even_with_shields_up():
    state = stand(SHIPS)
    damage.take_hull(state, 0, 5, course())
    assert state.place[0] == NOWHERE and state.shields[0] == 2
    assert not state.taken & (1 << 5 * 24 + 5) and state.fleet[ISN] == 2
    assert state.outcome is None


@pytest.mark.rule("BG-126", "BG-134")
def test_each_destroyed_ship_of_a_squadron_scores_its_part():
    state = stand("isn-hawks-veteran 5,5 5,6 6,5 | wre-chosh-standard 20,5")
    damage.destroy(state, 0, course())
    damage.destroy(state, 1, course())
    assert state.score == [0, 4]
    assert state.ships_of(0) == [2]


def carrying() -> State:
    """ISN Everest with veteran Hawks and a seasoned F-54 in its hold."""
    reserve = ("isn-hawks-veteran", "isn-f54-seasoned")
    state = stand(f"isn-everest-veteran 6,6 | {SHIPS}", reserve=reserve)
    state.holds[0], state.reserve[ISN] = state.reserve[ISN], ()
    return state


@pytest.mark.rule("BG-038", "BG-126", "BG-134")
def test_a_destroyed_carrier_takes_its_hold_with_it():
    state, found = carrying(), course()
    damage.destroy(state, 0, found)
    assert state.holds[0] == ()
    assert state.score[WRETCH] == 20 + 7 + 4
    assert [event[2:4] for event in found.events if event[0] == "lost in hold"] == [
        (state.table.fleets[ISN][place].type.number, state.table.fleets[ISN][place].launch)
        for place in (3, 4)
    ]


@pytest.mark.rule("BG-127", "BG-038")
def test_a_ship_that_is_taken_over_changes_sides_with_an_empty_hold():
    state, found = carrying(), course()
    damage.take_over(state, 0, found)
    assert (state.owner[0], state.holds[0], state.side_of(0)) == (WRETCH, (), WRETCH)
    assert state.fleet[WRETCH] & 1 and not state.fleet[ISN] & 1
    assert state.score[WRETCH] == 7 + 4
    assert found.events[-1] == ("taken over", 0, WRETCH)
    damage.destroy(state, 0, course())
    assert state.score[ISN] == 20


@pytest.mark.rule("BG-127")
def test_a_ship_of_a_name_that_the_new_owner_has_is_destroyed():
    state = stand("wre-chosh-standard 10,5 | wre-chosh-veteran 20,5 | isn-f54-standard 0,0")
    state.owner[0] = ISN
    state.fleet = [0b101, 0b010]
    damage.take_over(state, 0, course())
    assert state.place[0] == NOWHERE and state.owner[0] == ISN
    unlaunched = stand("wre-chosh-standard 10,5 | isn-f54-standard 0,0", reserve=("wre-chosh-veteran",))
    unlaunched.owner[0] = ISN
    unlaunched.fleet = [0b11, 0]
    damage.take_over(unlaunched, 0, course())
    assert unlaunched.place[0] == NOWHERE


@pytest.mark.rule("BG-131")
def test_the_battle_ends_with_the_last_ship():
    state, found = stand("isn-f54-standard 5,5 | wre-chosh-standard 20,5"), course()
    damage.destroy(state, 0, found)
    assert state.outcome and state.outcome.winner == WRETCH
    assert found.events[-1][0] == OVER
