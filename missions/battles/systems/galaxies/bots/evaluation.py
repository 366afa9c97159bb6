"""Value of choices in points: by the way to the enemy, by exact odds, or with an eye to the next turn."""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.engine.contract import NO_UNIT, Choice
from missions.battles.systems.galaxies.bots import hunting, launches, reasons, standing, tactics, turns
from missions.battles.systems.galaxies.bots.care import Care, care_of
from missions.battles.systems.galaxies.engine.activation import may_move
from missions.battles.systems.galaxies.engine.awaited import legal_units
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of, load_of
from missions.battles.systems.galaxies.engine.state import ACTION, BEGIN, DEPLOY, NOWHERE, State

because = reasons.because
score = standing.score
stakes = standing.stakes
rests = standing.rests
foresees = standing.foresees


def contenders(state: State, seat: int, style: str) -> Sequence[int]:
    """The units that a bot compares: one ship for each card; of an active card the next ship that may still
    move, then all of them. The side comes last.
    """
    found = legal_units(state, seat)
    if state.wait is not None or state.phase is not ACTION:
        return found
    ships = [unit for unit in found if unit != NO_UNIT]
    if state.active == NOWHERE:
        first = {state.card[ship]: ship for ship in reversed(ships)}
        return [*first.values(), NO_UNIT]
    moving = [ship for ship in ships if may_move(state, ship)][:1]
    return [*(moving or ships), NO_UNIT]


def rate(state: State, seat: int, unit: int, choices: Sequence[Choice], style: str) -> Sequence[float]:
    """The value of each choice of a unit."""
    side, care = state.table.seating.side(seat), care_of(style, state.table.battle)
    if state.wait is not None:
        return [tactics.answered(state, choice, care) for choice in choices]
    if state.phase is ACTION:
        if style == "close":
            return [hunting.hunted(state, unit, choice) for choice in choices]
        return turns.rated(state, side, unit, choices, care)
    if state.phase is BEGIN:
        first = launches.first_turn(state, side, care)
        return [0.0 if load_of(choice) == first else launches.UNWANTED for choice in choices]
    return _before_action(state, side, choices, care)


def _before_action(state: State, side: int, choices: Sequence[Choice], care: Care) -> list[float]:
    """Launches, and tactic cards before the action phase."""
    cards = [kind_of(choice) in (Kind.TACTIC, Kind.DISCARD) for choice in choices]
    values = launches.rated(state, side, choices, care) if state.phase is DEPLOY else [0.0] * len(choices)
    return [
        tactics.played(state, side, choice, care) if card else value
        for choice, card, value in zip(choices, cards, values, strict=True)
    ]
