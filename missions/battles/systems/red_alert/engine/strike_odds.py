"""Exact chances of an attack, a confirm roll and the dice of a retire (RA-102 … RA-109, RA-113, RA-144).

Chances are counted as whole numbers over a power of six and turned into fractions at the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from missions.battles.engine.odds import Pmf, binomial

FACES_OF_A_DIE = 6
OTHER_FACES = 3
"""Faces that are neither the target's symbol nor a blast nor a red alert."""
CONFIRMING = 3
"""One die in so many confirms a hit on a bare flagship (RA-106)."""


class Strike(NamedTuple):
    """Distributions of an attack's results: `hits` as the faces show them, figures that the target loses, red
    alerts that send it home, and whether it is eliminated.
    """

    hits: Pmf
    lost: Pmf
    alerts: Pmf
    eliminated: Pmf


@lru_cache(maxsize=16384)
def strike(dice: int, ignored: int, figures: int, flagship: bool = False, marked: bool = False) -> Strike:
    """Results of so many dice on a target with these figures that ignores so many blasts.

    A marked target takes red alerts of a hit as hits (RA-122). Hits on a flagship beyond its cap fighters are
    confirmed (RA-107).
    """
    whole = (FACES_OF_A_DIE * CONFIRMING) ** dice
    hits, lost, alerts = [0] * (dice + 1), [0] * (figures + 1), [0] * (dice + 1)
    for symbols in range(dice + 1):
        for blasts in range(dice + 1 - symbols):
            found = symbols + max(0, blasts - ignored)
            rest = dice - symbols - blasts
            ways = comb(dice, symbols) * comb(dice - symbols, blasts)
            for red in range(rest + 1):
                weight = ways * comb(rest, red) * OTHER_FACES ** (rest - red) * CONFIRMING**dice
                hits[found] += weight
                counted = found + red if marked and found else found
                sent = red if found and not marked else 0
                dead = _take(lost, counted, figures, flagship, weight)
                alerts[0] += dead
                alerts[sent] += weight - dead
    gone = lost[figures]
    return Strike(
        _shares(hits, whole),
        _shares(lost, whole),
        _shares(alerts, whole),
        _shares([whole - gone, gone], whole),
    )


def _take(lost: list[int], hits: int, figures: int, flagship: bool, weight: int) -> int:
    """Add the weight of so many hits to the losses. Returns the part of it that eliminates the target."""
    spare = figures - 1 if flagship else figures
    if hits < spare or (hits == spare and flagship):
        lost[hits] += weight
        return 0
    if not flagship:
        lost[figures] += weight
        return weight
    doubts = hits - spare
    safe: int = weight * 2**doubts // CONFIRMING**doubts
    lost[spare] += safe
    lost[figures] += weight - safe
    return weight - safe


def _shares(weights: list[int], whole: int) -> Pmf:
    last = max((n for n, weight in enumerate(weights) if weight), default=0)
    return tuple(Fraction(weight, whole) for weight in weights[: last + 1])


def confirm(doubts: int) -> tuple[Pmf, Pmf]:
    """Dice that confirm hits on a bare flagship, and whether it is eliminated."""
    safe = Fraction(2, CONFIRMING) ** doubts
    return binomial(doubts, 1, CONFIRMING), (safe, 1 - safe)


class Risk(NamedTuple):
    """Dice that fall together on the way home, and the chance in six of each to hit."""

    dice: int
    hurting: int


def way(risks: Iterable[Risk], figures: int, flagship: bool, own: bool, missing: int = 0) -> tuple[Pmf, Pmf]:
    """Successes on the dice of a way home, and figures lost on it and for the hexes that are `missing` at its
    end (RA-115). The unit's side succeeds with dice that do no harm, the enemy with hits; no dice fall after
    the last figure.
    """
    states = {(0, 0): Fraction(1)}
    for risk in risks:
        after: dict[tuple[int, int], Fraction] = {}
        for (good, lost), chance in states.items():
            if lost == figures:
                _add(after, (good, lost), chance)
                continue
            for hits, share in enumerate(binomial(risk.dice, risk.hurting, FACES_OF_A_DIE)):
                shown = good + (risk.dice - hits if own else hits)
                for left, part in _left(lost, hits, figures, flagship):
                    _add(after, (shown, left), chance * share * part)
        states = after
    ends: dict[tuple[int, int], Fraction] = {}
    for (good, lost), chance in states.items():
        for left, part in _left(lost, missing, figures, flagship):
            _add(ends, (good, left), chance * part)
    return _marginal(ends, 0), _marginal(ends, 1)


def _left(lost: int, hits: int, figures: int, flagship: bool) -> list[tuple[int, Fraction]]:
    """Figures lost after so many hits, each with its chance."""
    if lost == figures:
        return [(lost, Fraction(1))]
    spare = figures - lost - (1 if flagship else 0)
    if not flagship or hits <= spare:
        return [(lost + min(hits, spare), Fraction(1))]
    safe = Fraction(2, CONFIRMING) ** (hits - spare)
    return [(figures - 1, safe), (figures, 1 - safe)]


def _add(found: dict[tuple[int, int], Fraction], key: tuple[int, int], chance: Fraction) -> None:
    found[key] = found.get(key, Fraction(0)) + chance


def _marginal(states: dict[tuple[int, int], Fraction], index: int) -> Pmf:
    most = max(key[index] for key in states)
    sums = [Fraction(0)] * (most + 1)
    for key, chance in states.items():
        sums[key[index]] += chance
    return tuple(sums)
