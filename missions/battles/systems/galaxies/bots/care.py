"""Weights of the bots' styles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from missions.battles.systems.galaxies.bots.worths import ARMED, PRICED, Appraisal


@dataclass(frozen=True, slots=True)
class Care:
    """Weights of a style: fire that a ship may draw where it stands, a hex nearer to the enemy, spent energy,
    and a victory point.

    `worth` is what a ship counts. A side that `plans` keeps its cards behind the screen until they strike,
    leaves its holds empty, and waits out of reach while an attack would cost more than it takes.
    """

    exposure: float
    approach: float
    energy: float
    prize: float
    worth: Appraisal = PRICED
    plans: bool = False


STYLES: Mapping[str, Care] = MappingProxyType(
    {
        "close": Care(exposure=0.0, approach=1.0, energy=0.0, prize=0.0),
        "greedy": Care(exposure=0.15, approach=0.06, energy=0.05, prize=7.0),
        "ahead": Care(exposure=0.15, approach=0.06, energy=0.05, prize=7.0, worth=ARMED, plans=True),
    }
)
