"""What of a battle is told to whom: an event is as secret as the sentence that tells it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from missions.battles.engine.contract import CHOSEN, Event, Sentence, System

S = TypeVar("S")


def readable(line: Sentence, seat: int | None) -> bool:
    """Whether this seat (None: a spectator) may read the sentence while the battle runs."""
    return line.only is None or seat in line.only


def told(
    system: System[S], state: S, events: Sequence[Event], seat: int | None, over: bool = False
) -> list[tuple[Event, Sentence]]:
    """Those of the events that a seat (None: a spectator) may know, each with its sentence; all once the
    battle is over.
    """
    lines = zip(events, system.narrate(state, events), strict=True)
    return [(event, line) for event, line in lines if over or readable(line, seat)]


def is_news(lines: Sequence[Sentence], seat: int | None) -> bool:
    """Whether the sentences of somebody else's order tell a seat more than that a choice lies face down."""
    return any(line.kind != CHOSEN and readable(line, seat) for line in lines)
