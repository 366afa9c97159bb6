"""Tactic cards in play: what may be played now, and the effects (BG-018, BG-160 … BG-162)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from missions.battles.systems.galaxies.engine import damage, turn
from missions.battles.systems.galaxies.engine.choices import Kind, load_of, packed, tactic, tactic_of
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.field import members
from missions.battles.systems.galaxies.engine.state import NOWHERE, Phase, State
from missions.battles.systems.galaxies.engine.tactics import (
    ACTION,
    ACTIVATED,
    COPIES,
    DISCARD_GAIN,
    ENERGY,
    FIRING,
    MOMENTS,
    TACTICS,
    Tactic,
)

OWN = "own"
OF_MOMENT: Mapping[str, tuple[Tactic, ...]] = {
    moment: tuple(card for card in TACTICS if card.when == moment) for moment in MOMENTS
}
"""Cards by the moment at which they are played."""


def may_answer(state: State, side: int, moment: str) -> bool:
    """Whether a side is asked at a moment out of turn. Public facts alone decide: cards in its hand, energy,
    and a card of that moment of which not all copies are discarded.
    """
    if not state.hands[side]:
        return False
    open_, energy = state.discards[side], state.energy[side]
    return any(card.cost <= energy and open_.count(card.number) < COPIES for card in OF_MOMENT[moment])


def held(state: State, side: int, moment: str) -> list[Tactic]:
    """Different cards of a moment that a side holds and can pay."""
    hand, energy = state.hands[side], state.energy[side]
    return [card for card in OF_MOMENT[moment] if card.number in hand and card.cost <= energy]


def moments(state: State) -> Iterator[str]:
    """Moments whose cards the side may play in its turn now."""
    if state.phase == Phase.ENERGY:
        yield ENERGY
    elif state.phase == Phase.ACTION:
        yield ACTION
        if state.active != NOWHERE and not state.firing:
            yield FIRING
            if not state.stayed:
                yield ACTIVATED


def choices(state: State) -> list[int]:
    """Cards that the side may play or discard in its turn now."""
    side = state.side
    if not state.hands[side]:
        return []
    found = []
    for moment in moments(state):
        for card in held(state, side, moment):
            found += [tactic(card.number, ship) for ship in aims(state, side, card)]
    return found + [packed(Kind.DISCARD, number) for number in sorted(set(state.hands[side]))]


def aims(state: State, side: int, card: Tactic) -> list[int]:
    """Ships that a card may be played on: those for which it would change something. [NOWHERE] for a card
    that is played on none.
    """
    if "jam" in card.effects and state.jammed:
        return []
    if not card.target:
        return [NOWHERE]
    whose = side if card.target == OWN else 1 - side
    near = _within(state, side, card.within) if card.within else -1
    return [
        ship
        for ship in members(state.fleet[whose])
        if state.cover[ship] & near and any(_MATTERS[name](state, ship) for name in card.effects)
    ]


def _within(state: State, side: int, far: int) -> int:
    """Hexes at most so far from a ship of a side."""
    field, found = state.table.battle.field, 0
    for ship in members(state.fleet[side]):
        for place in members(state.cover[ship]):
            found |= field.within(place, far)
    return found


_MATTERS: Mapping[str, Callable[[State, int], bool]] = {
    "shields": lambda state, ship: state.shields[ship] < state.type_of(ship).shields,
    "repair": lambda state, ship: state.hull[ship] > 0,
    "shield_damage": lambda state, ship: state.shields[ship] > 0,
    "hull_damage": lambda state, ship: True,
    "take_over": lambda state, ship: True,
}
"""Whether an effect would change something about a ship."""


def spend(state: State, side: int, number: int, ship: int, course: Course) -> None:
    """Pay a card and discard it (BG-162)."""
    card = TACTICS[number]
    _out_of_hand(state, side, number)
    state.energy[side] -= card.cost
    course.tell("plays", side, number, ship, card.cost, state.energy[side])


def _out_of_hand(state: State, side: int, number: int) -> None:
    hand = list(state.hands[side])
    hand.remove(number)
    state.hands[side] = tuple(hand)
    state.discards[side] = (*state.discards[side], number)


def play(state: State, choice: int, course: Course) -> None:
    """Play or discard a card of the side whose turn it is."""
    side = state.side
    if choice & _KIND == _DISCARD:
        number, before = load_of(choice), state.energy[side]
        _out_of_hand(state, side, number)
        gained = turn.gain(state, side, DISCARD_GAIN) - before
        course.tell("discards", side, number, gained, state.energy[side])
        return
    number, ship = tactic_of(choice)
    spend(state, side, number, ship, course)
    for name, amount in TACTICS[number].effects.items():
        if state.outcome is None:
            _EFFECTS[name](state, ship, amount, course)


def _charge(state: State, ship: int, amount: int, course: Course) -> None:
    more = min(amount, state.type_of(ship).shields - state.shields[ship])
    state.shields[ship] += more
    course.tell("recharged", ship, more, state.shields[ship])


def _repair(state: State, ship: int, amount: int, course: Course) -> None:
    state.hull[ship] = max(0, state.hull[ship] - amount)
    course.tell("repaired", ship, state.hull[ship])


def _faster(state: State, ship: int, amount: int, course: Course) -> None:
    state.faster += amount


def _farther(state: State, ship: int, amount: int, course: Course) -> None:
    state.farther += amount


def _jam(state: State, ship: int, amount: int, course: Course) -> None:
    state.jammed = True


def _energy(state: State, ship: int, amount: int, course: Course) -> None:
    before = state.energy[state.side]
    gained = turn.gain(state, state.side, amount) - before
    course.tell("gains", state.side, gained, state.energy[state.side])


def _take_over(state: State, ship: int, amount: int, course: Course) -> None:
    damage.take_over(state, state.card[ship], course)


_EFFECTS: Mapping[str, Callable[[State, int, int, Course], None]] = {
    "shields": _charge,
    "repair": _repair,
    "move": _faster,
    "jam": _jam,
    "range": _farther,
    "energy": _energy,
    "shield_damage": lambda state, ship, amount, course: damage.take_shield(state, ship, amount, course),
    "hull_damage": lambda state, ship, amount, course: damage.take_hull(state, ship, amount, course),
    "take_over": _take_over,
}
"""Effects of cards of the own turn, by their names in the data."""
_KIND = (1 << 5) - 1
_DISCARD = int(Kind.DISCARD)
