"""Value of choices in points: by the way to the enemy, by exact odds, or with an eye to the next turn."""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.engine.contract import NO_UNIT, Choice, Event
from missions.battles.systems.red_alert.bots import reasons, replies, standing, turns
from missions.battles.systems.red_alert.bots.care import STYLES
from missions.battles.systems.red_alert.bots.hunting import hunted
from missions.battles.systems.red_alert.engine.awaited import legal_units
from missions.battles.systems.red_alert.engine.state import SHARED, Phase, State

because = reasons.because
score = standing.score
stakes = standing.stakes


def foresees(state: State) -> bool:
    """Whether play-outs help, as they do in every battle."""
    return True


def rests(state: State, events: Sequence[Event]) -> bool:
    """Whether `score` counts everything that is under way: no order phase or movement, no attack."""
    return state.wait is None and state.phase not in (Phase.ORDERS, Phase.MOVEMENT)


def contenders(state: State, seat: int, style: str) -> Sequence[int]:
    """The units that a bot compares: all, but of those to deploy the dearest one."""
    units = legal_units(state, seat)
    if state.wait is None and state.phase in (Phase.DEPLOYMENT, Phase.REINFORCEMENT):
        return [max(units, key=lambda unit: (state.table.units[unit].type.cost, -unit))]
    return units


def rate(state: State, seat: int, unit: int, choices: Sequence[Choice], style: str) -> Sequence[float]:
    """The value of each choice of a unit."""
    side = state.table.seating.side(seat)
    if state.wait is not None:
        return [replies.rated(state, side, choice, STYLES[style]) for choice in choices]
    if style == "close" and unit != NO_UNIT and state.phase in SHARED:
        return [hunted(state, unit, choice) for choice in choices]
    return turns.rated(state, side, unit, choices, STYLES[style])
