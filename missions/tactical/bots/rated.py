"""Bots that go by ratings: greedy by exact odds, and close-and-shoot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from missions.tactical.bots.words import behind, order_words
from missions.tactical.contract import Choice, Order, System

UNDECIDED = "Nothing has been decided yet."
LOOKED = {
    "greedy": "looked best by the exact odds",
    "close": "brings me nearest to a shot",
}
"""What each taste says of the order it takes."""


class RatedBot:
    """Takes the choice that looks best to its taste; of several units it orders the first.

    `taste` is "greedy" (exact odds) or "close" (flies at the nearest enemy and fires).
    """

    def __init__(self, taste: str = "greedy") -> None:
        self.name = taste
        self.why = UNDECIDED
        self._told: tuple[System[Any], Any, int, int, Sequence[Choice], Sequence[float]] | None = None

    def choose(self, system: System[Any], state: Any, seat: int) -> Order:
        """The best-rated order of that seat; `explain` then tells the reason."""
        unit = system.legal_units(state, seat)[0]
        choices = system.legal_orders(state, seat, unit)
        ratings = system.rate(state, seat, unit, choices, self.name)
        self._told = (system, state, seat, unit, choices, ratings)
        return unit, choices[ratings.index(max(ratings))]

    def explain(self) -> str:
        """Why the last order was chosen: its odds, and what came next. Ask before the state moves on."""
        if self._told is None:
            return self.why
        system, state, seat, unit, choices, ratings = self._told
        first, *others = sorted(range(len(choices)), key=ratings.__getitem__, reverse=True)[:2]
        words = order_words(system, state, (unit, choices[first]))
        if not others:
            self.why = f"{words} was the only order there was."
            return self.why
        odds = system.odds(state, seat, (unit, choices[first]))
        told = f" ({odds.summary})" if odds is not None else ""
        second = order_words(system, state, (unit, choices[others[0]]))
        short = behind(ratings[first] - ratings[others[0]])
        self.why = f"{words}{told} {LOOKED[self.name]} of {len(choices)} orders; next came {second}, {short}."
        return self.why
