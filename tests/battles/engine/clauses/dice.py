"""Clauses about windows, dice and odds."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import islice, product
from typing import Any

from missions.battles.engine.contract import (
    Odds,
    Order,
    Setup,
    System,
)
from missions.battles.engine.dice import Dice, DiceWanted, ScriptedDice, TypedDice, seeded_dice
from tests.battles.engine.clauses.playing import (
    carried_out,
    copied,
    options,
    play,
    played,
    refusal,
    seats_of,
    start,
)


def windows_are_known(system: System[Any], setup: Setup) -> None:
    """Windows are of a known kind, and their standing answers are legal."""
    for battle, _, _ in played(system, setup, "windows", 120):
        for seat in seats_of(battle):
            window = system.window(battle.state, seat)
            if window is None:
                continue
            assert seat in system.to_act(battle.state) and window.text
            question = system.questions[window.kind]
            assert question.default in ("", *question.answers) and question.text and question.rule
            assert window.answers.keys() <= question.answers.keys() and all(question.answers.values())
            assert set(window.answers.values()) <= set(options(system, battle.state, seat))


def rolls_are_those_of_who_orders(system: System[Any], setup: Setup) -> None:
    """Orders with odds show their own seat's dice; answers roll nobody else's."""
    assert any(_rolls(system, setup, seed) for seed in ("one", "two", "three", "four")), "nobody ever rolled"


def _rolls(system: System[Any], setup: Setup, seed: str) -> bool:
    """True if an order with odds rolled in that battle."""
    seen = False
    for battle, seat, order in played(system, setup, seed):
        expected = system.odds(battle.state, seat, order)
        after, events, _ = carried_out(system, battle.state, seat, order)
        rolled = [line for line in system.narrate(after, events) if line.dice]
        assert all(line.roller in (None, *seats_of(battle)) for line in rolled)
        assert all(len(line.dies) in (0, len(line.dice)) for line in rolled)
        assert all(die in system.dice for line in rolled for die in line.dies)
        own = any(line.roller == seat for line in rolled)
        if system.window(battle.state, seat) is not None:
            assert all(line.roller in (None, seat) for line in rolled), "an answer rolls another seat's dice"
        if system.successes(events):
            assert expected is not None and own, "whose dice are they?"
        seen = seen or (expected is not None and own)
    return seen


def typed_dice_fit(system: System[Any], setup: Setup) -> None:
    """Typed faces are exactly those that an order rolls; draws come from the fair stream."""
    battle, dice = start(system, setup, "typed")
    for seat, order in islice(play(battle, dice, "typed"), 80):
        before, noted = system.key(battle.state), Noted()
        after = system.clone(battle.state)
        system.apply(after, seat, order, noted)
        lines = system.narrate(after, system.apply(system.clone(battle.state), seat, order, Noted()))
        assert sum(len(line.dice) for line in lines) == len(noted.rolled), "all that people roll is told"
        if not noted.rolled:
            continue
        for wrong in ([*noted.rolled[:-1]], [*noted.rolled, 1], [99, *noted.rolled[1:]]):
            refused = refusal(battle, seat, order, TypedDice(wrong, seeded_dice("deck")), len(battle))
            assert refused is not None and ("dice" in refused.message or "die" in refused.message)
        assert system.key(battle.state) == before
        other = copied(battle)
        other.submit(seat, order, TypedDice(noted.rolled, seeded_dice("deck")), len(other))
        assert system.key(other.state) == system.key(after)


class Noted(Dice):
    """Fair dice that note what people would have rolled; draws come from a stream of their own."""

    __slots__ = ("_deck", "_dice", "rolled")

    def __init__(self) -> None:
        super().__init__()
        self._deck, self._dice, self.rolled = seeded_dice("deck"), seeded_dice("hand"), list[int]()

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        faces = self._dice.roll(count, sides)
        self.rolled += faces
        self.record += faces
        return faces

    def draw(self, sides: int) -> int:
        number = self._deck.draw(sides)
        self.record.append(number)
        return number


def odds_are_whole(system: System[Any], setup: Setup) -> None:
    """Distributions add up to one, dice are known, reasons are given, and effects have different names."""
    for battle, seat, _ in played(system, setup, "odds", 200):
        for order in options(system, battle.state, seat)[::7]:
            odds = system.odds(battle.state, seat, order)
            if odds is None:
                continue
            assert sum(odds.successes) == 1 and all(sum(effect.chances) == 1 for effect in odds.effects)
            assert len({effect.name for effect in odds.effects}) == len(odds.effects) > 0
            assert odds.dice > 0 and all(roll.die in system.dice for roll in odds.rolls)
            summed = sum(reason.amount for reason in odds.reasons)
            highest = system.dice[odds.rolls[0].die].sides
            assert not any(reason.amount for reason in odds.reasons if reason.note), "a note adds nothing"
            assert odds.summary and odds.reasons and odds.needed in (0, summed, min(summed, highest))


def odds_are_counted_out(system: System[Any], setup: Setup) -> None:
    """Odds agree with counting every fall of the dice."""
    seen: set[Any] = set()
    for battle, seat, _ in played(system, setup, "count", 300):
        if len(seen) >= 8:
            break
        for order in options(system, battle.state, seat):
            odds = system.odds(battle.state, seat, order)
            if odds is None or odds.successes in seen or odds.dice > 4 or len(seen) >= 8:
                continue
            if _own_dice(system, battle.state, seat, order) == odds.dice:
                seen.add(odds.successes)
                found = _fallen(system, battle.state, seat, order, odds)
                assert tuple(found.get(n, 0) for n in range(len(odds.successes))) == odds.successes
    assert seen


def _fallen(system: System[Any], state: Any, seat: int, order: Order, odds: Odds) -> dict[int, Fraction]:
    """Successes of an order over every way its first dice can fall."""
    sides = [system.dice[roll.die].sides for roll in odds.rolls for _ in range(roll.count)]
    ways = list(product(*(range(1, most + 1) for most in sides)))
    found: dict[int, Fraction] = {}
    for faces in ways:
        after = system.clone(state)
        scored = system.successes(system.apply(after, seat, order, Then(faces)))
        found[scored] = found.get(scored, Fraction(0)) + Fraction(1, len(ways))
    return found


class Then(ScriptedDice):
    """Given faces, then any others."""

    __slots__ = ("_more",)

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__(faces)
        self._more = seeded_dice("more")

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        try:
            return super().roll(count, sides, letters)
        except DiceWanted:
            return self._more.roll(count, sides)


def _own_dice(system: System[Any], state: Any, seat: int, order: Order) -> int:
    """Number of dice that the order rolls itself, before anything that follows from it."""
    after, events, _ = carried_out(system, state, seat, order)
    lines = system.narrate(after, events)
    if any(line.kind == "will" for line in lines):
        return -1
    return sum(len(line.dice) for line in lines[:2] if line.roller == seat)
