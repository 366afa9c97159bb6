"""The siege: a real site is killed, raced, fed with garbage and flooded, and must lose nothing.

`./run siege` runs it on SQLite with one process, and on PostgreSQL with four. Each module attacks in one way
and returns rows of the table. A test run does a short seeded part of it (`test_siege.py`).
"""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. `kept` says whether the aim was reached; `hard` aims fail the command."""

    what: str
    measured: str
    aim: str = ""
    kept: bool | None = None
    hard: bool = True


@dataclass(frozen=True, slots=True)
class Sizes:
    """Numbers that make a siege long or short. Kills, races and malformed requests end after `minutes` each,
    even if their number is not reached."""

    kills: int = 200
    races: int = 1000
    malformed: int = 100_000
    seconds: float = 8.0
    seed: int = 1
    minutes: float = 60.0

    def until(self) -> float:
        """The moment at which an attack that begins now stops."""
        return time.monotonic() + self.minutes * 60


def counted(done: int, wanted: int) -> str:
    """A number against the one that was wanted."""
    return f"{done:,}" if done >= wanted else f"{done:,} (of {wanted:,}; the time was over)"
