"""The search bot: it plays the phase out for the best-looking orders of all its units before it decides."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from missions.battles.engine.bots.rated import UNDECIDED, RatedBot
from missions.battles.engine.bots.spread import spread
from missions.battles.engine.bots.words import LITTLE, behind, order_words, outlook
from missions.battles.engine.contract import Event, Order, System
from missions.battles.engine.dice import Dice, seeded_dice

STYLE = "ahead"
"""Style of the ratings that it goes by."""
HOPELESS = 30.0
"""An order rated so many points below the best of its unit is not tried."""
LEAN = 0.01
"""Weight of greedy's rating beside the result of the play-outs: it decides between equals."""


@dataclass(slots=True)
class Try:
    """An order that is tried out: what it was rated, and what each play-out came to."""

    order: Order
    rating: float
    values: list[float] = field(default_factory=list)
    gain: float = 0.0
    loss: float = 0.0
    chancy: bool = False

    @property
    def average(self) -> float:
        return sum(self.values) / len(self.values)

    @property
    def value(self) -> float:
        return self.average + LEAN * self.rating


class SearchBot:
    """Tries the best greedy orders of every unit it may order now, each until the system `rests`.

    Everybody then plays on greedily, and `score` counts by exact odds what the shots still to be fired are
    expected to bring; so an order that leads to no dice before that is tried once. If dice or hidden things
    matter, it tries the better half again and again, with the same dice and the same deal for all. Orders
    that roll are left to greedy, which knows their exact odds.

    `tries` bounds the play-outs of one order; `budget` is a cap in seconds for busy machines, and the best
    answer so far holds. It sees what its seat sees (`imagine`) and rolls dice of its own.
    """

    name = "search"

    def __init__(
        self, budget: float = 0.15, tries: int = 16, horizon: int = 60, seed: str | None = None
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
        until = perf_counter() + self.budget
        self._asked += 1
        self.tried = 0
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
        known = [one for one in tries if one.values]
        if system.hidden or any(one.chancy for one in known):
            self._halve(system, state, seat, known, until)
        known.sort(key=lambda one: one.value, reverse=True)
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
        if best.average - min(one.average for one in known) < LITTLE:
            self.why = f"{len(known)} orders were played out, and all bring the same; {words} looked best."
            return self.why
        self.why = (
            f"{words} came out best of {len(known)} orders played out: {outlook(best.gain, best.loss)}."
        )
        second = order_words(system, state, known[1].order)
        self.why += f" Next came {second}, {behind(best.average - known[1].average)}."
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
        one.values.append(system.score(ahead, seat))
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

    def _halve(self, system: System[Any], state: Any, seat: int, known: list[Try], until: float) -> None:
        """Sequential halving: the better half gets as many play-outs more as it has had."""
        left, rounds = list(known), 1
        while len(left) > 1 and self.tried < 4 * self.tries:
            left.sort(key=lambda one: one.value, reverse=True)
            left = left[: (len(left) + 1) // 2]
            for number in range(rounds, 2 * rounds):
                for one in left:
                    if perf_counter() > until:
                        return
                    self._play_out(system, state, seat, one, number)
            rounds *= 2
