"""Value of a battle in points: what each side has taken, what its units are about to do, and its aims."""

from __future__ import annotations

from missions.battles.systems.red_alert.bots.worths import CARD, GUN, MARKER, gone, stars
from missions.battles.systems.red_alert.engine.state import State

WON = 100.0
"""Points that a battle won counts beside what is taken in it."""


def score(state: State, seat: int) -> float:
    """Standing of a seat's side against the other."""
    side = state.table.seating.side(seat)
    found = _held(state, side) - _held(state, 1 - side)
    if state.outcome is None or state.outcome.winner is None:
        return found
    return found + (WON if state.outcome.winner == side else -WON)


def stakes(state: State, seat: int) -> tuple[float, float]:
    """Points that a seat's side has taken and has lost."""
    side = state.table.seating.side(seat)
    return taken(state, side), taken(state, 1 - side)


def taken(state: State, side: int) -> float:
    """Points of a side, with its share of the enemy units that it has hit."""
    units = state.table.units
    found = state.points[side] + GUN * state.eliminated[side]
    for unit in state.on_field(1 - side):
        found += gone(units[unit].type.id, state.figures[unit])
    return found


def _held(state: State, side: int) -> float:
    marked = (state.marked & state.table.fleet(side)).bit_count()
    cards = len(state.hands[side][1])
    return taken(state, side) + stars(state.stars[side]) + CARD * cards - MARKER * marked
