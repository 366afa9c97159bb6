"""Weights of bots by style: the distance to which they look beyond the order that they give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Care(NamedTuple):
    """Shares that count of things to come, and points for each hex nearer to the enemy."""

    chance: float
    """Share of the best attack which a unit may make in its next turn."""
    danger: float
    """Share of all attacks which the enemy may make on a unit in its next turn."""
    back: float
    """Share of a battle back that the enemy can pay for."""
    saving: float
    """Share of the worth of command cards for later turns."""
    approach: float
    plans: bool
    """Whether orders count for the best move and the attack after it."""


PRESENT = Care(chance=0.0, danger=0.0, back=0.0, saving=0.0, approach=0.25, plans=False)
"""Looks at the order alone."""
AHEAD = Care(chance=0.35, danger=0.16, back=0.5, saving=1.0, approach=0.12, plans=True)
"""Looks at the enemy's answers and at the next turn, too."""
STYLES: Mapping[str, Care] = {"close": PRESENT, "greedy": PRESENT, "ahead": AHEAD}
