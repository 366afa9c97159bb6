"""Exact chances of attacks and of dice that fall one after the other (BG-081, BG-106 … BG-120, BG-141).

Chances are counted as whole numbers over a power of the cells of a grid or of the faces of the number die,
and turned into fractions at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

from missions.battles.engine.odds import Pmf
from missions.battles.systems.galaxies.engine.countermeasures import FACES
from missions.battles.systems.galaxies.engine.ships import CELLS


class Volley(NamedTuple):
    """Distributions of what attacks do: attacks that hit, shield pegs and hull pegs that they take, and
    whether the target is destroyed. A star with shields down takes all hull pegs that are left.
    """

    hits: Pmf
    shields: Pmf
    hull: Pmf
    destroyed: Pmf


Key = TypeVar("Key")
Outcomes = dict[tuple[int, int, int], int]
"""Weights of (attacks that hit, shields, hull pegs that the target can still take)."""


@lru_cache(maxsize=1 << 15)
def volley(hits: int, stars: int, attacks: int, strength: int, shields: int, left: int) -> Volley:
    """Attacks one after the other on a target whose grid has so many ordinary and star cells. Attacks after
    the one that destroys it are left out. `left` are hull pegs that it can still take.
    """
    found: Outcomes = {(0, shields, left): 1}
    for _ in range(attacks):
        found = _attacked(found, hits, stars, strength)
    whole = CELLS**attacks
    sums: list[dict[int, int]] = [{}, {}, {}]
    gone = 0
    for (count, up, rest), weight in found.items():
        gone += weight if not rest else 0
        for part, value in zip(sums, (count, shields - up, left - rest), strict=True):
            _add(part, value, weight)
    destroyed = Fraction(gone, whole)
    hitting, pegs, hull = (_shares(part, whole) for part in sums)
    return Volley(hitting, pegs, hull, (1 - destroyed, destroyed))


def _attacked(before: Outcomes, hits: int, stars: int, strength: int) -> Outcomes:
    """All outcomes after one more attack."""
    after: Outcomes = {}
    for (count, up, left), weight in before.items():
        if not left:
            _add(after, (count, up, left), weight * CELLS)
            continue
        pegs = min(strength, up)
        hurt = count + 1, up - pegs, max(0, left - (strength - pegs))
        _add(after, (count, up, left), weight * (CELLS - hits - stars))
        _add(after, hurt, weight * hits)
        _add(after, hurt if up else (count + 1, up, 0), weight * stars)
    return after


def _add(found: dict[Key, int], key: Key, weight: int) -> None:
    found[key] = found.get(key, 0) + weight


def _shares(weights: Mapping[int, int], whole: int) -> Pmf:
    most = max((value for value, weight in weights.items() if weight), default=0)
    return tuple(Fraction(weights.get(value, 0), whole) for value in range(most + 1))


class Run(NamedTuple):
    """Distributions of number dice that fall one after the other: dice that succeed, and damage, no more than
    the ship can take.
    """

    successes: Pmf
    damage: Pmf


Risk = tuple[int, int]
"""Damage that a number die may do, and the faces that do it."""


@lru_cache(maxsize=1 << 14)
def run(risks: tuple[Risk, ...], life: int, spared: bool = False) -> Run:
    """Dice in this order against a ship with so many pegs to lose; none falls once it is destroyed. A die
    succeeds if it does damage, or if it does none where the ship is `spared`.
    """
    found: dict[tuple[int, int], int] = {(0, 0): 1}
    for hurt, faces in risks:
        after: dict[tuple[int, int], int] = {}
        for (count, lost), weight in found.items():
            if lost == life:
                _add(after, (count, lost), weight * FACES)
                continue
            _add(after, (count + (not spared), min(life, lost + hurt)), weight * faces)
            _add(after, (count + spared, lost), weight * (FACES - faces))
        found = after
    sums: list[dict[int, int]] = [{}, {}]
    for outcome, weight in found.items():
        for each, value in zip(sums, outcome, strict=True):
            _add(each, value, weight)
    whole = FACES ** len(risks)
    return Run(*(_shares(each, whole) for each in sums))
