"""First ratings."""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.engine.contract import Choice
from missions.battles.systems.red_alert.engine.awaited import legal_units
from missions.battles.systems.red_alert.engine.state import State


def contenders(state: State, seat: int, style: str) -> Sequence[int]:
    return legal_units(state, seat)


def rate(state: State, seat: int, unit: int, choices: Sequence[Choice], style: str) -> Sequence[float]:
    return [0.0 for _ in choices]


def score(state: State, seat: int) -> float:
    return 0.0


def stakes(state: State, seat: int) -> tuple[float, float]:
    return 0.0, 0.0
