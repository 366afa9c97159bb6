"""Questions out of turn, and their answers (BG-088, BG-141, BG-161)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from missions.battles.engine.contract import NO_UNIT, Order, Question, Window
from missions.battles.systems.galaxies.engine import activation, cards, countermeasures, gunnery
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of, packed, tactic, tactic_of
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.ships import LETTERS
from missions.battles.systems.galaxies.engine.state import State, Wait
from missions.battles.systems.galaxies.engine.tactics import HIT, MISSED, TACTICS
from missions.battles.systems.galaxies.engine.telling.words import ship_name

NO, ROLL = "no", "roll"
PASS_IT, ROLL_IT = packed(Kind.PASS), packed(Kind.ROLL)
MOMENT = {Wait.MISSED: MISSED, Wait.HIT: HIT}
NAMES = {Wait.CONTACT: "contact", Wait.DEBRIS: "debris", Wait.MISSED: "missed", Wait.HIT: "hit"}
"""The kind of question that each wait is."""
QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {
        "contact": Question(
            "Roll for countermeasures when an enemy ship comes close",
            "BG-088",
            {ROLL: "Roll at once", NO: "Let ships pass"},
            ROLL,
        ),
        "debris": Question("Roll for debris when your ship goes on", "BG-141", {ROLL: "Roll at once"}, ROLL),
        "missed": Question("Play a card when your attack misses", "BG-161", {NO: "Pass on misses"}),
        "hit": Question("Play a card when your ship is hit", "BG-161", {NO: "Pass on hits"}),
    }
)
_STANDING = {NO: PASS_IT, ROLL: ROLL_IT}


def answers(state: State) -> list[int]:
    """Answers to the question that is open."""
    wait = state.wait
    if wait == Wait.CONTACT:
        return [ROLL_IT, PASS_IT]
    if wait == Wait.DEBRIS:
        return [ROLL_IT]
    assert wait is not None
    return [PASS_IT, *(tactic(card.number) for card in cards.held(state, state.waiting, MOMENT[wait]))]


def answer(state: State, order: Order, course: Course) -> None:
    """Carry an answer out."""
    choice, wait = order[1], state.wait
    if wait == Wait.CONTACT:
        countermeasures.answer_contact(state, choice == ROLL_IT, course)
    elif wait == Wait.DEBRIS:
        countermeasures.roll_debris(state, course)
    elif choice == PASS_IT:
        course.tell("passes on", state.waiting)
        gunnery.go_on(state, course)
    else:
        _play(state, choice, course)
    activation.settle(state, course)


def _play(state: State, choice: int, course: Course) -> None:
    number, ship = tactic_of(choice)
    cards.spend(state, state.waiting, number, ship, course)
    if "reroll" in TACTICS[number].effects:
        gunnery.again(state, course)
    else:
        gunnery.dodge(state)


def window(state: State, seat: int) -> Window | None:
    """The question that a seat is asked out of turn; None if it orders in its turn."""
    if state.wait is None or state.outcome is not None:
        return None
    if state.table.seating.side(seat) != state.waiting:
        return None
    kind, legal = NAMES[state.wait], answers(state)
    standing: dict[str, Order] = {
        key: (NO_UNIT, _STANDING[key]) for key in QUESTIONS[kind].answers if _STANDING[key] in legal
    }
    return Window(kind, _text(state), standing)


def _text(state: State) -> str:
    """The question as it is asked now."""
    if state.walk is not None:
        return _of_walk(state)
    shot = state.shot
    assert shot is not None
    cell = f"{LETTERS[shot.letter - 1]}{shot.number}"
    one, other = ship_name(state, shot.ship), ship_name(state, shot.target)
    if state.wait == Wait.MISSED:
        return f"{one} rolls {cell} and misses {other}. Play a card?"
    return f"{one} rolls {cell} and hits {other}. Play a card before the damage?"


def _of_walk(state: State) -> str:
    walk = state.walk
    assert walk is not None
    ship = ship_name(state, walk.ship)
    if state.wait == Wait.DEBRIS:
        return f"{ship} has moved into debris. Roll the number die."
    enemy = walk.fresh[0]
    lowest = countermeasures.needed(state.type_of(walk.ship).special)
    hurt = countermeasures.ECM[state.type_of(enemy).size]
    text = f"{ship} comes close to {ship_name(state, enemy)}. Roll for countermeasures"
    return f"{text}: {hurt} damage at {lowest}+?"


assert kind_of(PASS_IT) is Kind.PASS
