"""Decisions that follow a combat: among several people of a side, and after a battle back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import ScriptedDice
from missions.battles.systems.red_alert.engine import turn
from missions.battles.systems.red_alert.engine.cards import (
    COMBAT_CARDS,
    COMBAT_DECK,
    COMBAT_NUMBER,
    COMMAND_DECK,
    COMMAND_NUMBER,
)
from missions.battles.systems.red_alert.engine.choices import (
    Kind,
    aim_of,
    aimed,
    attack_of,
    attack_on,
    battle_back,
    kind_of,
    load_of,
    packed,
)
from missions.battles.systems.red_alert.engine.combat import Course
from missions.battles.systems.red_alert.engine.seats import seating_for
from missions.battles.systems.red_alert.engine.state import State, Wait
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from tests.battles.systems.red_alert.positions import CF, CW, faces, stand
from tests.battles.systems.red_alert.turns import Turn

COMMANDER, LEFT, RIGHT, ENEMY = range(4)
"""Seats of the Commonwealth with three people, and of the Confederation."""
DESTROYER, CRUISER, BESIDE, FAR, NEXT = range(5)
"""A destroyer of the left wing, a cruiser of the right wing, and three enemies."""
FLEETS = "Cw DD F2, Cw CR F11, Cf CR E2, Cf CR D11, Cf F D2"


class Wings:
    """The combat phase of a Commonwealth that has ordered a unit of each wing."""

    def __init__(self, cards: str = "", rolled: str = "", fleets: str = FLEETS, command: str = "PM") -> None:
        self.state: State = stand(fleets, stars=(9, 9))
        self.dice = ScriptedDice(faces(rolled))
        seating = seating_for((3, 1))
        self.state.table = replace(self.state.table, seating=seating, seats=(seating.of(CW), seating.of(CF)))
        self.state.decks = [list(COMMAND_DECK), list(COMBAT_DECK)]
        self.state.hands[CW] = [[COMMAND_NUMBER[command]], [COMBAT_NUMBER[card] for card in cards.split()]]
        turn.begin(self.state, CW, Course(CW, self.dice))
        self.give(COMMANDER, NO_UNIT, packed(Kind.COMMAND, COMMAND_NUMBER[command]))
        for unit in (DESTROYER, CRUISER) if command == "PM" else ():
            self.give(COMMANDER, unit, packed(Kind.ORDER))
        self.done(COMMANDER, COMMANDER, LEFT, *((RIGHT,) if command == "PM" else ()))

    def give(self, seat: int, unit: int, choice: int) -> Wings:
        """Give an order that is legal for the seat."""
        assert choice in RED_ALERT.legal_orders(self.state, seat, unit), kind_of(choice).name
        RED_ALERT.apply(self.state, seat, (unit, choice), self.dice)
        return self

    def done(self, *seats: int) -> Wings:
        for seat in seats:
            self.give(seat, NO_UNIT, packed(Kind.DONE))
        return self

    def attack(self, seat: int, unit: int, target: int) -> Wings:
        """Attack; the enemy passes on everything, and everybody rolls."""
        self.give(seat, unit, attack_on(target))
        while self.state.wait is not None:
            (asked,) = RED_ALERT.to_act(self.state)
            kinds = {kind_of(each): each for each in RED_ALERT.legal_orders(self.state, asked, NO_UNIT)}
            self.give(asked, NO_UNIT, kinds.get(Kind.ROLL) or kinds[Kind.PASS])
        return self

    def offers(self) -> Mapping[int, set[str]]:
        """Names of the orders that each seat may give now; cards by their ids."""
        return {seat: self._of_seat(seat) for seat in RED_ALERT.to_act(self.state)}

    def _of_seat(self, seat: int) -> set[str]:
        return {
            _name(choice)
            for unit in RED_ALERT.legal_units(self.state, seat)
            for choice in RED_ALERT.legal_orders(self.state, seat, unit)
        }


def _name(choice: int) -> str:
    names = {number: name for name, number in COMBAT_NUMBER.items()}
    kind = kind_of(choice)
    return names[aim_of(choice)[0]] if kind is Kind.CARD else kind.name


# --- several people ---------------------------------------------------------------------------------


@pytest.mark.rule("RA-080", "RA-135", "RA-190")
def test_nobody_else_fights_while_an_officer_may_pursue():
    found = Wings(rolled="SSS").attack(LEFT, DESTROYER, BESIDE)
    assert found.offers() == {LEFT: {"PURSUE", "DONE"}}
    text, rule = RED_ALERT.why_not(found.state, RIGHT, (CRUISER, attack_on(FAR)))
    assert (text, rule) == ("Somebody else decides now; wait for them.", "RA-050")


@pytest.mark.rule("RA-080", "RA-136", "RA-190")
def test_the_bonus_combat_comes_before_anybody_elses_combat():
    found = Wings(rolled="SSS FFF").attack(LEFT, DESTROYER, BESIDE)
    found.give(LEFT, DESTROYER, packed(Kind.PURSUE))
    assert found.offers() == {LEFT: {"ATTACK", "DONE"}}
    found.attack(LEFT, DESTROYER, NEXT)
    assert found.state.bonus < 0 and set(found.offers()) == {COMMANDER, LEFT, RIGHT}


@pytest.mark.rule("RA-008", "RA-136", "RA-190")
@pytest.mark.parametrize(("card", "offered"), [("TSP", {"ATTACK", "DONE"}), ("SUP", {"DONE"})])
def test_a_commander_decides_about_a_bonus_combat_with_any_card_in_hand(card: str, offered: set[str]):
    found = Wings(card, rolled="SSS").done(COMMANDER, COMMANDER).attack(LEFT, DESTROYER, BESIDE)
    found.done(COMMANDER).give(LEFT, DESTROYER, packed(Kind.PURSUE))
    assert found.offers() == {COMMANDER: offered, LEFT: {"ATTACK", "DONE"}}


@pytest.mark.rule("RA-080", "RA-190")
def test_an_officer_who_lets_it_be_gives_way_to_the_others():
    found = Wings(rolled="SSS").attack(LEFT, DESTROYER, BESIDE).done(LEFT)
    assert found.state.phase.name == "COMBAT"
    assert found.offers() == {COMMANDER: {"DONE"}, LEFT: {"DONE"}, RIGHT: {"ATTACK", "DONE"}}
    assert RED_ALERT.narrate(found.state, [("goes on", LEFT)])[0].rule == "RA-080"


@pytest.mark.rule("RA-190", "RA-139")
@pytest.mark.parametrize(("card", "after"), [("HPU", {"ATTACK", "DONE"}), ("SAL", {"PURSUE", "DONE"})])
def test_a_commander_who_is_done_still_plays_a_card_after_an_officers_combat(card: str, after: set[str]):
    found = Wings(card, rolled="SSS").done(COMMANDER, COMMANDER)  # without a card at the opening
    found.attack(LEFT, DESTROYER, BESIDE)
    assert found.offers() == {COMMANDER: {card, "DONE"}}
    found.give(COMMANDER, NO_UNIT, aimed(COMBAT_NUMBER[card], DESTROYER))
    assert found.offers() == {LEFT: after}


@pytest.mark.rule("RA-080", "RA-135", "RA-190")
def test_an_officer_decides_on_a_pursuit_after_the_commander_has_decided_on_a_card():
    found = Wings("SAL", rolled="SSS").done(COMMANDER).attack(LEFT, DESTROYER, BESIDE)
    assert found.offers() == {COMMANDER: {"SAL", "DONE"}}
    assert found.done(COMMANDER).offers() == {LEFT: {"PURSUE", "DONE"}}
    found.give(LEFT, DESTROYER, packed(Kind.PURSUE))
    assert found.offers() == {COMMANDER: {"DONE"}, LEFT: {"ATTACK", "DONE"}}


@pytest.mark.rule("RA-135", "RA-168", "RA-190")
def test_stars_of_a_card_pay_for_the_pursuit_of_an_officer():
    found = Wings("SAL", rolled="SSS").done(COMMANDER)
    found.state.stars[CW] = 1
    found.attack(LEFT, DESTROYER, BESIDE)
    found.give(COMMANDER, NO_UNIT, aimed(COMBAT_NUMBER["SAL"], DESTROYER))
    assert (found.state.stars[CW], found.offers()) == (4, {LEFT: {"PURSUE", "DONE"}})


@pytest.mark.rule("RA-008", "RA-190")
def test_the_commander_is_asked_for_a_card_whatever_the_cards_are():
    seats = [set(Wings(card, rolled="SSS").offers()) for card in ("FOC", "TLK", "HPU")]
    assert seats == [{COMMANDER}] * 3
    after = [
        set(Wings(card, rolled="SSS").done(COMMANDER).attack(LEFT, DESTROYER, BESIDE).offers())
        for card in ("SAL", "TLK", "QFX")
    ]
    assert after == [{COMMANDER}] * 3


@pytest.mark.rule("RA-008", "RA-153", "RA-190")
@pytest.mark.parametrize("cards", ["BEN", "TLK"])
def test_the_commander_is_asked_for_a_card_before_the_second_move_of_an_officer(cards: str):
    found = Wings(cards, "FFF", "Cw F F2, Cw CR F11, Cf CR E2, Cf CR D11", command="SOR").done(COMMANDER)
    found.attack(LEFT, DESTROYER, BESIDE)
    assert found.offers() == {COMMANDER: {"DONE", *({"BEN"} & {cards})}}
    assert found.done(COMMANDER).offers() == {LEFT: {"MOVE", "DONE"}}


@pytest.mark.rule("RA-190", "RA-168")
def test_the_commander_opens_the_combat_before_an_officer_attacks():
    found = Wings("FOC", rolled="FFFF FFF")
    assert found.offers() == {COMMANDER: {"FOC", "DONE"}}
    found.give(COMMANDER, NO_UNIT, aimed(COMBAT_NUMBER["FOC"], BESIDE))
    assert set(found.offers()) == {COMMANDER, LEFT, RIGHT}
    found.attack(LEFT, DESTROYER, BESIDE)
    assert found.dice.left == 3, "the destroyer has rolled one die more"


@pytest.mark.rule("RA-190")
def test_a_commander_who_leads_everybody_is_not_asked_before_the_combat():
    found = Turn("Cw CR F6, Cf CR E6", "GQ FOC", stars=(9, 9)).order(0).done()
    assert found.state.settling == 0 and found.offered(Kind.ATTACK) and found.offered(Kind.CARD)


# --- a battle back in one's own turn ----------------------------------------------------------------


def ambushed(units: str, cards: str, rolled: str, stars: tuple[int, int] = (9, 9)) -> Turn:
    """The Commonwealth moves its first unit to E6 and is ambushed by the second; no die does harm."""
    found = Turn(units, f"GQ {cards}", rolled=rolled, stars=stars)
    found.deal(CF, "AMB")
    found.order(0).move(0, "E6").card("AMB", 1)
    return roll(found)


def roll(found: Turn) -> Turn:
    while found.state.wait is Wait.ROLL:
        found.give(NO_UNIT, packed(Kind.ROLL))
    return found


def rolls(found: Turn) -> list[int]:
    """Numbers of dice of the attacks."""
    return [len(event[3]) for event in found.events if event[0] == "rolls"]


@pytest.mark.rule("RA-087", "RA-168")
def test_a_battle_back_in_ones_own_turn_takes_a_card_of_the_attack():
    found = ambushed("Cw DD F6, Cf CR D6", "TSP TLK DOG", "*** *****")
    assert found.offered(Kind.BACK) == [0, load_of(battle_back(COMBAT_NUMBER["TSP"]))]
    found.give(NO_UNIT, battle_back(COMBAT_NUMBER["TSP"]))
    assert rolls(roll(found)) == [3, 5]
    assert found.state.stars[CW] >= 9 - 2 - 2 and COMBAT_NUMBER["TSP"] in found.state.discards[COMBAT_CARDS]


@pytest.mark.rule("RA-087", "RA-102")
def test_a_card_may_make_the_only_die_of_a_battle_back():
    found = Turn("Cw F(1) F6, Cf CR~ D6", "GQ DOG", rolled="** **", stars=(9, 9))
    found.deal(CF, "AMB")
    found.order(0).move(0, "E6").card("AMB", 1)
    roll(found)
    assert found.offered(Kind.BACK)


@pytest.mark.rule("RA-087", "RA-168")
def test_a_card_that_cannot_be_paid_beside_the_battle_back_is_not_offered():
    found = ambushed("Cw DD F6, Cf CR D6", "TSP", "FFF", stars=(3, 9))
    assert found.offered(Kind.BACK) == [0]


@pytest.mark.rule("RA-087")
def test_a_card_follows_a_battle_back_that_eliminates():
    found = ambushed("Cw CR F6, Cf CR(1) D6", "SAL", "FFF SSS")
    found.give(NO_UNIT, battle_back())
    roll(found)
    assert found.state.wait is Wait.FOLLOW and RED_ALERT.to_act(found.state) == {CW}
    stars = found.state.stars[CW]
    found.card("SAL", 0)
    assert found.state.stars[CW] == stars + 3 and found.state.phase.name == "MOVEMENT"


@pytest.mark.rule("RA-087", "RA-080")
def test_one_more_ranged_attack_after_a_battle_back_leaves_the_units_own_combat():
    found = ambushed("Cw CR F6, Cf CR B6, Cf CR B7", "SSV", "* FFF FF", stars=(9, 9))
    found.give(NO_UNIT, battle_back())
    roll(found)
    assert {aim_of(packed(Kind.CARD, load))[1] for load in found.offered(Kind.CARD)} == {(1,), (2,)}
    found.card("SSV", 2)
    roll(found)
    while found.state.wait is not None:
        found.give(NO_UNIT, packed(Kind.PASS))
    assert not found.state.fought and found.state.after is None
    assert [event[4] for event in found.events if event[0] == "attacks"] == [5, 4, 3]


@pytest.mark.rule("RA-132")
def test_nobody_pursues_after_a_battle_back():
    found = ambushed("Cw DD F6, Cf CR(1) D6", "HPU RTD", "FFF SSS")
    found.give(NO_UNIT, battle_back())
    roll(found)
    assert not found.offered(Kind.CARD) and not found.offered(Kind.PURSUE)


@pytest.mark.rule("RA-061", "RA-087")
@pytest.mark.parametrize(("card", "dice"), [("SOR", 3), ("FSC", 4)])
def test_dice_of_the_command_card_count_for_a_battle_back_of_the_turn(card: str, dice: int):
    """Fighter Screen adds a die to every close combat of its turn, so to this one."""
    found = Turn("Cw F F6, Cf CR D6", card, rolled="*** ****", stars=(9, 9))
    found.deal(CF, "AMB")
    found.done().move(0, "E6").card("AMB", 1)
    roll(found).give(NO_UNIT, battle_back())
    assert rolls(roll(found)) == [3, dice]


# --- one answer after the other ---------------------------------------------------------------------


@pytest.mark.rule("RA-167", "RA-172")
def test_a_combat_card_and_a_first_strike_answer_the_same_attack():
    found = Turn("Cw DD F6, Cf DD E6", "GQ", rolled="FFF F", stars=(0, 9))
    found.deal(CF, "EVA")
    found.deal(CF, "FST")
    found.order(0).done().attack(0, 1)
    found.card("EVA")
    assert found.offered(Kind.REACT) == [COMMAND_NUMBER["FST"]] and not found.offered(Kind.CARD)
    found.give(NO_UNIT, packed(Kind.REACT, COMMAND_NUMBER["FST"]))
    assert rolls(roll(found)) == [3, 1]


@pytest.mark.rule("RA-167", "RA-172")
def test_a_combat_card_still_answers_after_a_first_strike_and_a_second_strike_does_not():
    found = Turn("Cw DD F6, Cf DD E6", "GQ", rolled="FFF", stars=(0, 9))
    for card in ("EVA", "FST", "FST"):
        found.deal(CF, card)
    found.order(0).done().attack(0, 1)
    found.give(NO_UNIT, packed(Kind.REACT, COMMAND_NUMBER["FST"]))
    roll(found)
    assert found.offered(Kind.CARD) == [COMBAT_NUMBER["EVA"]] and not found.offered(Kind.REACT)


@pytest.mark.rule("RA-102", "RA-130")
def test_the_die_of_return_fire_may_be_the_only_one():
    found = Turn("Cw BB F6, Cf CR! B6", "GQ", rolled="*", stars=(9, 9))
    found.deal(CF, "RTF")
    found.order(0).done().attack(0, 1)
    while found.state.wait is not Wait.BACK:
        found.give(NO_UNIT, packed(Kind.ROLL if found.state.wait is Wait.ROLL else Kind.PASS))
    assert found.offered(Kind.CARD) == [COMBAT_NUMBER["RTF"]] and not found.offered(Kind.BACK)


@pytest.mark.rule("RA-168")
def test_no_card_follows_an_attack_that_was_cancelled():
    found = Turn("Cw CR F6, Cf CR D6", "GQ SSV", stars=(9, 9))
    found.deal(CF, "JAM")
    found.order(0).done().attack(0, 1).card("JAM")
    assert not found.offered(Kind.CARD) and found.state.fought == 1


@pytest.mark.rule("RA-168", "RA-170")
def test_a_cloaked_unit_gets_no_second_cloak():
    found = Turn("Cw CR~ F6, Cw CR F8, Cf CR B6", "GQ CLK", stars=(9, 9))
    for unit in (0, 1):
        found.give(unit, packed(Kind.ORDER))
    assert found.offered(Kind.CARD) == [load_of(aimed(COMBAT_NUMBER["CLK"], 1))]


@pytest.mark.rule("RA-085")
def test_attacks_keep_their_target_and_card():
    assert attack_of(attack_on(3, COMBAT_NUMBER["TLK"])) == (3, COMBAT_NUMBER["TLK"])
