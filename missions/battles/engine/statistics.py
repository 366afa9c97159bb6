"""Figures from many battles, each with how sure it is: shares with Wilson intervals, means with theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

SURE = 1.959963984540054
"""Standard deviations of an interval that holds the truth 95 times in 100."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure from `count` observations and the interval that holds the truth 95 times in 100."""

    value: float
    low: float
    high: float
    count: int


def share(successes: float, count: int) -> Estimate:
    """A share with its Wilson interval. Without observations it may be anything from 0 to 1.

    Parts may be counted too: a mean of figures from 0 to 1 is surer than a share, never less sure.
    """
    if not 0 <= successes <= count:
        raise ValueError(f"{successes:g} of {count} is no share.")
    if count == 0:
        return Estimate(0.0, 0.0, 1.0, 0)
    found, spread = successes / count, SURE * SURE / count
    middle = (found + spread / 2) / (1 + spread)
    half = SURE * sqrt(found * (1 - found) / count + spread / (4 * count)) / (1 + spread)
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    return Estimate(found, low, 1.0 if successes == count else min(1.0, middle + half), count)


def mean(values: Sequence[float], least: float = 0.0, most: float = float("inf")) -> Estimate:
    """A mean with its interval, kept between the least and the most that is possible."""
    count = len(values)
    if count == 0:
        return Estimate(0.0, least, most, 0)
    found = sum(values) / count
    if count == 1:
        return Estimate(found, least, most, 1)
    half = SURE * sqrt(sum((value - found) ** 2 for value in values) / (count - 1) / count)
    return Estimate(found, max(least, found - half), min(most, found + half), count)


def percentile(values: Sequence[float], part: float) -> float:
    """The smallest value that is not exceeded by this part of all values; 0 without values."""
    if not values:
        return 0.0
    return sorted(values)[max(0, ceil(part * len(values)) - 1)]
