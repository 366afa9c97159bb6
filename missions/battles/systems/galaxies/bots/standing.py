"""Value of a battle in points: launch costs of ships, shares of damaged ones, and victory points."""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.engine.contract import Event
from missions.battles.systems.galaxies.engine.field import members
from missions.battles.systems.galaxies.engine.state import NOWHERE, State

WON = 100.0
"""Points that a battle won counts beside what is taken in it."""
SHARE = 0.8
"""Share of its worth that a ship with one peg left has lost."""
HELD = 6.0
"""Points for a victory point."""
ENERGY, UNSEEN = 0.1, 0.4
"""Points for an energy, and for a card that is still to come."""


def score(state: State, seat: int) -> float:
    """Standing of a seat's side against the other."""
    side = state.table.seating.side(seat)
    found = _of(state, side) - _of(state, 1 - side)
    if state.outcome is None or state.outcome.winner is None:
        return found
    return found + (WON if state.outcome.winner == side else -WON)


def _of(state: State, side: int) -> float:
    """Everything that speaks for a side."""
    held = ENERGY * state.energy[side] + UNSEEN * state.unseen(side) + HELD * state.points[side]
    return held + taken(state, side)


def stakes(state: State, seat: int) -> tuple[float, float]:
    """Points that a seat's side has taken and has lost."""
    side = state.table.seating.side(seat)
    return taken(state, side), taken(state, 1 - side)


def taken(state: State, side: int) -> float:
    """Score of a side, with its share of the enemy ships that it has damaged (BG-134)."""
    return state.score[side] + sum(
        worth(state, ship) * SHARE * harm(state, ship) for ship in members(state.fleet[1 - side])
    )


def worth(state: State, ship: int) -> int:
    """Points for a ship that is destroyed."""
    return state.cards[state.card[ship]].worth


def harm(state: State, ship: int) -> float:
    """Share of its pegs that a ship has lost, of hull and shields together."""
    type_ = state.type_of(ship)
    whole = type_.hull + type_.shields
    return (state.hull[ship] + type_.shields - state.shields[ship]) / whole


def rests(state: State, events: Sequence[Event]) -> bool:
    """Whether nothing is under way: no question, no activation, and no card that is being launched."""
    return (
        state.wait is None
        and state.active == NOWHERE
        and state.placing == NOWHERE
        and state.loading == NOWHERE
    )
