"""The way of the close-and-shoot bot: fly at the nearest enemy, and fire at it."""

from __future__ import annotations

from missions.battles.engine.contract import NO_UNIT, Choice
from missions.battles.systems.galaxies.bots.care import STYLES
from missions.battles.systems.galaxies.bots.places import Walks, goals_of
from missions.battles.systems.galaxies.engine.choices import Kind, fire_of, kind_of, pose_of
from missions.battles.systems.galaxies.engine.state import State

FAR = 64.0
"""More hexes than any map has between two ships."""


def hunted(state: State, unit: int, choice: Choice) -> float:
    """Value of an order: hexes that it brings the ship nearer, and attacks on the nearest after the move."""
    kind = kind_of(choice)
    if unit == NO_UNIT:
        return -0.5 if kind in (Kind.FINISH, Kind.DONE) else -1.0
    field, goals = state.table.battle.field, goals_of(state, state.side_of(unit))
    if kind is Kind.ACTIVATE:
        return 1.0
    if kind is Kind.FIRE:
        far = field.apart(state.place[unit], state.place[fire_of(choice)[1]])
        return -far if not state.stayed >> unit & 1 and not state.firing else FAR - far
    place = Walks(state, unit, STYLES["close"]).end(choice)[0] if kind is Kind.MOVE else pose_of(choice)[0]
    near = min((field.apart(place, goal) for goal in goals), default=0)
    return min((field.apart(state.place[unit], goal) for goal in goals), default=0) - near
