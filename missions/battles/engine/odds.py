"""Exact chances: distributions as tuples of fractions, worked out once and kept.

`pmf[n]` is the chance of n. Nothing is sampled. The float versions are for bots, which ask often.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from struct import Struct

Pmf = tuple[Fraction, ...]
ONE: Pmf = (Fraction(1),)


Weights = tuple[int, ...]
"""Chances as whole numbers over one common denominator, which goes with them."""

_MOST_PACKED = 1 << 64
_UNPACKED = tuple(Struct(f"<{count + 1}Q").unpack for count in range(64))


def weights(dice: int, numerator: int, denominator: int) -> Weights:
    """Weights of 0, 1 … successes of `dice`, each with numerator / denominator; over denominator ** dice.

    The power of (failure + success · x), with x = 2 ** 64 if that keeps its coefficients apart.
    """
    rest = denominator - numerator
    if denominator**dice < _MOST_PACKED and dice < len(_UNPACKED):
        packed = (rest + (numerator << 64)) ** dice
        return _UNPACKED[dice](packed.to_bytes(8 * (dice + 1), "little"))
    return tuple(comb(dice, n) * numerator**n * rest ** (dice - n) for n in range(dice + 1))


def attack(dice: int, shown: int, save: int, most: int) -> Weights:
    """Weights of 0, 1 … targets that fall to `dice` that hit on `shown` or more, each hit saved on `save` or
    more (0: no save), never more than `most`; over 36 ** dice.
    """
    found = weights(dice, (7 - shown) * (save - 1 if save else 6), 36)
    return found if most >= dice else (*found[:most], sum(found[most:]))


@lru_cache(maxsize=16384)
def effect(dice: int, shown: int, save: int, each: int, most: int) -> Pmf:
    """Effect of so many dice that hit on `shown` or more, each hit saved on `save` or more (0: no save) and
    worth `each`, never more than `most` in all.
    """
    found = attack(dice, shown, save, most if each == 1 else dice)
    if each > 1:
        sums = [0] * (min(most, each * dice) + 1)
        for n, weight in enumerate(found):
            sums[min(most, each * n)] += weight
        found = tuple(sums)
    return tuple(Fraction(weight, 36**dice) for weight in found)


@lru_cache(maxsize=65536)
def binomial(dice: int, numerator: int, denominator: int) -> Pmf:
    """Distribution of the successes of `dice`, each with numerator / denominator."""
    whole = denominator**dice
    return tuple(Fraction(weight, whole) for weight in weights(dice, numerator, denominator))


def reach(needed: int, sides: int = 6) -> Fraction:
    """The chance that a die shows `needed` or more."""
    return Fraction(min(sides, max(0, sides + 1 - needed)), sides)


@lru_cache(maxsize=4096)
def together(first: Pmf, second: Pmf) -> Pmf:
    """The sum of two independent counts."""
    sums = [Fraction(0)] * (len(first) + len(second) - 1)
    for n, p in enumerate(first):
        for m, q in enumerate(second):
            sums[n + m] += p * q
    return tuple(sums)


@lru_cache(maxsize=4096)
def capped(pmf: Pmf, most: int) -> Pmf:
    """Distribution of a count that is cut at `most`."""
    if most + 1 >= len(pmf):
        return pmf
    return (*pmf[:most], sum(pmf[most:], Fraction(0)))


@lru_cache(maxsize=4096)
def thinned(pmf: Pmf, kept: Fraction) -> Pmf:
    """Distribution of what remains if each of a count is kept with that chance."""
    result = [Fraction(0)] * len(pmf)
    for n, p in enumerate(pmf):
        for m, q in enumerate(binomial(n, kept.numerator, kept.denominator)):
            result[m] += p * q
    return tuple(result)


@lru_cache(maxsize=4096)
def scaled(pmf: Pmf, each: int, most: int) -> Pmf:
    """`each` for every one of the count, never more than `most`."""
    result = [Fraction(0)] * (min(most, each * (len(pmf) - 1)) + 1)
    for n, p in enumerate(pmf):
        result[min(most, each * n)] += p
    return tuple(result)


@lru_cache(maxsize=4096)
def opposed(plus_first: int, plus_second: int) -> Fraction:
    """The chance that d6 + first beats d6 + second; equal is no success."""
    wins = sum(a + plus_first > b + plus_second for a in range(1, 7) for b in range(1, 7))
    return Fraction(wins, 36)


@lru_cache(maxsize=65536)
def mean_capped(dice: int, numerator: int, denominator: int, most: int) -> float:
    """The expected count of successes when no more than `most` of them count."""
    pmf = capped(binomial(dice, numerator, denominator), most)
    return float(sum(n * p for n, p in enumerate(pmf)))


def expected(pmf: Pmf) -> Fraction:
    """The mean."""
    return sum((n * p for n, p in enumerate(pmf)), Fraction(0))


def exchange(
    first: tuple[int, Fraction], second: tuple[int, Fraction], turns: int
) -> dict[tuple[int, int], Fraction]:
    """The joint chances of what is left of two groups that fire at each other for so many turns.

    Each is (size, the chance that one of its dice takes one from the other), with one die for each that is
    left of it. Fire is simultaneous, losses take effect after each turn, and successes beyond the last are
    wasted.
    """
    scale, steps = _steps(first, second)
    now = [0] * len(steps)
    now[-1] = 1
    for _ in range(turns):
        after = [0] * len(steps)
        for state, weight in enumerate(now):
            if weight:
                for then, share in steps[state]:
                    after[then] += weight * share
        now = after
    whole, wide = scale**turns, second[0] + 1
    return {divmod(state, wide): Fraction(weight, whole) for state, weight in enumerate(now) if weight}


Steps = list[list[tuple[int, int]]]
"""The next states and their weights, by state (own number · states of the other group + its number)."""


@lru_cache(maxsize=1024)
def _steps(first: tuple[int, Fraction], second: tuple[int, Fraction]) -> tuple[int, Steps]:
    """One turn of an exchange, and the whole over which its weights are."""
    (own, kills), (others, others_kill) = first, second
    falls, own_falls = _falls(own, others, kills), _falls(others, own, others_kill)
    wide, scale = others + 1, kills.denominator**own * others_kill.denominator**others
    steps: Steps = [[(state, scale)] for state in range((own + 1) * wide)]
    for a in range(1, own + 1):
        for b in range(1, wide):
            steps[a * wide + b] = [
                (left * wide + rest, weight * other)
                for left, other in enumerate(own_falls[b][a])
                for rest, weight in enumerate(falls[a][b])
            ]
    return scale, steps


def _falls(most: int, others: int, kills: Fraction) -> list[list[Weights]]:
    """Weights of 0, 1 … targets left, by firers and targets, all over denominator ** most."""
    found: list[list[Weights]] = [[]]
    for firers in range(1, most + 1):
        spare = kills.denominator ** (most - firers)
        shots = [weight * spare for weight in weights(firers, kills.numerator, kills.denominator)]
        found.append(
            [
                tuple(reversed((shots + [0] * targets)[:targets] + [sum(shots[targets:])]))
                for targets in range(others + 1)
            ]
        )
    return found
