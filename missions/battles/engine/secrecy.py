"""Filter the sentences and events of a battle by reader: an event is as secret as its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from missions.battles.engine.contract import CHOSEN, Event, Sentence, System

S = TypeVar("S")


def readable(line: Sentence, seat: int | None) -> bool:
    """True if this seat (None: a spectator) may read the sentence while the battle runs."""
    return line.only is None or seat in line.only


def readable_events(
    system: System[S], state: S, events: Sequence[Event], seat: int | None, over: bool = False
) -> list[tuple[Event, Sentence]]:
    """Events that a seat (None: a spectator) may know, each with its sentence; all of them when `over`."""
    lines = zip(events, system.narrate(state, events), strict=True)
    return [(event, line) for event, line in lines if over or readable(line, seat)]


def rolled(lines: Sequence[Sentence], seat: int) -> bool:
    """True if the sentences of an order show dice of this seat."""
    return any(line.dice and line.roller == seat for line in lines)


def is_news(lines: Sequence[Sentence], seat: int | None) -> bool:
    """True if another seat's order tells this seat more than that a choice lies face down."""
    return any(line.kind != CHOSEN and readable(line, seat) for line in lines)
