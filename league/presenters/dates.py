"""Days and moments in words, the same on every sheet."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Protocol


class MomentLike(Protocol):
    """A point of the log: its time and the round of that time (0: before the first)."""

    @property
    def at(self) -> datetime | None: ...
    @property
    def round(self) -> int: ...


def day_words(day: date) -> str:
    """A day in words: "3 May 2026"."""
    return f"{day.day} {day:%B %Y}"


def as_of_words(at: MomentLike) -> str:
    """Moment of a sheet: its round and day, and the time, which tells two sheets of one evening apart."""
    clock = [f"{at.at.astimezone(UTC):%H:%M} UTC"] if at.at else ["the beginning"]
    return f"As of {', '.join([*_parts(at), *clock])}"


def when_words(at: MomentLike) -> str:
    """Moment of a card, in few words: "Round 3, 1 May 2026"."""
    words = ", ".join(_parts(at))
    return words[:1].upper() + words[1:]


def _parts(at: MomentLike) -> list[str]:
    return ([f"round {at.round}"] if at.round else []) + (
        [day_words(at.at.astimezone(UTC).date())] if at.at else []
    )
