"""Orders at random: the helper that systems share for `System.any_order`."""

from __future__ import annotations

from typing import Any

from missions.battles.engine.contract import Order, Random, System


def listed(system: System[Any], state: Any, seat: int, random: Random) -> Order:
    """A random unit that the seat may order now, then one of its choices, each as likely as any other."""
    units = system.legal_units(state, seat)
    unit = units[int(random() * len(units))]
    choices = system.legal_orders(state, seat, unit)
    return unit, choices[int(random() * len(choices))]
