"""The rules of Red Alert in our own words, as a book of the manual."""

from __future__ import annotations

from functools import lru_cache

from league.rules.wording import Book
from missions.battles.systems.red_alert.engine.units import DATA
from missions.battles.systems.rulebook import read

ABOUT = "Every rule of Red Alert, the battles of two fleets on hexes, in our own words."


@lru_cache(maxsize=1)
def red_alert() -> Book:
    """The rules of Red Alert (RA-001 … RA-307)."""
    return Book("RA", "red-alert", "Red Alert", ABOUT, read(DATA))
