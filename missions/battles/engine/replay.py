"""A battle: set-up, orders and the dice they used. The state is what comes out of replaying them.

`Battle.submit` is the way in for people and bots: it knows stale from illegal, and a refused order changes
nothing. `random_play` and `replay` go past it if orders are known to be legal.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from league.kernel.refusal import NotYours, Refusal, Stale
from missions.battles.engine.contract import Event, Order, Random, Setup, System
from missions.battles.engine.dice import Dice, DiceWanted, ScriptedDice, Tape, TypedDice
from missions.battles.engine.secrecy import is_news

S = TypeVar("S")


class Entry(NamedTuple):
    """One order as it was carried out and is recorded: who gave it, what it was, the faces of its dice in
    hexadecimal.
    """

    seat: int
    unit: int
    choice: int
    faces: str

    @property
    def order(self) -> Order:
        return self.unit, self.choice

    @property
    def dice(self) -> bytes:
        return bytes.fromhex(self.faces)


class Battle(Generic[S]):
    """A battle under way. `len(battle)` is its sequence number: orders carried out so far."""

    def __init__(self, system: System[S], setup: Setup, dice: Dice) -> None:
        """Raises Refusal if the set-up breaks a rule."""
        self.system = system
        self.setup = setup
        mark = len(dice.record)
        self.state, self.opening = system.setup(setup, dice)
        self.opening_dice = bytes(dice.record[mark:])
        self._entries: list[Entry] = []
        self._lines: list[Sequence[Any]] = []
        self.events: list[list[Event]] = []

    def __len__(self) -> int:
        return len(self._entries) + len(self._lines)

    @property
    def entries(self) -> list[Entry]:
        """The orders so far. `random_play` and `run` leave plain lines, made into entries when asked for."""
        if self._lines:
            self._entries += map(Entry._make, self._lines)
            self._lines = []
        return self._entries

    @entries.setter
    def entries(self, entries: list[Entry]) -> None:
        self._entries, self._lines = entries, []

    def grow(self, lines: Sequence[Sequence[Any]], events: Sequence[list[Event]]) -> None:
        """Notes orders that were carried out on the state, as lines in the manner of Entry."""
        self._lines += lines
        self.events += events

    def check(self, seat: int, order: Order, at: int) -> None:
        """Raise Stale, NotYours or Refusal, each with a sentence, unless the order is legal now.

        An order that was chosen after `at` orders is stale if the seat has learned something since.
        """
        if at != len(self) and not self.unchanged(seat, at):
            text = f"The battle has moved on by {len(self) - at} orders; look at it again and then decide."
            raise Stale("battle.stale", text)
        if seat not in self.system.to_act(self.state):
            text, rule = self.system.why_not(self.state, seat, order)
            raise NotYours("battle.turn", text, rule=rule)
        unit, choice = order
        units = self.system.legal_units(self.state, seat)
        if unit not in units or choice not in self.system.legal_orders(self.state, seat, unit):
            text, rule = self.system.why_not(self.state, seat, order)
            raise Refusal("battle.illegal", text, rule=rule)

    def unchanged(self, seat: int, at: int) -> bool:
        """True if a seat has neither ordered nor learned anything after `at` orders, apart from choices that
        others have laid face down.
        """
        narrate, state = self.system.narrate, self.state
        return 0 <= at <= len(self) and not any(
            entry.seat == seat or is_news(narrate(state, events), seat)
            for entry, events in zip(self.entries[at:], self.events[at:], strict=True)
        )

    def submit(self, seat: int, order: Order, dice: Dice, at: int) -> list[Event]:
        """Check and carry out an order; return its events.

        Typed faces must be exactly those that the order rolls; too few or too many are refused and nothing
        changes.
        """
        self.check(seat, order, at)
        if not isinstance(dice, TypedDice):
            return self.force(seat, order, dice)
        state = self.system.clone(self.state)
        try:
            events = self.system.apply(state, seat, order, dice)
        except DiceWanted as wanted:
            text = f"This order rolls more dice: type {wanted.count} more with {wanted.sides} sides."
            raise Refusal("battle.dice", text) from wanted
        except ValueError as wrong:
            raise Refusal("battle.face", str(wrong)) from wrong
        if dice.left:
            raise Refusal("battle.dice", f"This order rolls fewer dice: take the last {dice.left} away.")
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
        self.entries.append(Entry(seat, *order, dice.hex()))
        self.events.append(events)

    def record(self) -> dict[str, Any]:
        """Facts that rebuild the battle, as JSON."""
        return {
            "setup": self.setup,
            "opening": list(self.opening_dice),
            "orders": [list(entry) for entry in self.entries],
        }

    def fingerprint(self) -> str:
        """SHA-256 over record, events and state; equal battles have equal fingerprints."""
        whole = json.dumps([self.record(), self.system.key(self.state)], sort_keys=True)
        text = repr([self.opening, self.events])
        return hashlib.sha256((whole + text).encode()).hexdigest()


def replay(system: System[S], record: dict[str, Any], until: int | None = None) -> Battle[S]:
    """The battle of a record, from set-up, orders and recorded dice; `until` leaves later orders out.

    Raises DiceWanted if the orders roll more dice than were recorded, ValueError if they roll fewer.
    """
    battle = Battle(system, record["setup"], ScriptedDice(record["opening"]))
    run(battle, record["orders"][:until])
    return battle


def run(battle: Battle[S], lines: Sequence[Sequence[Any]]) -> None:
    """Carries recorded orders, as Entry has them, out. Raises as `replay` does; then drop the battle."""
    dice = Tape(bytes.fromhex("".join([line[3] for line in lines])))
    battle.grow(lines, battle.system.rerun(battle.state, lines, dice))
    if dice.left:
        raise ValueError(f"The record holds {dice.left} dice that no order rolls.")


def random_play(battle: Battle[S], dice: Dice, random: Random) -> None:
    """Plays a battle to its end, each order any that is legal for the first seat that is awaited. For systems
    without secrets.
    """
    system, state, record = battle.system, battle.state, dice.record
    to_act, any_order, apply = system.to_act, system.any_order, system.apply
    lines: list[tuple[int, int, int, str]] = []
    events: list[list[Event]] = []
    mark = len(record)
    first: dict[frozenset[int], int] = {}
    while seats := to_act(state):
        seat = first.get(seats, -1)
        if seat < 0:
            seat = first[seats] = min(seats)
        unit, choice = order = any_order(state, seat, random)
        events.append(apply(state, seat, order, dice))
        faces = ""
        if len(record) > mark:
            faces = record[mark:].hex()
            mark = len(record)
        lines.append((seat, unit, choice, faces))
    battle.grow(lines, events)
