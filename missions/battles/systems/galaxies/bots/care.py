"""Weights of the bots' styles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from missions.battles.systems.galaxies.bots.worths import ARMED, ARMED_FOR_PRIZE, PRICED, Appraisal
from missions.battles.systems.galaxies.engine.field import OFF
from missions.battles.systems.galaxies.engine.scenarios import Battle


@dataclass(frozen=True, slots=True)
class Care:
    """Weights of a style: fire that a ship may draw where it stands, a hex nearer to the enemy, spent energy,
    energy while it is too little for all cards, and a victory point.

    `worth` is what a ship counts. A side that `plans` keeps its cards behind the screen until they strike,
    leaves its holds empty, and waits out of reach while an attack would cost more than it takes. `fear` is
    the share that counts of the fire that a strike draws: the enemy seldom has energy and places for all.
    """

    exposure: float
    approach: float
    energy: float
    prize: float = 0.0
    scarce: float = 0.2
    worth: Appraisal = PRICED
    plans: bool = False
    fear: float = 1.0


PLANNER = "ahead"
"""The style that plans."""
STYLES: Mapping[str, Care] = MappingProxyType(
    {
        "close": Care(exposure=0.0, approach=1.0, energy=0.0),
        "greedy": Care(exposure=0.15, approach=0.06, energy=0.05, prize=7.0),
        PLANNER: Care(0.15, 0.06, 0.05, worth=ARMED, plans=True, fear=0.62),
    }
)
FOR_PRIZE = replace(STYLES[PLANNER], prize=6.3, scarce=0.15, worth=ARMED_FOR_PRIZE, fear=0.58)
"""Weights of the style that plans, in a battle with a prize. There guns count more, because nearly all such
battles end by destruction.
"""


def care_of(style: str, battle: Battle) -> Care:
    """Weights of a style in a battle."""
    return FOR_PRIZE if style == PLANNER and battle.prize != OFF else STYLES[style]
