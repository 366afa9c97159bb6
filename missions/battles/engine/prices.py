"""Values of what forces are made of, fitted to the results of many battles.

The chance of the first side is a logistic function of the lean of the map, of who begins, and of the sum
of the values of its units less that of the enemy's. A price is a guess at a value. The guess is taken to be
right within `DOUBT` of itself, 68 times in 100, until battles say more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from missions.battles.engine.statistics import SURE, Estimate

DOUBT = 0.5
"""Standard deviation of a value before any battle, as a part of the price."""
VAGUE = 3.0
"""Standard deviation of the lean of the map and of the first turn before any battle, in logits."""
MOST_STEPS, CLOSE, LONGEST = 100, 1e-9, 2.0
"""Bounds of the search for the best fit: its steps, a step that ends it, and the longest one, in logits."""

Row = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A battle: what each side had, the share of the first side (1 won, 0.5 drawn, 0 lost), and the side that
    began, None if unknown.
    """

    forces: tuple[Sequence[str], Sequence[str]]
    share: float
    first: int | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """A kind of unit: its price, its fitted value in the same points, and the forces that had it."""

    kind: str
    price: float
    found: Estimate

    @property
    def off(self) -> bool:
        """Whether the price lies outside the interval of the value."""
        return not self.found.low <= self.price <= self.found.high


@dataclass(frozen=True, slots=True)
class Fit:
    """Chances between forces of equal value, of the first side and of the side that begins; points of price
    that raise even chances to 60 in 100; and the value of each kind.
    """

    lean: Estimate
    begins: Estimate
    edge: float
    values: tuple[Value, ...]


def fit(results: Sequence[Result], prices: Mapping[str, float]) -> Fit:
    """The values that explain the results best.

    Raises ValueError if dearer forces do not win more often, since then nothing can be said in points.
    """
    kinds = list(prices)
    signed = [_counts(result, kinds) for result in results]
    shares = [result.share for result in results]
    begins = [0.0 if result.first is None else 1.0 - 2 * result.first for result in results]
    margins = [sum(count * prices[kind] for count, kind in zip(row, kinds, strict=True)) for row in signed]
    rough = [(1.0, begin, margin) for begin, margin in zip(begins, margins, strict=True)]
    (_, _, point), _ = _best(rough, shares, (0.0, 0.0, 0.0), (VAGUE, VAGUE, VAGUE))
    if point <= 0:
        raise ValueError("Dearer forces do not win more often in these battles.")
    guess = (0.0, 0.0, *(point * prices[kind] for kind in kinds))
    doubt = (VAGUE, VAGUE, *(DOUBT * point * prices[kind] for kind in kinds))
    rows = [(1.0, begin, *row) for begin, row in zip(begins, signed, strict=True)]
    found, spread = _best(rows, shares, guess, doubt)
    chances = [_chance(found[at], SURE * spread[at], len(results)) for at in (0, 1)]
    values = tuple(
        Value(kind, prices[kind], _value(found[at], spread[at], point, sum(row[at] != 0 for row in rows)))
        for at, kind in enumerate(kinds, 2)
    )
    return Fit(chances[0], chances[1], _logit(0.6) / point, values)


def _counts(result: Result, kinds: Sequence[str]) -> Row:
    """Units of each kind of the first side less those of the other."""
    first, second = result.forces
    return tuple(float(list(first).count(kind) - list(second).count(kind)) for kind in kinds)


def _value(found: float, spread: float, point: float, count: int) -> Estimate:
    value, half = found / point, SURE * spread / point
    return Estimate(value, value - half, value + half, count)


def _chance(found: float, half: float, count: int) -> Estimate:
    return Estimate(_rise(found), _rise(found - half), _rise(found + half), count)


# --- the best fit ------------------------------------------------------------------------------------


def _best(
    rows: Sequence[Row], shares: Sequence[float], guess: Sequence[float], doubt: Sequence[float]
) -> tuple[list[float], list[float]]:
    """Weights under which these shares are likeliest, and the standard deviation of each (Newton)."""
    found = list(guess)
    for _ in range(MOST_STEPS):
        slope, bend = _slopes(rows, shares, found, guess, doubt)
        step = _solved(bend, slope)
        longest = max(map(abs, step))
        part = min(1.0, LONGEST / longest) if longest else 1.0
        found = [value + part * change for value, change in zip(found, step, strict=True)]
        if longest < CLOSE:
            break
    _, bend = _slopes(rows, shares, found, guess, doubt)
    size = range(len(found))
    units = [[float(at == other) for other in size] for at in size]
    return found, [sqrt(_solved(bend, unit)[at]) for at, unit in enumerate(units)]


def _slopes(
    rows: Sequence[Row],
    shares: Sequence[float],
    weights: Sequence[float],
    guess: Sequence[float],
    doubt: Sequence[float],
) -> tuple[list[float], list[list[float]]]:
    """Slope of the likelihood and its bend at these weights, the guess included."""
    size = range(len(weights))
    slope = [(guess[at] - weights[at]) / doubt[at] ** 2 for at in size]
    bend = [[0.0] * len(weights) for _ in size]
    for at in size:
        bend[at][at] = 1 / doubt[at] ** 2
    for row, share in zip(rows, shares, strict=True):
        chance = _rise(sum(weight * part for weight, part in zip(weights, row, strict=True)))
        used = [at for at in size if row[at]]
        for at in used:
            slope[at] += (share - chance) * row[at]
            for other in used:
                bend[at][other] += chance * (1 - chance) * row[at] * row[other]
    return slope, bend


def _solved(matrix: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """Solution of a system of equations with a symmetric positive matrix, by elimination."""
    size = len(wanted)
    lines = [[*row, value] for row, value in zip(matrix, wanted, strict=True)]
    for at in range(size):
        for below in range(at + 1, size):
            part = lines[below][at] / lines[at][at]
            if part:
                lines[below] = [
                    one - part * other for one, other in zip(lines[below], lines[at], strict=True)
                ]
    found = [0.0] * size
    for at in reversed(range(size)):
        known = sum(lines[at][other] * found[other] for other in range(at + 1, size))
        found[at] = (lines[at][size] - known) / lines[at][at]
    return found


def _rise(logit: float) -> float:
    return 1 / (1 + exp(-logit)) if logit > -700 else 0.0


def _logit(chance: float) -> float:
    """Logit of a chance."""
    return log(chance / (1 - chance))
