"""Exact chances: distributions as tuples of fractions, worked out once and kept.

`pmf[n]` is the chance of n. Nothing is sampled. The float versions are for bots, which ask often.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

Pmf = tuple[Fraction, ...]
ONE: Pmf = (Fraction(1),)


@lru_cache(maxsize=65536)
def binomial(dice: int, numerator: int, denominator: int) -> Pmf:
    """How many of `dice` succeed, each with numerator / denominator."""
    rest, whole = denominator - numerator, denominator**dice
    return tuple(Fraction(comb(dice, n) * numerator**n * rest ** (dice - n), whole) for n in range(dice + 1))


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
    """The same count where no more than `most` can happen."""
    if most + 1 >= len(pmf):
        return pmf
    return (*pmf[:most], sum(pmf[most:], Fraction(0)))


@lru_cache(maxsize=4096)
def thinned(pmf: Pmf, kept: Fraction) -> Pmf:
    """How many remain when each of the count is kept with that chance."""
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
    """The chance that d6 + first beats d6 + second; equal is no success (FH-121)."""
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
