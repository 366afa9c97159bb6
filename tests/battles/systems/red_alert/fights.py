"""Attacks from the declaration to the last answer, with dice and answers as players would say them.

    fight(state, "B B S * C", "repair", "back")

Dice are the faces of all rolls in their order. Answers are given in turn: "pass", "stay", "disregard",
"repair", "back", the id of a card, or "retire" with the names of the hexes. Rolls that are due are rolled.
"""

from __future__ import annotations

from missions.battles.engine.contract import Event, Order
from missions.battles.engine.dice import ScriptedDice
from missions.battles.systems.red_alert.engine import strikes
from missions.battles.systems.red_alert.engine.cards import COMBAT_NUMBER, COMMAND_NUMBER
from missions.battles.systems.red_alert.engine.choices import Kind, kind_of, load_of, unpack_way
from missions.battles.systems.red_alert.engine.combat import Course, attack
from missions.battles.systems.red_alert.engine.state import Attack, Mode, State, Wait
from missions.battles.systems.red_alert.engine.windows import answer, answers, under_way
from tests.battles.systems.red_alert.positions import faces, labels

PLAIN = {
    "pass": Kind.PASS,
    "stay": Kind.PASS,
    "disregard": Kind.DISREGARD,
    "repair": Kind.REPAIR,
    "back": Kind.BACK,
}


def words(state: State, order: Order) -> str:
    """An answer as it is said; the same for all that mean the same."""
    kind, load = kind_of(order[1]), load_of(order[1])
    if kind is Kind.CARD:
        return next(name for name, number in COMBAT_NUMBER.items() if number == load)
    if kind is Kind.REACT:
        return next(name for name, number in COMMAND_NUMBER.items() if number == load)
    if kind is Kind.RETIRE:
        start = state.place[under_way(state).target]
        return f"retire {labels(unpack_way(state.waiting, start, load))}".strip()
    return next(word for word, plain in PLAIN.items() if plain is kind)


def offered(state: State) -> list[str]:
    """The answers that may be given now."""
    return [words(state, order) for order in answers(state)]


class Fight:
    """An attack of the first unit on the second, under way; `events` is everything that happened."""

    def __init__(self, state: State, rolled: str, unit: int = 0, target: int = 1, added: int = 0) -> None:
        self.state, self.dice = state, ScriptedDice(faces(rolled))
        self.events: list[Event] = []
        state.side = state.table.units[unit].side
        course = Course(state.side, self.dice)
        declared = Attack(
            unit=unit,
            target=target,
            kind=strikes.kind_of(state, unit, target),
            mode=Mode.ORDERED,
            origin=state.place[unit],
            start=state.place[target],
            added=added,
        )
        attack(state, declared, course)
        self.events += course.events
        self._roll()

    @property
    def asked(self) -> str:
        """Name of what the state waits for; "" if nothing is under way."""
        return self.state.wait.name.lower() if self.state.wait else ""

    def say(self, word: str) -> None:
        """Give an answer. Raises AssertionError if it is not offered."""
        found = {words(self.state, order): order for order in answers(self.state)}
        assert word in found, f"{word} is not among {sorted(found)}"
        self._give(found[word])
        self._roll()

    def _roll(self) -> None:
        while self.state.wait is Wait.ROLL:
            self._give(answers(self.state)[0])

    def _give(self, order: Order) -> None:
        course = Course(self.state.waiting, self.dice)
        answer(self.state, order, course)
        self.events += course.events

    def count(self, kind: str) -> int:
        """Number of events of a kind."""
        return sum(event[0] == kind for event in self.events)


def fight(state: State, rolled: str, *said: str, added: int = 0) -> Fight:
    """An attack with these dice and answers; all dice fall and nothing is left to answer."""
    found = Fight(state, rolled, added=added)
    for word in said:
        found.say(word)
    assert (found.asked, found.dice.left) == ("", 0)
    return found
