"""Bots that go by ratings: greedy by exact odds, and close-and-shoot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from missions.battles.engine.bots.words import balance, behind, order_words, points
from missions.battles.engine.contract import NO_UNIT, Choice, Odds, Order, System

IN_POINTS = ("greedy", "ahead")
"""Styles whose ratings are points."""
UNDECIDED = "Nothing has been decided yet."
LOOKED = {
    "greedy": "looked best of {count} orders",
    "ahead": "looked best of {count} orders",
    "close": "brings me nearest to a shot, of {count} orders",
}
"""Explanation of each style for the order it takes."""


class RatedBot:
    """Takes the choice that looks best by its style, of all units that the system has it compare.

    `style` is "close" (flies at the nearest enemy and fires), "greedy" (exact odds) or "ahead" (the same with
    an eye to what follows, for the search).
    """

    def __init__(self, style: str = "greedy") -> None:
        self.name = style
        self.why = UNDECIDED
        self._told: tuple[System[Any], Any, int, int, Sequence[Choice], Sequence[float]] | None = None

    def choose(self, system: System[Any], state: Any, seat: int) -> Order:
        """The best-rated order of that seat; `explain` then tells the reason."""
        best: tuple[int, Sequence[Choice], Sequence[float]] | None = None
        most = 0.0
        for unit in system.contenders(state, seat, self.name):
            choices = system.legal_orders(state, seat, unit)
            ratings = system.rate(state, seat, unit, choices, self.name)
            highest = max(ratings)
            if best is None or highest > most:
                best, most = (unit, choices, ratings), highest
        if best is None:
            raise ValueError("A bot was asked for an order without having one.")
        unit, choices, ratings = best
        self._told = (system, state, seat, unit, choices, ratings)
        return unit, choices[ratings.index(most)]

    def explain(self) -> str:
        """Reason for the last order: its odds and the runner-up. Ask before the state moves on."""
        if self._told is None:
            return self.why
        system, state, seat, unit, choices, ratings = self._told
        first, *others = sorted(range(len(choices)), key=ratings.__getitem__, reverse=True)[:2]
        order = (unit, choices[first])
        words = order_words(system, state, order)
        if not others:
            self.why = f"{words} was the only possible order."
            return self.why
        promise = self._promise(system.odds(state, seat, order), unit, ratings[first])
        second = order_words(system, state, (unit, choices[others[0]]))
        short = behind(ratings[first] - ratings[others[0]])
        looked = LOOKED[self.name].format(count=len(choices))
        self.why = f"{words} {looked}{promise}. Next came {second}, {short}."
        return self.why

    def _promise(self, odds: Odds | None, unit: int, rating: float) -> str:
        """Expected result of the order, if its rating is in points."""
        if odds is not None:
            worth = f", {points(rating)} to be expected" if self.name in IN_POINTS else ""
            return f": {odds.summary}{worth}"
        return f": {balance(rating)}" if self.name in IN_POINTS and unit != NO_UNIT else ""
