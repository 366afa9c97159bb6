"""Two and three people on a side: a commander and wing officers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import ScriptedDice, seeded_dice
from missions.battles.systems.red_alert.engine import seats, turn
from missions.battles.systems.red_alert.engine.cards import (
    COMBAT_DECK,
    COMBAT_NUMBER,
    COMMAND_DECK,
    COMMAND_NUMBER,
)
from missions.battles.systems.red_alert.engine.choices import Kind, attack_on, kind_of, move_to, packed
from missions.battles.systems.red_alert.engine.combat import Course
from missions.battles.systems.red_alert.engine.field import HEXES
from missions.battles.systems.red_alert.engine.seats import seating_for
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from tests.battles.systems.red_alert.positions import CF, CW, faces, stand

COMMANDER, LEFT, RIGHT = 0, 1, 2
"""Seats of the Commonwealth with three people."""
WINGS = 1
"""Seat of its only officer with two."""
FLEET = "Cw CR F2, Cw CR G5, Cw CR F7, Cw CR F11, Cf CR D2"
"""Units on the left wing, on a dotted line, in the centre and on the right wing."""


class Staff:
    """A turn of the Commonwealth with several people, after its commander has played a card."""

    def __init__(self, cards: str, people: tuple[int, int] = (3, 1), rolled: str = "") -> None:
        self.state: State = stand(FLEET, stars=(9, 9))
        self.dice = ScriptedDice(faces(rolled))
        seating = seating_for(people)
        self.state.table = replace(self.state.table, seating=seating, seats=(seating.of(CW), seating.of(CF)))
        self.state.decks = [list(COMMAND_DECK), list(COMBAT_DECK)]
        command, *others = cards.split()
        self.state.hands[CW] = [[COMMAND_NUMBER[command]], [COMBAT_NUMBER[card] for card in others]]
        turn.begin(self.state, CW, Course(CW, self.dice))
        self.give(COMMANDER, NO_UNIT, packed(Kind.COMMAND, COMMAND_NUMBER[command]))

    def give(self, seat: int, unit: int, choice: int) -> Staff:
        """Give an order that is legal for the seat."""
        assert choice in RED_ALERT.legal_orders(self.state, seat, unit), kind_of(choice).name
        RED_ALERT.apply(self.state, seat, (unit, choice), self.dice)
        return self

    def order(self, *units: int) -> Staff:
        for unit in units:
            self.give(COMMANDER, unit, packed(Kind.ORDER))
        return self.done(COMMANDER)

    def done(self, *people: int) -> Staff:
        for seat in people:
            self.give(seat, NO_UNIT, packed(Kind.DONE))
        return self

    def leaders(self) -> list[int]:
        """The seat that leads each unit of the Commonwealth."""
        return [seats.leader(self.state, unit) for unit in range(4)]

    def may(self, seat: int, unit: int, choice: int) -> bool:
        return choice in RED_ALERT.legal_orders(self.state, seat, unit)


@pytest.mark.rule("RA-190")
@pytest.mark.parametrize(
    ("card", "units", "leaders"),
    [
        ("AT-L", (0, 1), [LEFT, LEFT, COMMANDER, COMMANDER]),  # a wing's own card
        ("AT-C", (1, 2), [COMMANDER] * 4),
        ("AT-R", (3,), [COMMANDER, COMMANDER, COMMANDER, RIGHT]),
        ("GQ", (0, 1, 2, 3), [LEFT, COMMANDER, COMMANDER, RIGHT]),
        ("RF", (0, 1, 3), [LEFT, COMMANDER, COMMANDER, RIGHT]),
        ("PM", (0, 1, 3), [LEFT, LEFT, COMMANDER, RIGHT]),  # nothing in the centre is ordered
        ("STR", (), [LEFT, COMMANDER, COMMANDER, RIGHT]),
    ],
)
def test_a_unit_is_led_by_the_officer_of_the_wing_it_is_ordered_in(
    card: str, units: tuple[int, ...], leaders: list[int]
):
    assert Staff(card).order(*units).leaders() == leaders


@pytest.mark.rule("RA-190")
def test_the_officer_of_two_people_leads_both_wings():
    found = Staff("GQ", people=(2, 1)).order(0, 1, 2, 3)
    assert found.leaders() == [WINGS, COMMANDER, COMMANDER, WINGS]
    assert [seat.word for seat in found.state.table.seating.seats] == [
        "Commonwealth commander",
        "Commonwealth wings",
        "Confederation",
    ]


@pytest.mark.rule("RA-190")
def test_only_the_commander_chooses_cards_and_orders():
    found = Staff("GQ")
    assert RED_ALERT.to_act(found.state) == {COMMANDER}
    assert found.may(COMMANDER, 0, packed(Kind.ORDER)) and not found.may(LEFT, 0, packed(Kind.ORDER))


@pytest.mark.rule("RA-190")
def test_each_person_moves_the_units_they_lead():
    found = Staff("GQ").order(0, 2)
    assert RED_ALERT.to_act(found.state) == {COMMANDER, LEFT}
    assert found.may(LEFT, 0, move_to(HEXES["E2"])) and not found.may(COMMANDER, 0, move_to(HEXES["E2"]))
    why, rule = RED_ALERT.why_not(found.state, COMMANDER, (0, move_to(HEXES["E2"])))
    assert "is led by Commonwealth left wing" in why and rule == "RA-190"
    assert found.may(COMMANDER, 2, move_to(HEXES["E7"])) and not found.may(LEFT, 2, move_to(HEXES["E7"]))


@pytest.mark.rule("RA-190")
def test_a_phase_is_over_when_everybody_in_it_is_done():
    found = Staff("GQ").order(0, 2).done(COMMANDER)
    assert (found.state.phase.name, RED_ALERT.to_act(found.state)) == ("MOVEMENT", {LEFT})
    assert found.done(LEFT).state.phase.name == "COMBAT"


@pytest.mark.rule("RA-190")
def test_an_officer_attacks_and_the_commander_adds_the_card():
    found = Staff("GQ TLK", rolled="F F F F").order(0).done(COMMANDER, LEFT)
    found.done(COMMANDER)  # no card opens the combat
    plain, aided = attack_on(4), attack_on(4, COMBAT_NUMBER["TLK"])
    assert found.may(LEFT, 0, plain) and not found.may(LEFT, 0, aided)
    assert found.may(COMMANDER, 0, aided) and not found.may(COMMANDER, 0, plain)
    found.give(COMMANDER, 0, aided)
    assert (found.dice.left, found.state.discards[1]) == (0, [COMBAT_NUMBER["TLK"]])


@pytest.mark.rule("RA-190", "RA-008")
def test_everybody_of_a_side_sees_its_hands():
    found = Staff("GQ TLK", people=(3, 2))
    found.state.hands[CW][0] = [COMMAND_NUMBER["RF"]]
    hands = [RED_ALERT.view_for(found.state, seat)["hands"] for seat in range(5)]
    assert hands == [[["RF"], ["TLK"]]] * 3 + [[[], []]] * 2


@pytest.mark.rule("RA-190")
def test_the_commander_answers_for_every_wing():
    found = Staff("GQ", people=(1, 3), rolled="F F F").order(0).done(COMMANDER)
    found.give(COMMANDER, 0, attack_on(4))
    assert found.state.wait and RED_ALERT.to_act(found.state) == {1}
    assert found.may(1, NO_UNIT, packed(Kind.BACK))


@pytest.mark.rule("RA-190")
@pytest.mark.parametrize("people", [(2, 1), (1, 3), (3, 3)])
def test_somebody_has_to_act_until_a_battle_is_over(people: tuple[int, int]):
    for seed in range(12):
        random, dice = Random(f"{people} {seed}"), seeded_dice(f"{people} {seed}")
        setup = {"system": "red_alert", "version": "1", "scenario": "opening_salvo", "people": list(people)}
        state, _ = RED_ALERT.setup(setup, dice)
        while awaited := sorted(RED_ALERT.to_act(state)):
            seat = random.choice(awaited)
            RED_ALERT.apply(state, seat, RED_ALERT.any_order(state, seat, random.random), dice)
        assert state.outcome is not None


@pytest.mark.rule("RA-190")
def test_the_phase_ends_when_the_last_officer_in_it_loses_their_unit():
    """The commander is done, and the officer's only unit falls to a battle back."""
    staff = Staff("AT-L", rolled="F F F S S S")
    state = staff.state
    state.figures[0] = 1
    staff.order(0).done(COMMANDER)
    staff.give(LEFT, 0, move_to(HEXES["E2"])).done(LEFT, COMMANDER)
    (attack,) = [each for each in RED_ALERT.legal_orders(state, LEFT, 0) if kind_of(each) is Kind.ATTACK]
    RED_ALERT.apply(state, LEFT, (0, attack), staff.dice)
    while state.wait is not None:
        (seat,) = RED_ALERT.to_act(state)
        kinds = {kind_of(each): each for each in RED_ALERT.legal_orders(state, seat, NO_UNIT)}
        choice = kinds.get(Kind.BACK) or kinds.get(Kind.ROLL) or kinds[Kind.PASS]
        RED_ALERT.apply(state, seat, (NO_UNIT, choice), staff.dice)
    assert state.figures[0] == 0 and RED_ALERT.to_act(state) == {COMMANDER}
