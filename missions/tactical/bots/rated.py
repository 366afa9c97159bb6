"""Bots that go by ratings: greedy by exact odds, close-and-shoot, and a short search on greedy's best."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from missions.tactical.contract import Order, System
from missions.tactical.dice import Dice, fresh_dice


class RatedBot:
    """Takes the choice that looks best to its taste; of several units it orders the first.

    `taste` is "greedy" (exact odds) or "close" (flies at the nearest enemy and fires).
    """

    def __init__(self, taste: str = "greedy") -> None:
        self.name = taste
        self.why = "Nothing has been decided yet."

    def choose(self, system: System[Any], state: Any, seat: int) -> Order:
        """The best-rated order of that seat; `why` then tells the reason."""
        unit = system.legal_units(state, seat)[0]
        choices = system.legal_orders(state, seat, unit)
        ratings = system.rate(state, seat, unit, choices, self.name)
        best = ratings.index(max(ratings))
        self._noted = (ratings[best], len(choices))
        self._told = (system, state, (unit, choices[best]))
        return unit, choices[best]

    def explain(self) -> str:
        """Why the last order was chosen. Ask before the state moves on."""
        system, state, order = self._told
        rating, count = self._noted
        words = system.write(state, order)
        self.why = f"“{words}” looked best of {count} orders: {rating:+.1f} points expected."
        return self.why


CLEARLY = 1.5
"""A candidate rated so many points below the best is not tried out."""


class SearchBot:
    """Tries the best greedy candidates out: each is played on by greedy for a while, several times over.

    It sees what its seat sees (`imagine`) and rolls dice of its own. `budget` is in seconds; there is always
    a best answer so far.
    """

    name = "search"

    def __init__(
        self,
        budget: float = 0.2,
        candidates: int = 6,
        rollouts: int = 8,
        horizon: int = 16,
        dice: Dice | None = None,
    ) -> None:
        self.budget, self.candidates, self.rollouts, self.horizon = budget, candidates, rollouts, horizon
        self.why = "Nothing has been decided yet."
        self._dice = dice or fresh_dice()
        self._greedy = RatedBot()

    def choose(self, system: System[Any], state: Any, seat: int) -> Order:
        """The order that came out best on average."""
        until = perf_counter() + self.budget
        rated = self._best_rated(system, state, seat)
        tried = [order for _, order in rated]
        totals = [0.0] * len(tried)
        rounds = 0
        while len(tried) > 1 and rounds < self.rollouts and perf_counter() < until:
            for number, order in enumerate(tried):
                totals[number] += self._play_on(system, state, seat, order)
            rounds += 1
        averages = [total / max(1, rounds) for total in totals]
        best = max(range(len(tried)), key=lambda number: averages[number] + rated[number][0])
        average = averages[best]
        words = system.write(state, tried[best])
        self.why = f"“{words}” came out best of {len(tried)} tried {rounds} times: {average:+.1f} points."
        return tried[best]

    def explain(self) -> str:
        """Why the last order was chosen."""
        return self.why

    def _best_rated(self, system: System[Any], state: Any, seat: int) -> list[tuple[float, Order]]:
        """The best candidates with their ratings, without those that are clearly worse."""
        unit = system.legal_units(state, seat)[0]
        choices = system.legal_orders(state, seat, unit)
        ratings = system.rate(state, seat, unit, choices, "greedy")
        order = sorted(range(len(choices)), key=ratings.__getitem__, reverse=True)
        least = ratings[order[0]] - CLEARLY
        best = [number for number in order[: self.candidates] if ratings[number] >= least]
        return [(ratings[number], (unit, choices[number])) for number in best]

    def _play_on(self, system: System[Any], state: Any, seat: int, order: Order) -> float:
        ahead = system.imagine(state, seat, self._dice)
        system.apply(ahead, seat, order, self._dice)
        for _ in range(self.horizon):
            seats = system.to_act(ahead)
            if not seats:
                break
            other = min(seats)
            system.apply(ahead, other, self._greedy.choose(system, ahead, other), self._dice)
        return system.score(ahead, seat)
