"""The bot that takes any legal order."""

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
        return system.any_order(state, seat, self._random)

    def explain(self) -> str:
        """Reason for the last order."""
        return self.why
