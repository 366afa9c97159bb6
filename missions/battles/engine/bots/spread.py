"""The choices of a unit that bots rate."""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.engine.contract import Choice

MOST_RATED = 3000
"""Choices of one unit that a bot rates at most. A system may offer millions that it only counts."""


def spread(choices: Sequence[Choice]) -> Sequence[Choice]:
    """All choices; of more than `MOST_RATED` so many of them at even distances, from the first one on."""
    count = len(choices)
    if count <= MOST_RATED:
        return choices
    return [choices[number * count // MOST_RATED] for number in range(MOST_RATED)]
