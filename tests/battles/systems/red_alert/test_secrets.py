"""Nothing that a reader is shown, told, asked or offered depends on cards and markers that they cannot see.

Whole battles are played at random. At every order each seat, and a spectator, compares the true state with
one that is possible as far as they know.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from missions.battles.engine.contract import Event, Order
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.secrecy import readable
from missions.battles.systems.red_alert.engine.state import State, Wait
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from tests.battles.systems.red_alert.setups import SETUPS, Setup

MOST = 1500
"""Orders of a battle that are looked at."""
WALKS = [("salvo", "a"), ("base", "a"), ("six", "d")]


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
    and the reader's own orders.
    """
    awaited = RED_ALERT.to_act(state)
    own: list[Any] = []
    if reader in awaited:
        units = RED_ALERT.legal_units(state, reader)
        own = [(unit, list(RED_ALERT.legal_orders(state, reader, unit))) for unit in units]
    asked = [RED_ALERT.window(state, seat) for seat in sorted(awaited)]
    return [RED_ALERT.view_for(state, reader), awaited, asked, own]


def told(state: State, events: list[Event], reader: int | None) -> list[str]:
    """Sentences that a reader may read."""
    return [line.text for line in RED_ALERT.narrate(state, events) if readable(line, reader)]


def legal(state: State, seat: int, order: Order) -> bool:
    """Whether the seat may give the order in this state."""
    return order[1] in RED_ALERT.legal_orders(state, seat, order[0])


@pytest.mark.rule("RA-008")
@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_a_whole_battle_shows_and_tells_the_same_whatever_is_hidden(name: str, seed: str):
    differed, waits, compared = set(), set(), 0
    for number, state, seat, order, after, events in walk(SETUPS[name], seed):
        waits.add(state.wait)
        for reader in readers(state, number):
            deal = RED_ALERT.imagine(state, reader, seeded_dice(f"deal {number}"))
            differed |= {reader} if deal.hands != state.hands or deal.place != state.place else set()
            assert sights(deal, reader) == sights(state, reader), (number, reader)
            if RED_ALERT.reveals(events) or not legal(deal, seat, order):
                continue
            again = RED_ALERT.apply(deal, seat, order, seeded_dice(f"{seed} {number}"))
            assert told(deal, again, reader) == told(after, events, reader), (number, reader)
            compared += 1
    seats = range(len(state.table.seating.seats))
    assert differed == {*seats, None} and compared > number
    assert waits >= {None, Wait.DECLARED, Wait.ROLL, Wait.SHOWN, Wait.ALERT, Wait.BACK, Wait.AMBUSH}


@pytest.mark.rule("RA-008")
def test_views_hold_nothing_but_json():
    for number, state, _, _, _, _ in walk(SETUPS["base"], "json"):
        for reader in readers(state, number) if number % 9 == 0 else ():
            view = RED_ALERT.view_for(state, reader)
            assert json.loads(json.dumps(view)) == view
