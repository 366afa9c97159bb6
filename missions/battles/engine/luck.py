"""Luck of a seat's dice: successes rolled against the exact distribution of all that could have been.

Only dice that an order rolls for itself count (`System.odds`, `System.successes`), and they belong to the
seat that gives it; saves, initiative and repairs do not.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from missions.battles.engine.contract import Odds
from missions.battles.engine.odds import Pmf, expected


class Luck:
    """The running sum for one seat: dice, successes, and the distribution that these were drawn from.

    The distribution is kept as whole numbers over one common denominator, so that adding an order is a few
    multiplications for every success possible so far.
    """

    __slots__ = ("_weights", "_whole", "dice", "expected", "rolled")

    def __init__(self) -> None:
        self.dice = self.rolled = 0
        self.expected = Fraction(0)
        self._weights = [1]
        self._whole = 1

    def add(self, odds: Odds, rolled: int) -> None:
        """One order that could show `odds.successes` and showed `rolled`."""
        pmf = odds.successes
        self.dice += odds.dice
        self.rolled += rolled
        self.expected += expected(pmf)
        whole = lcm(*(p.denominator for p in pmf))
        parts = [p.numerator * (whole // p.denominator) for p in pmf]
        sums = [0] * (len(self._weights) + len(parts) - 1)
        for n, weight in enumerate(self._weights):
            for m, part in enumerate(parts):
                sums[n + m] += weight * part
        self._weights, self._whole = sums, self._whole * whole

    def distribution(self) -> Pmf:
        """The chance of every number of successes."""
        return tuple(Fraction(weight, self._whole) for weight in self._weights)

    def at_least(self) -> Fraction:
        """The chance of as many successes as were rolled, or more: to be so lucky."""
        return Fraction(sum(self._weights[self.rolled :]), self._whole)

    def at_most(self) -> Fraction:
        """The chance of as many successes as were rolled, or fewer: to be so unlucky."""
        return Fraction(sum(self._weights[: self.rolled + 1]), self._whole)
