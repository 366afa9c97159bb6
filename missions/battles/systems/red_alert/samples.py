"""Attacks of Red Alert for measurements, with their faces coded so that other libraries can count them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from missions.battles.systems.pack import OddsSample
from missions.battles.systems.red_alert.engine.strike_odds import OTHER_FACES, strike

SYMBOL_CODE, BLAST_CODE, ALERT_CODE = 1, 16, 256
"""Codes of faces, whose sums keep apart what they count."""
FACES_BY_CODE = {SYMBOL_CODE: 1, BLAST_CODE: 1, ALERT_CODE: 1, 0: OTHER_FACES}
"""Number of faces with each code."""


def samples() -> Iterator[OddsSample]:
    """Attacks of one to five dice on units of every size, with a red alert marker and without."""
    for dice, ignored, figures, marked in product((1, 2, 3, 4, 5), (0, 1, 2), (1, 2, 3, 4), (False, True)):
        case = (dice, ignored, figures, False, marked)
        yield OddsSample(
            kept=lambda case=case: strike(*case).lost,  # type: ignore[misc]
            new=lambda case=case: strike.__wrapped__(*case).lost,  # type: ignore[misc]
            dice=dice,
            faces=FACES_BY_CODE,
            lost=partial(_lost, ignored, figures, marked),
        )


def _lost(ignored: int, figures: int, marked: bool, code: int) -> int:
    """Figures lost to dice whose codes add up to this (RA-103, RA-104, RA-122)."""
    blasts, alerts = code // BLAST_CODE % BLAST_CODE, code // ALERT_CODE
    hits = code % BLAST_CODE + max(0, blasts - ignored)
    return min(figures, hits + alerts if marked and hits else hits)
