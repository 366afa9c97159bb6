"""Senders, one for each kind of row: `@sends("mail")` registers one when Django starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from league.models import Outgoing

Send = Callable[[Outgoing], None]
MINUTE, HOUR = 60, 3600
WAITS = (30, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR)
"""Seconds between a try that failed and the next one. They add up to two days."""
SPREAD = 0.2
"""Share by which a wait is longer or shorter, so that rows that failed together do not come back together."""


class Undeliverable(Exception):
    """A refusal for good: the row ends as failed at once. The message says why."""


class Later(Exception):
    """A try that failed; a later one may succeed. The message says why."""


class Away(Later):
    """The service behind all rows of a kind does not answer. The row is tried again, and the kind rests."""


@dataclass(frozen=True, slots=True)
class Sender:
    """A function that sends a kind, and the seconds before each further try."""

    send: Send
    waits: tuple[int, ...] = WAITS


SENDERS: dict[str, Sender] = {}


def sends(kind: str, waits: tuple[int, ...] = WAITS) -> Callable[[Send], Send]:
    """Register the function that sends rows of a kind. It gets the row, is called outside of any transaction,
    and may be called twice for the same row: what it sends carries the row's key or another fixed number.

    It raises Undeliverable, Later or Away. Any other exception is a fault: it is logged, and the row is tried
    again.
    """

    def register(send: Send) -> Send:
        SENDERS[kind] = Sender(send, waits)
        return send

    return register


def wait_after(waits: tuple[int, ...], tries: int, chance: float) -> timedelta | None:
    """Time until the next try after so many have failed; None after the last. `chance` is from 0 to 1."""
    if tries > len(waits):
        return None
    return timedelta(seconds=waits[tries - 1] * (1 + SPREAD * (2 * chance - 1)))
