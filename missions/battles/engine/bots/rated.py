"""Bots that go by ratings: greedy by exact odds, and close-and-shoot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from missions.battles.engine.bots.spread import spread
from missions.battles.engine.bots.words import behind, order_words, points
from missions.battles.engine.contract import Choice, Odds, Order, System

IN_POINTS = ("greedy", "ahead")
"""Styles whose ratings are points."""
UNDECIDED = "Nothing has been decided yet."
LOOKED = {
    "greedy": "looked best of {count} orders",
    "ahead": "looked best of {count} orders",
    "close": "brings me nearest to a shot, of {count} orders",
}
"""Explanation of each style for the order it takes."""

Rated = tuple[int, Sequence[Choice], Sequence[float]]
"""A unit, its choices and their ratings."""


class RatedBot:
    """Takes the choice that looks best by its style, of all units that the system has it compare.

    `style` is "close" (flies at the nearest enemy and fires), "greedy" (exact odds) or "ahead" (the same with
    an eye to what follows, for the search).
    """

    def __init__(self, style: str = "greedy") -> None:
        self.name = style
        self.why = UNDECIDED
        self._told: tuple[System[Any], Any, int, list[Rated]] | None = None

    def choose(self, system: System[Any], state: Any, seat: int) -> Order:
        """The best-rated order of that seat; `explain` then tells the reason."""
        compared: list[Rated] = []
        best = -1
        most = 0.0
        for unit in system.contenders(state, seat, self.name):
            choices = spread(system.legal_orders(state, seat, unit))
            ratings = system.rate(state, seat, unit, choices, self.name)
            highest = max(ratings)
            if best < 0 or highest > most:
                best, most = len(compared), highest
            compared.append((unit, choices, ratings))
        if best < 0:
            raise ValueError("A bot was asked for an order without having one.")
        self._told = (system, state, seat, compared)
        unit, choices, ratings = compared[best]
        return unit, choices[ratings.index(most)]

    def explain(self) -> str:
        """Reason for the last order: its odds and the runner-up. Ask before the state moves on."""
        if self._told is None:
            return self.why
        system, state, seat, compared = self._told
        ranked = [
            (rating, (unit, choice))
            for unit, choices, ratings in compared
            for choice, rating in zip(choices, ratings, strict=True)
        ]
        ranked.sort(key=lambda pair: pair[0], reverse=True)
        (rating, order), *others = ranked
        words = order_words(system, state, order)
        if not others:
            self.why = f"{words} was the only possible order."
            return self.why
        second = order_words(system, state, others[0][1])
        short = behind(rating - others[0][0])
        looked = LOOKED[self.name].format(count=len(ranked))
        promise = self._promise(system, state, seat, order, rating)
        self.why = f"{words} {looked}{promise}. Next came {second}, {short}."
        return self.why

    def _promise(self, system: System[Any], state: Any, seat: int, order: Order, rating: float) -> str:
        """Expected result of the order, if its rating is in points, or the reason of the system for it."""
        odds: Odds | None = system.odds(state, seat, order)
        if odds is not None:
            worth = f", {points(rating)} to be expected" if self.name in IN_POINTS else ""
            return f": {odds.summary}{worth}"
        reason = system.because(state, seat, order, rating) if self.name in IN_POINTS else ""
        return f": {reason}" if reason else ""
