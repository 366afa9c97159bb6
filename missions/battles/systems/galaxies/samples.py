"""Attacks of Galaxies for measurements, with their cells coded so that other libraries can count them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from missions.battles.systems.galaxies.engine.odds.attacks import volley
from missions.battles.systems.galaxies.engine.ships import CARDS, CELLS, HIT, STAR
from missions.battles.systems.pack import OddsSample

HIT_CODE, STAR_CODE = 1, 16
"""Codes of cells, whose sums keep apart what they count."""


def samples() -> Iterator[OddsSample]:
    """Charges of one to three attacks on the standard ships with shields down, for hulls of every size."""
    grids = [card.grid for card in CARDS if card.version == "standard"]
    for grid, attacks, strength, left in product(grids, (1, 2, 3), (1, 2, 3), (1, 2, 5, 9)):
        hits, stars = grid.count(HIT), grid.count(STAR)
        case = (hits, stars, attacks, strength, 0, left)
        yield OddsSample(
            kept=lambda case=case: volley(*case).hull,  # type: ignore[misc]
            new=lambda case=case: volley.__wrapped__(*case).hull,  # type: ignore[misc]
            dice=attacks,
            faces={0: CELLS - hits - stars, HIT_CODE: hits, STAR_CODE: stars},
            lost=partial(_lost, strength, left),
        )


def _lost(strength: int, left: int, code: int) -> int:
    """Hull pegs lost to cells whose codes add up to this (BG-107, BG-108, BG-120)."""
    stars, hits = divmod(code, STAR_CODE)
    return left if stars else min(left, strength * hits)
