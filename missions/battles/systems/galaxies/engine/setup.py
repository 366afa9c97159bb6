"""The set-up: fleets behind their screens, energy, tactic cards, and who begins (BG-010 … BG-013).

The fleets themselves are read by `fleets`.
"""

from __future__ import annotations

from functools import lru_cache

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import PHASE, Event, Seat, Seating, Setup, people
from missions.battles.engine.dice import Dice
from missions.battles.systems.galaxies.engine import fleets, turn
from missions.battles.systems.galaxies.engine.choices import Kind, load_of, packed
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.state import BEGIN, State, Table
from missions.battles.systems.galaxies.engine.tactics import DECK, START_HAND

VERSION = "1"
CHOICES = [packed(Kind.BEGIN, side) for side in (0, 1)]
"""The side that begins, in words of orders; the side that rolled higher says so."""


def build(setup: Setup, dice: Dice) -> tuple[State, list[Event]]:
    """The state before the first order, and its events.

    Raises Unreadable for a set-up that cannot be read, and Refusal for a fleet that breaks a rule.
    """
    if setup.get("version") != VERSION:
        raise Unreadable("battle.scenario", "Choose one of the battles of this system.")
    battle = fleets.battle_of(setup)
    tactics = setup.get("tactics", False)
    if not isinstance(tactics, bool):
        raise Unreadable("battle.tactics", "“tactics” says whether tactic cards are used.", rule="BG-160")
    table = Table(
        seating=seats(setup),
        battle=battle,
        fleets=fleets.read(setup, battle),
        mustered=fleets.mustered(setup),
        tactics=tactics,
        rounds=battle.rounds,
    )
    state = State(table)
    course = Course(0, dice)
    for side in (0, 1):
        _prepare(state, side, course)
    state.side = _initiative(course)
    course.tell(PHASE, int(BEGIN), state.side)
    return state, course.events


def seats(setup: Setup) -> Seating:
    """Sides and seats of a battle with this set-up. Raises Unreadable for more than one person a side."""
    if tuple(people(setup)) != (1, 1):
        raise Unreadable("battle.people", "One person plays for a side.")
    return _seating(fleets.lists(setup))


@lru_cache(maxsize=4)
def _seating(lists: tuple[str, str]) -> Seating:
    """Sides by the names of their lists; two sides with one list are told apart by their places."""
    first, second = lists
    names = lists if first != second else (f"West {first}", f"East {second}")
    seats = (Seat(side, name, name.lower().replace(" ", "-"), proper=True) for side, name in enumerate(names))
    return Seating(names, tuple(seats))


def _prepare(state: State, side: int, course: Course) -> None:
    """Put a fleet behind its screen, and give the side its first energy and tactic cards (BG-011, BG-012)."""
    fleet = state.table.fleets[side]
    state.reserve[side] = tuple(range(len(fleet)))
    state.energy[side] = turn.START_ENERGY
    course.tell("fleet", side, *(card.type.number for card in fleet))
    if state.table.tactics:
        state.decks[side] = turn.shuffled(DECK, course.dice)
        turn.draw(state, side, START_HAND, course)


def _initiative(course: Course) -> int:
    """Roll the number die for each side, again after a tie, and return the higher one (BG-013)."""
    while True:
        one, other = course.number(), course.number()
        course.tell("initiative", one, other)
        if one != other:
            return int(other > one)


def choose(state: State, choice: int, course: Course) -> None:
    """Let a side begin. Some battles make up for the sequence of turns with energy (BG-013)."""
    state.first = load_of(choice)
    course.tell("begins", state.first)
    for side, extra in zip((state.first, 1 - state.first), state.table.battle.extra, strict=True):
        if extra:
            course.tell("extra", side, extra, turn.gain(state, side, extra))
    turn.begin(state, state.first, course)
