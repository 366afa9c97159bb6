"""The reader's picks, for the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from missions.battles.board.scene import Offer, Reach, Token

SAFE = Fraction(0)
BestShot = tuple[int, str]
"""The choice of the first shot at a target, and its chance in words."""


@dataclass(frozen=True, slots=True)
class NextPick:
    """Something on the map that can be picked next in a draft: a hex or a unit, and where that leads."""

    address: str
    words: str


@dataclass(frozen=True, slots=True)
class Picked:
    """The selected unit with its reach, its offers on the map, the chosen one, other facings of the same hex,
    the best chance against each target, and what a draft may go on with.
    """

    token: Token | None = None
    reach: Reach | None = None
    ends: Sequence[Offer] = ()
    chosen: Offer | None = None
    facings: Sequence[Offer] = ()
    targets: Mapping[int, BestShot] = field(default_factory=dict)
    units: Mapping[int, NextPick] = field(default_factory=dict)
    """Unit → the next step of a draft."""
    hexes: Mapping[str, NextPick] = field(default_factory=dict)
    """Hex → the next step of a draft."""
    taken: frozenset[int] = frozenset()
    """Units that a draft has taken already."""
    placed: tuple[str, ...] = ()
    """Hexes that a draft has taken already."""
    harms: Mapping[int, Fraction] = field(default_factory=dict)
    """Choice → the chance that its dice do harm, for those that may."""

    def harm(self, offer: Offer) -> Fraction:
        """The chance that an order does harm to its own unit."""
        return self.harms.get(offer.choice, SAFE)
