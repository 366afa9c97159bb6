"""Exact odds of attacks with symbol dice against dyce, which counts the same by adding coded faces up.

Times are processor times, the best of several rounds taken in turn, with the collector of cycles off.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import inf
from time import process_time
from typing import Any

import dyce

from bench import Figure
from missions.battles.systems.red_alert.engine.strike_odds import strike

Attack = tuple[int, int, int, bool, bool]
"""Dice, blasts that the target ignores, its figures, whether it is a flagship, whether it has a marker."""
CASES: tuple[Attack, ...] = tuple(
    (dice, ignored, figures, False, marked)
    for dice, ignored, figures, marked in product((1, 2, 3, 4, 5), (0, 1, 2), (1, 2, 3, 4), (False, True))
)
SYMBOL, BLAST, ALERT = 1, 16, 256
"""Codes of faces, whose sums keep apart what they count."""
ROUNDS = 8
DYCE = 20
"""Times by which the board's odds have to be faster than dyce."""


def measure() -> Iterator[Figure]:
    """Odds that were worked out before, as the board asks for them again and again, and new ones."""
    _checked()
    gc.collect()
    gc.disable()
    try:
        kept, first, theirs = _seconds(strike, strike.__wrapped__, _by_dyce)
    finally:
        gc.enable()
    times = theirs / kept
    name = "exact odds of an attack with symbol dice"
    yield Figure(f"{name} against dyce", f"{times:,.1f} ×", f"at least {DYCE} ×", times >= DYCE)
    yield Figure("attacks never asked before, against dyce", f"{theirs / first:,.1f} ×")


def _by_dyce(dice: int, ignored: int, figures: int, flagship: bool, marked: bool) -> dyce.H[int]:
    """Figures lost, counted out by dyce."""
    rolled = dice @ dyce.H({SYMBOL: 1, BLAST: 1, ALERT: 1, 0: 3})
    lost: Counter[int] = Counter()
    for code, weight in rolled.items():
        blasts, alerts = code // BLAST % BLAST, code // ALERT
        hits = code % BLAST + max(0, blasts - ignored)
        lost[min(figures, hits + alerts if marked and hits else hits)] += weight
    return dyce.H(lost)


def _checked() -> None:
    """Both must give the same fractions."""
    for case in CASES:
        ours = {n: chance for n, chance in enumerate(strike(*case).lost) if chance}
        theirs = _by_dyce(*case)
        if ours != {n: Fraction(weight, theirs.total) for n, weight in theirs.items() if weight}:
            raise AssertionError(f"dyce has other odds for {case}.")


def _seconds(*runs: Callable[..., Any]) -> list[float]:
    """The best time of each, all in turn, for all cases."""
    best = [inf] * len(runs)
    for _ in range(ROUNDS):
        for number, run in enumerate(runs):
            start = process_time()
            for case in CASES:
                run(*case)
            best[number] = min(best[number], process_time() - start)
    return best
