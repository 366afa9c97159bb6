"""Nothing that a reader is shown, told, asked or offered depends on cards and markers that they cannot see.

Whole battles are played at random. At every second order each seat, and a spectator, compares the true state
with one that is possible as far as they know.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from missions.battles.engine.contract import NO_UNIT, Event, Order
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.secrecy import readable
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMMAND
from missions.battles.systems.red_alert.engine.choices import Kind, packed
from missions.battles.systems.red_alert.engine.field import members
from missions.battles.systems.red_alert.engine.setup import free_hexes
from missions.battles.systems.red_alert.engine.state import NO_CARD, Phase, State, Wait
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from missions.battles.systems.red_alert.pack import RED_ALERT as RED_ALERT_PACK
from tests.battles.systems.red_alert.setups import SETUPS, Setup

MOST = 1500
"""Orders of a battle that are looked at."""
WALKS = [("salvo", "a"), ("base", "a"), ("six", "d")]
NAMING = (Kind.COMMAND, Kind.REACT, Kind.KEEP, Kind.SHOW)
"""Kinds of orders that name a command card."""
SHOWN = frozenset(("draws", "loses card", "shows", "discards", "marker", "revealed"))
"""Events that show the cards and markers of one deal, and others in another deal."""


def walk(setup: Setup, seed: str) -> Iterator[tuple[int, State, int, Order, State, list[Event]]]:
    """Orders of a random battle: number, state before, seat, order, state after, events."""
    dice, random = seeded_dice(seed), Random(seed)
    state, _ = RED_ALERT.setup(setup, dice)
    for number in range(MOST):
        seats = sorted(RED_ALERT.to_act(state))
        if not seats:
            return
        seat = random.choice(seats)
        order = RED_ALERT.any_order(state, seat, random.random)
        after = state.clone()
        events = RED_ALERT.apply(after, seat, order, seeded_dice(f"{seed} {number}"))
        yield number, state, seat, order, after, events
        state = after


def readers(state: State, number: int) -> list[int | None]:
    """Both commanders, a spectator, and the wing officers one after the other."""
    seats = range(len(state.table.seating.seats))
    return [*{seats_of[0] for seats_of in state.table.seats} | {number % len(seats)}, None]


def sights(state: State, reader: int | None) -> list[Any]:
    """Everything that a reader may see in a state: the view, the seats that are awaited, what they are asked,
    and the reader's own orders with their odds.
    """
    awaited = RED_ALERT.to_act(state)
    own: list[Any] = []
    if reader in awaited:
        units = RED_ALERT.legal_units(state, reader)
        orders = [(unit, choice) for unit in units for choice in RED_ALERT.legal_orders(state, reader, unit)]
        own = [orders, [RED_ALERT.odds(state, reader, order) for order in orders[::5]]]
    asked = [RED_ALERT.window(state, seat) for seat in sorted(awaited)]
    return [RED_ALERT.view_for(state, reader), awaited, asked, own]


def refusals(state: State, reader: int | None) -> list[tuple[str, str]]:
    """Reasons why a reader may not give orders that name any card, in every hand or in the deck."""
    if reader is None:
        return []
    command = [packed(kind, card) for kind in NAMING for card in range(len(COMMAND))]
    combat = [packed(kind, card) for kind in (Kind.CARD, Kind.TRADE) for card in range(len(COMBAT))]
    return [RED_ALERT.why_not(state, reader, (NO_UNIT, choice)) for choice in (*command, *combat)]


def told(state: State, events: list[Event], reader: int | None) -> list[str]:
    """Sentences that a reader may read."""
    return [line.text for line in RED_ALERT.narrate(state, events) if readable(line, reader)]


def shows_cards(events: list[Event]) -> bool:
    """Whether a card that lay face down is drawn or shown, other than one that the order names."""
    return any(event[0] in SHOWN for event in events)


def legal(state: State, seat: int, order: Order) -> bool:
    """Whether the seat may give the order in this state."""
    return order[1] in RED_ALERT.legal_orders(state, seat, order[0])


@pytest.mark.rule("RA-008")
@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_a_whole_battle_shows_and_tells_the_same_whatever_is_hidden(name: str, seed: str):
    shows_and_tells_the_same(name, seed, every=2)


@pytest.mark.walk("leaks")
@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_no_order_of_a_battle_shows_or_tells_what_is_hidden(name: str, seed: str):
    shows_and_tells_the_same(name, seed, every=1)


def shows_and_tells_the_same(name: str, seed: str, every: int) -> None:
    """Compare what readers see and are told at every so many-th order in two worlds."""
    differed, waits, compared = set(), set(), 0
    for number, state, seat, order, after, events in walk(SETUPS[name], seed):
        waits.add(state.wait)
        for reader in readers(state, number // every) if number % every == 0 else ():
            deal = RED_ALERT.imagine(state, reader, seeded_dice(f"deal {number}"))
            differed |= {reader} if deal.hands != state.hands or deal.place != state.place else set()
            assert sights(deal, reader) == sights(state, reader), (number, reader)
            if number % (5 * every) == 0:
                assert refusals(deal, reader) == refusals(state, reader), (number, reader)
            if shows_cards(events) or not legal(deal, seat, order):
                continue
            again = RED_ALERT.apply(deal, seat, order, seeded_dice(f"{seed} {number}"))
            assert told(deal, again, reader) == told(after, events, reader), (number, reader)
            assert sights(deal, reader) == sights(after, reader), (number, reader)
            compared += 1
    seats = range(len(state.table.seating.seats))
    assert differed == {*seats, None} and compared > number // every
    assert waits >= {None, Wait.DECLARED, Wait.ROLL, Wait.SHOWN, Wait.ALERT, Wait.BACK, Wait.AMBUSH}


# --- deals of our own -------------------------------------------------------------------------------


def dealt_again(state: State, reader: int | None, random: Random) -> State:
    """The state with all cards and markers dealt again that lie face down for the reader."""
    other = state.clone()
    foes = [side for side in (0, 1) if reader is None or state.table.sides[reader] != side]
    open_ = {side: [state.shown[side]] for side in foes if state.shown[side] != NO_CARD}
    for side, (card,) in open_.items():
        other.hands[side][0].remove(card)
    for deck in (0, 1):
        piles = [other.hands[side][deck] for side in foes] + [other.decks[deck]]
        if deck == 0 and state.side in foes:
            piles.append(other.drawn)
        unseen = [card for pile in piles for card in pile]
        random.shuffle(unseen)
        for pile in piles:
            pile[:], unseen = unseen[: len(pile)], unseen[len(pile) :]
    for side in foes:
        other.hands[side][0] += open_.get(side, [])
        _mix_markers(other, side, random)
    return other


def _mix_markers(state: State, side: int, random: Random) -> None:
    """Lay other units of a side under its markers, and choose again what it has chosen face down."""
    units = [unit for unit in members(state.covered) if state.table.units[unit].side == side]
    hexes = [state.place[unit] for unit in units]
    if hexes:
        units += state.unplaced[side]
        random.shuffle(units)
        for unit in members(state.covered):
            if state.table.units[unit].side == side:
                state.lift(unit)
                state.covered &= ~(1 << unit)
        for unit, hex_ in zip(units, hexes, strict=False):
            state.put(unit, hex_)
            state.covered |= 1 << unit
        state.unplaced[side] = sorted(units[len(hexes) :])
    if state.laid[side] is not None and state.phase is Phase.FIRST_PLAYER:
        state.laid[side] = random.choice(state.hands[side][0]), 0
    elif state.laid[side] is not None:
        state.laid[side] = random.choice(state.unplaced[side]), random.choice(free_hexes(state, side))


@pytest.mark.rule("RA-008")
@pytest.mark.parametrize("scenario", RED_ALERT_PACK.contests)
def test_no_battle_shows_or_imagines_anything_of_another_deal(scenario: str):
    shows_and_imagines_the_same(scenario, every=11)


@pytest.mark.walk("leaks")
@pytest.mark.parametrize("scenario", RED_ALERT_PACK.contests)
def test_no_order_shows_or_imagines_anything_of_another_deal(scenario: str):
    shows_and_imagines_the_same(scenario, every=1)


def shows_and_imagines_the_same(scenario: str, every: int) -> None:
    """Compare what readers see and imagine at every so many-th order with another deal."""
    setup = {**RED_ALERT_PACK.written(scenario, ("", ""), {}), "people": [2, 1]}
    random, differed = Random(scenario), set()
    for number, state, _, _, _, _ in walk(setup, scenario):
        for reader in readers(state, number) if number % every == 0 or state.drawn else ():
            other = dealt_again(state, reader, random)
            differed |= {
                name for name in ("hands", "decks", "drawn", "place") if _differs(name, state, other)
            }
            assert sights(other, reader) == sights(state, reader), (number, reader)
            dreams = [RED_ALERT.imagine(each, reader, seeded_dice("dream")) for each in (state, other)]
            assert RED_ALERT.key(dreams[0]) == RED_ALERT.key(dreams[1]), (number, reader)
    deployed = state.table.battle.deployed
    assert differed >= {"hands", "decks", "drawn"} and ("place" in differed) == deployed


def _differs(name: str, one: State, other: State) -> bool:
    return bool(getattr(one, name) != getattr(other, name))


@pytest.mark.rule("RA-008")
def test_views_hold_nothing_but_json():
    for number, state, _, _, _, _ in walk(SETUPS["base"], "json"):
        for reader in readers(state, number) if number % 9 == 0 else ():
            view = RED_ALERT.view_for(state, reader)
            assert json.loads(json.dumps(view)) == view
