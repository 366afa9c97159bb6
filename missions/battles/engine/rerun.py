"""Recorded orders carried out again: the helper that systems share for `System.rerun`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from missions.battles.engine.contract import Event, System
from missions.battles.engine.dice import Dice


def one_by_one(
    system: System[Any], state: Any, lines: Iterable[Sequence[Any]], dice: Dice
) -> list[list[Event]]:
    """The events of each order, carried out by `apply`."""
    apply = system.apply
    return [apply(state, seat, (unit, choice), dice) for seat, unit, choice, _ in lines]
