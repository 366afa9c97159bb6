"""Explanations of bots: sentences that need nothing but the contract."""

from __future__ import annotations

from typing import Any

from missions.battles.engine.contract import Order, System

LITTLE = 0.05
"""A bot's sentence treats fewer points than this as none."""
HOPELESS = 30.0
"""Points from which on a worse order was no alternative: no search tries it."""


def order_words(system: System[Any], state: Any, order: Order) -> str:
    """The order as its notation writes it, in quotation marks."""
    return f"“{system.write(state, order)}”"


def points(value: float) -> str:
    """“1 point”, “2.4 points”, “no points”."""
    if value < LITTLE:
        return "no points"
    shown = f"{value:.1f}".removesuffix(".0")
    return f"{shown} {'point' if shown == '1' else 'points'}"


def outlook(gain: float, loss: float) -> str:
    """Expected gain and loss of a turn in words."""
    if gain < LITTLE and loss < LITTLE:
        return "neither side is expected to lose anything this turn"
    return f"I expect to take {points(gain)} and to lose {points(loss)} this turn"


def signed(value: float) -> str:
    """“+2.4 points”, “−1 point”, “no points”."""
    if abs(value) < LITTLE:
        return "no points"
    return f"{'+' if value > 0 else '−'}{points(abs(value))}"


def behind(margin: float) -> str:
    """Distance to the second-best order in words."""
    if margin >= HOPELESS:
        return "out of the question"
    return f"{points(margin)} worse" if margin >= LITTLE else "just as good"
