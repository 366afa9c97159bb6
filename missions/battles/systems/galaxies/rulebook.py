"""The rules of Galaxies in our own words, as a book of the manual."""

from __future__ import annotations

from functools import lru_cache

from league.rules.wording import Book
from missions.battles.systems.galaxies.engine.ships import DATA
from missions.battles.systems.rulebook import read

ABOUT = "Every rule of Galaxies, the battles of capital ships with holds and target grids, in our own words."


@lru_cache(maxsize=1)
def galaxies() -> Book:
    """The rules of Galaxies (BG-001 … BG-162)."""
    return Book("BG", "galaxies", "Galaxies", ABOUT, read(DATA))
