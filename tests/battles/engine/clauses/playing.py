"""Random battles for the clauses, and small helpers that they share."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from league.kernel.refusal import Refusal
from missions.battles.engine.contract import (
    Event,
    Order,
    Sentence,
    Setup,
    System,
)
from missions.battles.engine.dice import Dice, seeded_dice
from missions.battles.engine.replay import Battle, replay
from missions.battles.engine.secrecy import readable

MOST_ORDERS = 4000
DEALS = 4
"""Deals that are looked at for what a seat does not know."""
_THOROUGH: ContextVar[bool] = ContextVar("thorough", default=False)


@contextmanager
def thoroughly() -> Iterator[None]:
    """Inside, clauses look at every step and play more battles, as whole walks do."""
    token = _THOROUGH.set(True)
    yield
    _THOROUGH.reset(token)


def every(some: int) -> int:
    """Number of steps from one look to the next: so many in test runs."""
    return 1 if _THOROUGH.get() else some


def seeds(few: str, more: str) -> str:
    """Seeds of the battles that a clause plays: the few in test runs."""
    return more if _THOROUGH.get() else few


def start(system: System[Any], setup: Setup, seed: str) -> tuple[Battle[Any], Dice]:
    """A battle of that set-up and its dice."""
    dice = seeded_dice(seed)
    return Battle(system, setup, dice), dice


def play(battle: Battle[Any], dice: Dice, seed: str) -> Iterator[tuple[int, Order]]:
    """Random orders of random seats among those awaited, to the end; yields each before it is carried out."""
    random, system = Random(seed), battle.system
    while seats := sorted(system.to_act(battle.state)):
        assert len(battle) < MOST_ORDERS, "the battle stalls"
        seat = random.choice(seats)
        unit = random.choice(system.legal_units(battle.state, seat))
        order = unit, random.choice(system.legal_orders(battle.state, seat, unit))
        yield seat, order
        battle.force(seat, order, dice)


def played(
    system: System[Any], setup: Setup, seed: str, most: int = MOST_ORDERS, every: int = 1
) -> Iterator[tuple[Battle[Any], int, Order]]:
    """The battle before each of its first orders, with the order to come; of them every so many-th."""
    battle, dice = start(system, setup, seed)
    for number, (seat, order) in enumerate(islice(play(battle, dice, seed), most)):
        if number % every == 0:
            yield battle, seat, order


def ended(system: System[Any], setup: Setup, seed: str) -> Battle[Any]:
    """A battle that was played to its end. Several clauses get the same one and have to leave it alone."""
    return _ended(system, json.dumps(setup), seed)


@lru_cache(maxsize=2)
def _ended(system: System[Any], setup: str, seed: str) -> Battle[Any]:
    battle, dice = start(system, json.loads(setup), seed)
    for _ in play(battle, dice, seed):
        pass
    return battle


def seats_of(battle: Battle[Any]) -> range:
    return range(len(battle.system.seating(battle.setup).seats))


def readers(battle: Battle[Any]) -> list[int | None]:
    """Readers of a battle: every seat, and a spectator."""
    return [*seats_of(battle), None]


def options(system: System[Any], state: Any, seat: int) -> list[Order]:
    """Legal orders of a seat."""
    return [(u, c) for u in system.legal_units(state, seat) for c in system.legal_orders(state, seat, u)]


def told(system: System[Any], after: Any, events: Sequence[Event], reader: int | None) -> list[Sentence]:
    """Sentences of an order's events that a reader may read while the battle runs."""
    return [line for line in system.narrate(after, events) if readable(line, reader)]


def deals(system: System[Any], state: Any, seat: int | None, count: int = DEALS) -> list[Any]:
    """States that are possible as far as a seat knows."""
    return [system.imagine(state, seat, seeded_dice(f"deal {number}")) for number in range(count)]


class Edges(Dice):
    """The lowest or the highest faces, another one in every fifth place, so that no tie lasts."""

    __slots__ = ("_given", "_high")

    def __init__(self, high: bool) -> None:
        super().__init__()
        self._high, self._given = high, 0

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        faces = bytearray()
        for _ in range(count):
            self._given += 1
            odd = self._given % 5 == 0
            faces.append((sides + 1) // 2 if odd else sides if self._high else 1)
        self.record += faces
        return bytes(faces)


def copied(battle: Battle[Any]) -> Battle[Any]:
    """The same battle, replayed from its record."""
    return replay(battle.system, battle.record())


def refusal(battle: Battle[Any], seat: int, order: Order, dice: Dice, at: int) -> Refusal | None:
    """The refusal of an order; None if it was carried out."""
    try:
        battle.submit(seat, order, dice, at)
    except Refusal as refused:
        return refused
    return None


def carried_out(system: System[Any], state: Any, seat: int, order: Order) -> tuple[Any, list[Event], bytes]:
    """A copy on which an order was carried out, with the same dice each time; its events and faces."""
    after, dice = system.clone(state), seeded_dice("after")
    return after, system.apply(after, seat, order, dice), bytes(dice.record)
