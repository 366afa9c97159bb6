"""Words that sentences of every app share."""

from __future__ import annotations

from collections.abc import Iterable

SIDE_NAMES = {"rebel": "Rebel", "imperial": "Imperial", "scum": "Scum"}


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in a sentence; "" for none.

    >>> join_words(["fore", "mid", "aft"], "or")
    'fore, mid or aft'
    """
    *before, final = list(words) or [""]
    return f"{', '.join(before)} {last} {final}" if before else final
