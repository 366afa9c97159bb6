"""The bot that takes any legal order: unit first, then one of its orders."""

from __future__ import annotations

from random import Random
from typing import Any

from missions.battles.engine.contract import Order, System


class RandomBot:
    """Plays at random; the same seed gives the same play."""

    name = "random"

    def __init__(self, seed: str = "") -> None:
        self._random = Random(seed).random  # noqa: S311  a bot's style, not a die
        self.why = "Any legal order will do."

    def choose(self, system: System[Any], state: Any, seat: int) -> Order:
        """One of the legal orders of that seat."""
        random = self._random
        units = system.legal_units(state, seat)
        unit = units[int(random() * len(units))]
        choices = system.legal_orders(state, seat, unit)
        return unit, choices[int(random() * len(choices))]

    def explain(self) -> str:
        """Reason for the last order."""
        return self.why
