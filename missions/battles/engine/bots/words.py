"""What bots say about their orders: sentences that need nothing but the contract."""

from __future__ import annotations

from typing import Any

from missions.battles.engine.contract import Order, System

LITTLE = 0.05
"""Fewer points than this are told as none."""


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
    """What a turn is expected to take and to cost, and what is left of that."""
    if gain < LITTLE and loss < LITTLE:
        return "no shots are expected this turn"
    return f"I expect to take {points(gain)} and to lose {points(loss)} this turn"


def balance(rating: float) -> str:
    """What an order brings less what it risks; where it leads counts a little too."""
    signed = f"{rating:+.1f}".replace("-", "−") if abs(rating) >= LITTLE else "0"
    return f"its shots, less those it invites, and its place come to {signed} points"


def behind(margin: float) -> str:
    """How far the runner-up was behind."""
    return f"{points(margin)} worse" if margin >= LITTLE else "just as good"
