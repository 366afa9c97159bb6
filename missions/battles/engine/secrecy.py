"""Filter the sentences and events of a battle by reader: an event is as secret as its sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from missions.battles.engine.contract import CHOSEN, Event, Sentence


def readable(line: Sentence, seat: int | None) -> bool:
    """True if this seat (None: a spectator) may read the sentence while the battle runs."""
    return line.only is None or seat in line.only


def readable_log(
    log: Iterable[tuple[int, Sentence]], seat: int | None, last: int, over: bool = False
) -> tuple[tuple[int, Sentence], ...]:
    """Sentences of the orders up to `last`, each with the number of its order, that a seat (None: a
    spectator) may read; all of them when `over`.
    """
    return tuple(each for each in log if each[0] <= last and (over or readable(each[1], seat)))


def readable_events(
    events: Sequence[Event], lines: Sequence[Sentence], seat: int | None, over: bool = False
) -> list[Event]:
    """Events that a seat (None: a spectator) may know, by their sentences; all of them when `over`."""
    return [event for event, line in zip(events, lines, strict=True) if over or readable(line, seat)]


def rolled(lines: Sequence[Sentence], seat: int) -> bool:
    """True if the sentences of an order show dice of this seat."""
    return any(line.dice and line.roller == seat for line in lines)


def is_news(lines: Sequence[Sentence], seat: int | None) -> bool:
    """True if another seat's order tells this seat more than that a choice lies face down."""
    return any(line.kind != CHOSEN and readable(line, seat) for line in lines)


def laid_face_down(events: Iterable[Event]) -> bool:
    """True for the events of a choice that lies face down until the other side has chosen, too."""
    return any(event[0] == CHOSEN for event in events)
