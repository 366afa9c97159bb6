"""Types and sentences that all reasons share."""

from __future__ import annotations

from collections.abc import Callable

from missions.battles.systems.galaxies.engine.state import State

Why = tuple[str, str]
"""A sentence and its rule."""
Reason = Callable[[State, int, int], Why]
"""Takes the state, the unit and the choice."""
OTHERWISE: Why = ("That is not among the orders of this moment; choose one that is offered.", "BG-014")


def too_dear(what: str, cost: int, energy: int) -> Why:
    """The reason that something costs more energy than there is (BG-017)."""
    return f"{what} costs {cost} energy and you have {energy}.", "BG-017"
