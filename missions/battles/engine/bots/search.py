"""The search bot: where it foresees anything, it plays the phase out for the best-looking orders of all its
units before it decides."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from missions.battles.engine.bots.rated import UNDECIDED, RatedBot
from missions.battles.engine.bots.spread import spread
from missions.battles.engine.bots.words import HOPELESS, LITTLE, behind, order_words, outlook
from missions.battles.engine.contract import Event, Order, System
from missions.battles.engine.dice import Dice, seeded_dice

STYLE = "ahead"
"""Style of the ratings that it goes by."""
LEAN = 0.01
"""Weight of greedy's rating beside the result of the play-outs: it decides between equals."""


@dataclass(slots=True)
class Try:
    """An order that is tried out: what it was rated, and what each play-out came to, by its number. The same
    number has the same dice and the same deal for all orders. An order that rolls itself in some deal has no
    value there.
    """

    order: Order
    rating: float
    values: dict[int, float] = field(default_factory=dict)
    gain: float = 0.0
    loss: float = 0.0
    chancy: bool = False

    def value(self, numbers: Sequence[int]) -> float:
        """Value by these play-outs."""
        return self.average(numbers) + LEAN * self.rating

    def average(self, numbers: Sequence[int]) -> float:
        return sum(self.values[number] for number in numbers) / len(numbers)

    def ahead_of(self, other: Try) -> float:
        """Points by which it is better in the play-outs that both have had."""
        numbers = _common([self, other])
        return self.average(numbers) - other.average(numbers)


class SearchBot:
    """Tries the best greedy orders of every unit it may order now, each until the system `rests`.

    Everybody then plays on greedily, and `score` counts by exact odds what the shots still to be fired are
    expected to bring; so an order that leads to no dice before that is tried once. If dice or hidden things
    matter, it tries the better half again and again, with the same dice and the same deal for all. It stops
    when another deal changes nothing between them. Orders that roll are left to greedy, which knows their
    exact odds, and so is every order where the system does not `foresee` more.

    `tries` bounds the play-outs of one order; `budget` is a cap in seconds for busy machines (None: the
    `patience` of the system), and the best answer so far holds. It sees what its seat sees (`imagine`) and
    rolls dice of its own.
    """

    name = "search"

    def __init__(
        self, budget: float | None = None, tries: int = 16, horizon: int = 60, seed: str | None = None
    ) -> None:
        self.budget, self.tries, self.horizon = budget, tries, horizon
        self.why = UNDECIDED
        self.tried = 0
        self._seed = secrets.token_hex(8) if seed is None else seed
        self._asked = 0
        self._greedy = RatedBot(STYLE)
        self._foreseen: Dice = seeded_dice(self._seed)
        self._told: tuple[System[Any], Any, list[Try]] | None = None

    def choose(self, system: System[Any], state: Any, seat: int) -> Order:
        """The order that came out best."""
        until = perf_counter() + (system.patience if self.budget is None else self.budget)
        self._asked += 1
        self.tried = 0
        if not system.foresees(state):
            self._told = None
            return self._greedy.choose(system, state, seat)
        tries = self._candidates(system, state, seat)
        first = tries[0]
        rolls = len(tries) > 1 and system.odds(state, seat, first.order) is not None
        if len(tries) == 1 or rolls or self._play_out(system, state, seat, first, 0):
            self._told = None
            return self._greedy.choose(system, state, seat)
        for one in tries[1:]:
            if perf_counter() > until:
                break
            self._play_out(system, state, seat, one, 0)
        known = _ranked([one for one in tries if one.values])
        if system.hidden or any(one.chancy for one in known):
            known = self._halve(system, state, seat, known, until)
        self._told = (system, state, known)
        return known[0].order

    def explain(self) -> str:
        """Reason for the last order: its expected value and the runner-up. Ask before the state moves on."""
        if self._told is None:
            return self._greedy.explain() if self._asked else self.why
        system, state, known = self._told
        best = known[0]
        words = order_words(system, state, best.order)
        if len(known) == 1:
            self.why = f"{words} looked best, and there was no time to try another."
            return self.why
        if max(best.ahead_of(one) for one in known) < LITTLE:
            self.why = f"{len(known)} orders were played out, and all bring the same; {words} looked best."
            return self.why
        self.why = (
            f"{words} came out best of {len(known)} orders played out: {outlook(best.gain, best.loss)}."
        )
        second = order_words(system, state, known[1].order)
        self.why += f" Next came {second}, {behind(best.ahead_of(known[1]))}."
        return self.why

    def _candidates(self, system: System[Any], state: Any, seat: int) -> list[Try]:
        """The best-rated orders of each unit, greedy's own first, then the best of all units, and so on; of
        the first units only if there are more than can be tried.
        """
        compared = system.contenders(state, seat, STYLE)
        others = [unit for unit in system.legal_units(state, seat) if unit not in compared]
        units = [*compared, *others][: max(1, self.tries // 2)]
        most = max(2, self.tries // len(units))
        ranked: list[tuple[tuple[int, bool, float], Try]] = []
        for unit in units:
            choices = spread(system.legal_orders(state, seat, unit))
            ratings = system.rate(state, seat, unit, choices, STYLE)
            best = sorted(range(len(choices)), key=ratings.__getitem__, reverse=True)[:most]
            least = ratings[best[0]] - HOPELESS
            found = [Try((unit, choices[at]), ratings[at]) for at in best if ratings[at] >= least]
            other = unit not in compared
            ranked += [((at, other, 0.0 if other else -one.rating), one) for at, one in enumerate(found)]
        ranked.sort(key=lambda pair: pair[0])
        return [one for _, one in ranked][: self.tries]

    def _play_out(self, system: System[Any], state: Any, seat: int, one: Try, number: int) -> bool:
        """Adds the value of one play-out; True if the order itself rolled dice."""
        dice = seeded_dice(f"{self._seed}/{self._asked}/{number}")
        self._foreseen = seeded_dice(f"{self._seed}/{self._asked}/{number}/others")
        ahead = system.imagine(state, seat, dice)
        taken, lost = system.stakes(ahead, seat)
        dealt = len(dice.record)
        events = system.apply(ahead, seat, one.order, dice)
        if len(dice.record) > dealt:
            return True
        self._play_on(system, ahead, events, dice)
        self.tried += 1
        one.chancy = one.chancy or len(dice.record) > dealt
        one.values[number] = system.score(ahead, seat)
        gain, loss = system.stakes(ahead, seat)
        one.gain += (gain - taken - one.gain) / len(one.values)
        one.loss += (loss - lost - one.loss) / len(one.values)
        return False

    def _play_on(self, system: System[Any], ahead: Any, events: Sequence[Event], dice: Dice) -> None:
        """Greedy plays for all seats until the phase is over, each on what its own seat would know then."""
        greedy = self._greedy.choose
        for _ in range(self.horizon):
            seats = system.to_act(ahead)
            if not seats or system.rests(ahead, events):
                return
            seat = min(seats)
            known = system.imagine(ahead, seat, self._foreseen) if system.hidden else ahead
            events = system.apply(ahead, seat, greedy(system, known, seat), dice)

    def _halve(self, system: System[Any], state: Any, seat: int, known: list[Try], until: float) -> list[Try]:
        """Sequential halving: the better half gets as many play-outs more as it has had. The orders come back
        from the best one down; one that fell out stays behind all that outlasted it, for its average may owe
        more to a lucky deal.
        """
        left, rounds = known, 1
        out: list[Try] = []
        while self.tried < 4 * self.tries:
            half = (len(left) + 1) // 2
            left, out = left[:half], left[half:] + out
            if half == 1:
                break
            for number in range(rounds, 2 * rounds):
                for one in left:
                    if perf_counter() > until:
                        return _ranked(left) + out
                    self._play_out(system, state, seat, one, number)
            left = _ranked(left)
            if not any(one.chancy for one in left) and _alike(left):
                break
            rounds *= 2
        return left + out


def _common(tries: list[Try]) -> list[int]:
    """Numbers of the play-outs that all these orders have had: the first one at least."""
    return [number for number in tries[0].values if all(number in one.values for one in tries)]


def _ranked(tries: list[Try]) -> list[Try]:
    """Orders from the best one down, by the play-outs that all of them have had."""
    numbers = _common(tries)
    return sorted(tries, key=lambda one: one.value(numbers), reverse=True)


def _alike(tries: list[Try]) -> bool:
    """Whether the last two deals differ for all these orders by the same."""
    numbers = _common(tries)[-2:]
    steps = [one.values[numbers[-1]] - one.values[numbers[0]] for one in tries]
    return len(numbers) == 2 and max(steps) - min(steps) < LITTLE
