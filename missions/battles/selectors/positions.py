"""Battles as they stand: rebuilt from set-up, entries and recorded dice, and kept for the next request.

A `Played` never changes; an order makes the next one. Each is known by a digest of everything that led to
it, so that a kept one stays right after acts were rolled back, taken back or deleted.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import dropwhile, takewhile
from threading import Lock
from typing import Any

from league.kernel.refusal import Refusal
from missions.battles.engine.contract import Event, Order, Sentence, Setup, System
from missions.battles.engine.dice import Dice, ScriptedDice
from missions.battles.engine.luck import Luck
from missions.battles.engine.replay import Battle, Entry
from missions.battles.engine.secrecy import is_news, readable, readable_events, readable_log, rolled
from missions.battles.models import Battle as BattleRow
from missions.battles.models import BattleOrder
from missions.battles.systems.registry import system

KEPT = 48
"""Positions kept in each process."""
MARK_EVERY = 12
"""Orders between two positions that are kept for the replay."""


@dataclass(frozen=True, slots=True)
class Played:
    """A battle after `at` orders. `heads[n]` is the digest after n orders, `marks` are earlier states.

    `seen` has a digest for each seat, of its own orders and of everything it could read. An order is stale if
    its seat's digest has changed.
    """

    battle: Battle[Any]
    sentences: tuple[tuple[int, Sentence], ...]
    luck: tuple[Luck, ...]
    heads: tuple[str, ...]
    seen: tuple[str, ...]
    marks: tuple[tuple[int, Any], ...]

    @property
    def at(self) -> int:
        return len(self.battle)

    @property
    def head(self) -> str:
        return self.heads[-1]

    @property
    def system(self) -> System[Any]:
        return self.battle.system

    @property
    def state(self) -> Any:
        return self.battle.state

    def after(self, seat: int, order: Order, dice: Dice, at: int) -> Played:
        """The battle with one more order. Raises Stale, NotYours or Refusal; this one stays as it is."""
        battle = self._copied()
        battle.check(seat, order, at)
        odds = battle.system.odds(battle.state, seat, order)
        events = battle.submit(seat, order, dice, at)
        return self._grown(battle, events, odds)

    def _copied(self) -> Battle[Any]:
        battle = copy(self.battle)
        battle.state = self.battle.system.clone(self.battle.state)
        battle.entries, battle.events = self.battle.entries[:], self.battle.events[:]
        return battle

    def _grown(self, battle: Battle[Any], events: list[Event], odds: Any) -> Played:
        number, entry = len(battle), battle.entries[-1]
        lines = battle.system.narrate(battle.state, events)
        luck = list(self.luck)
        if odds is not None and rolled(lines, entry.seat):
            luck[entry.seat] = copy(luck[entry.seat])
            luck[entry.seat].add(odds, battle.system.successes(events))
        head = _digest(self.head, f"{entry.seat} {entry.order[0]} {entry.order[1]} {entry.dice.hex()}")
        seen = tuple(_seen(before, seat, entry, lines) for seat, before in enumerate(self.seen))
        marks = self.marks
        if number % MARK_EVERY == 0:
            marks = (*marks, (number, battle.system.clone(battle.state)))
        log = (*self.sentences, *((number, line) for line in lines))
        return Played(battle, log, tuple(luck), (*self.heads, head), seen, marks)

    def unchanged(self, seat: int, at: int, until: int) -> bool:
        """True if a seat has neither ordered nor learned anything in the orders after `at` up to `until`."""
        if not 0 <= at <= self.at:
            return False
        ordered = any(entry.seat == seat for entry in self.battle.entries[at:until])
        lines = [line for number, line in self.sentences if at < number <= until]
        return not ordered and not is_news(lines, seat)

    def state_at(self, at: int) -> Any:
        """The state after `at` orders."""
        if at >= self.at:
            return self.state
        start, state = max((mark for mark in self.marks if mark[0] <= at), key=lambda mark: mark[0])
        state = self.system.clone(state)
        for entry in self.battle.entries[start:at]:
            self.system.apply(state, entry.seat, entry.order, ScriptedDice(entry.dice))
        return state

    def readable_to(
        self, seat: int | None, at: int | None = None, over: bool = False
    ) -> tuple[tuple[int, Sentence], ...]:
        """Sentences that a seat (None: a spectator) may read after `at` orders; all of them when `over`."""
        return readable_log(self.sentences, seat, self.at if at is None else at, over)

    def _told_by(self, number: int) -> list[Sentence]:
        """The sentences of one order, searched from the end: it is mostly the last one."""
        from_end = dropwhile(lambda each: each[0] > number, reversed(self.sentences))
        lines = [line for _, line in takewhile(lambda each: each[0] == number, from_end)]
        return lines[::-1]

    def events_for(self, seat: int | None, at: int | None = None, over: bool = False) -> list[Event]:
        """Events of order `at` (0: the set-up) that a seat may know; all of them when `over`."""
        number = self.at if at is None else at
        events = self.battle.events[number - 1] if number else self.battle.opening
        lines = self._told_by(number)
        return readable_events(events, lines, seat, over)


def _seen(before: str, seat: int, entry: Entry, lines: Sequence[Sentence]) -> str:
    """Digest of what a seat has seen, after one more order."""
    own = entry.seat == seat
    if not own and not is_news(lines, seat):
        return before
    read = [[line.text, line.dice] for line in lines if readable(line, seat)]
    return _digest(before, json.dumps([entry.order if own else None, read]))


def _digest(before: str, text: str) -> str:
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()


def salt_of(row: BattleRow) -> str:
    """Salt of the digests of a battle. It holds the sealed seed: pages show digests, and nobody must be able
    to search for the hidden set-up that gives one.
    """
    return f"battle {row.public_id} {row.seed}"


def begun(system_: System[Any], setup: Setup, dice: Dice, salt: str) -> Played:
    """The battle before its first order. Raises Refusal if the set-up breaks a rule."""
    battle = Battle(system_, setup, dice)
    lines = tuple((0, line) for line in system_.narrate(battle.state, battle.opening))
    head = _digest(salt, json.dumps(setup, sort_keys=True) + battle.opening_dice.hex())
    seats = range(len(system_.seating(setup).seats))
    seen = tuple(_digest(salt, f"seat {seat}") for seat in seats)
    marks = ((0, system_.clone(battle.state)),)
    return Played(battle, lines, tuple(Luck() for _ in seats), (head,), seen, marks)


def standing(entries: Iterable[BattleOrder]) -> list[BattleOrder]:
    """The orders that were not taken back, in order."""
    found: list[BattleOrder] = []
    for entry in entries:
        if entry.kind == "order":
            found.append(entry)
        elif entry.kind == "take_back":
            found.pop()
    return found


def replayed(row: BattleRow, orders: Sequence[BattleOrder]) -> Played:
    """The battle of a row from its recorded dice."""
    played = begun(system(row.system), row.setup, ScriptedDice(bytes.fromhex(row.opening)), salt_of(row))
    for entry in orders:
        order = (entry.unit, entry.choice)
        dice = ScriptedDice(bytes.fromhex(entry.dice))
        battle = played.battle
        odds = battle.system.odds(battle.state, entry.seat, order)
        played = played._grown(battle, battle.force(entry.seat, order, dice), odds)
    return played


_kept: OrderedDict[str, Played] = OrderedDict()
_lock = Lock()


def keep(played: Played, head: str = "") -> None:
    """Keep a position for the next request, under its own digest or another one. The least recently used
    position makes room.
    """
    head = head or played.head
    with _lock:
        _kept[head] = played
        _kept.move_to_end(head)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)


def played_of(row: BattleRow) -> Played:
    """The battle as it stands. No query if this process knows the position, else one.

    Raises Refusal for a battle fought by rules that the system no longer plays.
    """
    with _lock:
        known = _kept.get(row.head)
        if known is not None:
            _kept.move_to_end(row.head)
            return known
    if row.version not in system(row.system).versions:
        text = "This battle was fought by an earlier version of its rules, which is no longer supported."
        raise Refusal("battle.version", text)
    played = replayed(row, standing(BattleOrder.objects.filter(battle=row).order_by("number")))
    # An earlier release wrote another digest; the row keeps it until the next order.
    keep(played, row.head)
    return played


def forget() -> None:
    """Empty the store: for tests and measurements."""
    with _lock:
        _kept.clear()
