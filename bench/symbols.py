"""Exact odds of attacks against dyce, for rule systems that bring samples.

Times are processor times, the best of several rounds taken in turn, with the collector of cycles off.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import inf
from time import process_time
from typing import Any

import dyce

from bench import Figure
from missions.battles.systems.pack import OddsSample
from missions.battles.systems.registry import packs

ROUNDS = 8
DYCE = 20
"""Times by which the board's odds have to be faster than dyce."""


def measure() -> Iterator[Figure]:
    """Odds that were worked out before, as the board asks for them again and again, and new ones."""
    for pack in packs():
        if not (samples := list(pack.samples())):
            continue
        _check(samples)
        gc.collect()
        gc.disable()
        try:
            kept, first, theirs = _seconds(
                samples, lambda each: each.kept(), lambda each: each.new(), _counted
            )
        finally:
            gc.enable()
        times = theirs / kept
        name = f"{pack.name}: exact odds of an attack"
        yield Figure(f"{name} against dyce", f"{times:,.1f} ×", f"at least {DYCE} ×", times >= DYCE)
        yield Figure(f"{name} never asked before, against dyce", f"{theirs / first:,.1f} ×")


def _counted(sample: OddsSample) -> dyce.H[int]:
    """Losses of a sample, counted out by dyce."""
    lost: Counter[int] = Counter()
    for code, weight in (sample.dice @ dyce.H(sample.faces)).items():
        lost[sample.lost(code)] += weight
    return dyce.H(lost)


def _check(samples: Sequence[OddsSample]) -> None:
    """Both must give the same fractions."""
    for sample in samples:
        ours = {n: chance for n, chance in enumerate(sample.kept()) if chance}
        theirs = _counted(sample)
        if ours != {n: Fraction(weight, theirs.total) for n, weight in theirs.items() if weight}:
            raise AssertionError(f"dyce has other odds for {sample}.")


def _seconds(samples: Sequence[OddsSample], *runs: Callable[[OddsSample], Any]) -> list[float]:
    """The best time of each, all in turn, for all samples."""
    best = [inf] * len(runs)
    for _ in range(ROUNDS):
        for number, run in enumerate(runs):
            start = process_time()
            for sample in samples:
                run(sample)
            best[number] = min(best[number], process_time() - start)
    return best
