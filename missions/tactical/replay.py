"""A battle: set-up, orders and the dice they used. The state is what comes out of replaying them.

`Battle.submit` is the way in for people and bots: it knows stale from illegal, and a refused order changes
nothing. `random_play` and `replay` go past it where orders are known to be legal.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from league.kernel.refusal import NotYours, Refusal, Stale
from missions.tactical.contract import Event, Order, Setup, System
from missions.tactical.dice import Dice, DiceWanted, ScriptedDice, TypedDice

S = TypeVar("S")


class Entry(NamedTuple):
    """One order as it was carried out: who gave it, what it was, the dice it used."""

    seat: int
    order: Order
    dice: bytes


class Battle(Generic[S]):
    """A battle under way. `len(battle)` is its sequence number: orders carried out so far."""

    def __init__(self, system: System[S], setup: Setup, dice: Dice) -> None:
        """Raises Refusal where the set-up breaks a rule."""
        self.system = system
        self.setup = setup
        mark = len(dice.record)
        self.state, self.opening = system.setup(setup, dice)
        self.opening_dice = bytes(dice.record[mark:])
        self.entries: list[Entry] = []
        self.events: list[list[Event]] = []

    def __len__(self) -> int:
        return len(self.entries)

    def check(self, seat: int, order: Order, at: int) -> None:
        """Raises Stale, NotYours or Refusal, each with a sentence, unless the order is legal now."""
        if at != len(self):
            text = f"The battle has moved on by {len(self) - at} orders; look at it again and then decide."
            raise Stale("tactical.stale", text)
        if seat not in self.system.to_act(self.state):
            text, rule = self.system.why_not(self.state, seat, order)
            raise NotYours("tactical.turn", text, rule=rule)
        unit, choice = order
        units = self.system.legal_units(self.state, seat)
        if unit not in units or choice not in self.system.legal_orders(self.state, seat, unit):
            text, rule = self.system.why_not(self.state, seat, order)
            raise Refusal("tactical.illegal", text, rule=rule)

    def submit(self, seat: int, order: Order, dice: Dice, at: int) -> list[Event]:
        """Checks and carries out; returns what happened.

        With `TypedDice` the faces must be exactly those that the order rolls; too few or too many are refused
        and nothing changes.
        """
        self.check(seat, order, at)
        if not isinstance(dice, TypedDice):
            return self.force(seat, order, dice)
        state = self.system.clone(self.state)
        try:
            events = self.system.apply(state, seat, order, dice)
        except DiceWanted as wanted:
            text = f"This order rolls more dice: type {wanted.count} more with {wanted.sides} sides."
            raise Refusal("tactical.dice", text) from wanted
        except ValueError as wrong:
            raise Refusal("tactical.face", str(wrong)) from wrong
        if dice.left:
            raise Refusal("tactical.dice", f"This order rolls fewer dice: take the last {dice.left} away.")
        self.state = state
        self._keep(seat, order, bytes(dice.record), events)
        return events

    def force(self, seat: int, order: Order, dice: Dice) -> list[Event]:
        """Carries out an order that is known to be legal."""
        mark = len(dice.record)
        events = self.system.apply(self.state, seat, order, dice)
        self._keep(seat, order, bytes(dice.record[mark:]), events)
        return events

    def _keep(self, seat: int, order: Order, dice: bytes, events: list[Event]) -> None:
        self.entries.append(Entry(seat, order, dice))
        self.events.append(events)

    def record(self) -> dict[str, Any]:
        """Everything needed to rebuild the battle, as JSON."""
        return {
            "setup": self.setup,
            "opening": list(self.opening_dice),
            "orders": [[entry.seat, *entry.order, entry.dice.hex()] for entry in self.entries],
        }

    def fingerprint(self) -> str:
        """SHA-256 over record, events and state; equal battles have equal fingerprints."""
        whole = json.dumps([self.record(), self.system.key(self.state)], sort_keys=True)
        told = repr([self.opening, self.events])
        return hashlib.sha256((whole + told).encode()).hexdigest()


def replay(system: System[S], record: dict[str, Any], until: int | None = None) -> Battle[S]:
    """The battle of a record, from set-up, orders and recorded dice; `until` leaves later orders out.

    Raises DiceWanted where an order rolls more dice than were recorded.
    """
    battle = Battle(system, record["setup"], ScriptedDice(record["opening"]))
    run(battle, record["orders"][:until])
    return battle


def run(battle: Battle[S], lines: Iterable[Sequence[Any]]) -> None:
    """Carries recorded orders out on a battle."""
    apply, state = battle.system.apply, battle.state
    entries, events = battle.entries, battle.events
    for seat, unit, choice, faces in lines:
        dice = bytes.fromhex(faces)
        order = (unit, choice)
        events.append(apply(state, seat, order, ScriptedDice(dice)))
        entries.append(Entry(seat, order, dice))


def rewind(battle: Battle[S], to: int) -> Battle[S]:
    """The battle as it was after `to` orders."""
    return replay(battle.system, battle.record(), to)
