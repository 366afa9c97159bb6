"""Orders put together step by step, for a page: a card and its units, a place, a target and a card."""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.engine.contract import NO_UNIT, Draft, Pick
from missions.battles.engine.drafts import gathered, grown
from missions.battles.systems.red_alert.engine.awaited import legal_orders
from missions.battles.systems.red_alert.engine.cards import COMBAT
from missions.battles.systems.red_alert.engine.choices import (
    BITS,
    MASK,
    Kind,
    aim_of,
    attack_of,
    kind_of,
    load_of,
    move_of,
    packed,
    unpack_way,
)
from missions.battles.systems.red_alert.engine.narration import title
from missions.battles.systems.red_alert.engine.orders_in_words import write
from missions.battles.systems.red_alert.engine.state import NO_CARD, Phase, State, Wait
from missions.battles.systems.red_alert.engine.windows import under_way

QUESTIONS = {
    Phase.DEPLOYMENT: "Choose a hex for this unit.",
    Phase.REINFORCEMENT: "Choose a hex for this unit.",
    Phase.FIRST_PLAYER: "Choose the command card of your first turn.",
    Phase.COMMAND: "Choose a command card.",
    Phase.ORDERS: "Order units, or go on.",
    Phase.MOVEMENT: "Choose a place to move to.",
    Phase.COMBAT: "Choose a target.",
    Phase.END: "End the turn.",
}
STEPS = {
    Phase.DEPLOYMENT: "hex",
    Phase.REINFORCEMENT: "hex",
    Phase.FIRST_PLAYER: "card",
    Phase.COMMAND: "card",
    Phase.MOVEMENT: "hex",
    Phase.COMBAT: "target",
}


def draft(state: State, seat: int, unit: int, picks: Sequence[int]) -> Draft:
    """The next picks after these. The units of a card are picked in any sequence."""
    choices = legal_orders(state, seat, unit)
    if picks and _takes_units(picks[0]):
        return _units(state, choices, picks)
    return grown(
        choices,
        _parts,
        picks,
        lambda done: _step(state, unit, done),
        lambda done, value: _pick(state, unit, done, value),
    )


def _takes_units(pick: int) -> bool:
    """Whether a pick is a combat card without its units."""
    return pick & MASK == Kind.CARD and load_of(pick) < len(COMBAT) and "." in COMBAT[load_of(pick)].target


def _units(state: State, choices: Sequence[int], picks: Sequence[int]) -> Draft:
    """The units of a card, one after the other."""
    first, *units = picks
    cards = {choice: aim_of(choice) for choice in choices if kind_of(choice) is Kind.CARD}
    sets = {frozenset(aim): choice for choice, (card, aim) in cards.items() if card == load_of(first)}
    question = f"Choose a unit for {COMBAT[load_of(first)].title}."
    return gathered(
        sets,
        (first,),
        units,
        question,
        lambda value: Pick(value, title(state.table, value), state.place[value], value),
    )


def _parts(choice: int) -> tuple[int, ...]:
    """An order as its picks: a target and a card, a card and its units, or the whole."""
    kind = kind_of(choice)
    if kind is Kind.ATTACK:
        target, card = attack_of(choice)
        first = packed(Kind.ATTACK, target << BITS)
        return (first,) if card == NO_CARD else (first, card)
    if kind is Kind.CARD and load_of(choice) > MASK:
        card, units = aim_of(choice)
        return (packed(Kind.CARD, card), *units)
    return (choice,)


def _step(state: State, unit: int, done: tuple[int, ...]) -> tuple[str, str]:
    """Name of the next step and its question."""
    if not done:
        if state.wait is not None:
            return ("path" if state.wait is Wait.WITHDRAW else "order"), "Choose an answer."
        places = state.phase in (Phase.MOVEMENT, Phase.COMBAT) and unit == NO_UNIT
        return ("order" if places else STEPS.get(state.phase, "order")), QUESTIONS[state.phase]
    return "card", "Attack now, or add a card."


def _pick(state: State, unit: int, done: tuple[int, ...], value: int) -> Pick:
    if done:
        card = COMBAT[value]
        return Pick(value, f"{card.title}, {card.cost} {'star' if card.cost == 1 else 'stars'}")
    kind, load = kind_of(value), load_of(value)
    if kind is Kind.ATTACK:
        target = load >> BITS
        return Pick(value, title(state.table, target), state.place[target], target)
    if kind is Kind.CARD and state.wait is None:
        return Pick(value, f"play {COMBAT[load & MASK].title}")
    words = write(state, (NO_UNIT, value))
    if kind is Kind.MOVE:
        return Pick(value, words, move_of(value)[0])
    if kind is Kind.PLACE:
        return Pick(value, words, load)
    if kind is Kind.RETIRE:
        way = unpack_way(state.waiting, state.place[under_way(state).target], load)
        return Pick(value, words, way[-1] if way else -1)
    return Pick(value, words)
