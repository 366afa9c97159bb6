"""The rules of the fighter game in our own words, as a book of the manual."""

from __future__ import annotations

from functools import lru_cache

from league.rules.wording import Book
from missions.battles.systems.fighters.engine.loadouts import DATA
from missions.battles.systems.rulebook import read

ABOUT = "Every rule of the fighter game on hexes, in our own words."


@lru_cache(maxsize=1)
def fighters() -> Book:
    """The rules of the fighter game (FH-001 … FH-177)."""
    return Book("FH", "fighters", "Fighter battles", ABOUT, read(DATA))
