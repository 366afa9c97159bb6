"""The rows of the outbox: written with the act, leased to one worker at a time, ended by that worker."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from secrets import token_hex
from threading import Event
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from league.models import Outgoing
from league.services.outgoing.senders import SENDERS

LEASE = timedelta(minutes=2)
"""Time for which a worker holds a row. A mail server that is slow at each step still ends within it."""
KEPT = timedelta(weeks=5)
"""Time for which ended rows stay. A key that names a month is found again for longer than that month."""
NEWS = Event()
"""Set when this process has committed a row, so that its worker looks at once."""


def put(kind: str, key: str, payload: Mapping[str, Any], due: datetime | None = None) -> None:
    """Write a row into the running transaction. Nothing happens if there was a row with this key already.

    Raises KeyError for a kind that nobody sends.
    """
    put_all(kind, {key: payload}, due)


def put_all(kind: str, payloads: Mapping[str, Mapping[str, Any]], due: datetime | None = None) -> None:
    """Write a row for each key in one query. Raises KeyError for a kind that nobody sends."""
    if kind not in SENDERS:
        raise KeyError(f"Nobody sends {kind!r}; register a sender with @sends.")
    at = due or timezone.now()
    rows = [
        Outgoing(kind=kind, key=key, payload=each, due=at, wanted_at=at) for key, each in payloads.items()
    ]
    Outgoing.objects.bulk_create(rows, ignore_conflicts=True)
    transaction.on_commit(NEWS.set)


def claim(kinds: Collection[str], now: datetime | None = None) -> Outgoing | None:
    """Take the row of these kinds that has been due longest, for the time of a lease; None if none is due.

    A plain read looks first, so that SQLite's write lock is not taken for nothing. Raises RuntimeError if a
    transaction is open, because the caller sends next.
    """
    at = now or timezone.now()
    due = Outgoing.objects.filter(ended=Outgoing.WAITS, due__lte=at, kind__in=kinds).order_by("due", "pk")
    if not due.exists():
        return None
    with transaction.atomic(durable=True):
        row = due.select_for_update(skip_locked=True).first()
        if row is not None:
            row.due, row.held_by, row.tries = at + LEASE, token_hex(8), row.tries + 1
            row.save(update_fields=["due", "held_by", "tries"])
    return row


def finish(row: Outgoing, ended: str, said: str = "", now: datetime | None = None) -> bool:
    """End a row that `claim` gave; False if its lease was over and another worker has it."""
    gone: dict[str, Any] = {} if ended == Outgoing.FAILED else {"payload": {}}
    at = now or timezone.now()
    return _change(row, ended=ended, ended_at=at, said=_short(said), **gone)


def postpone(row: Outgoing, wait: timedelta, said: str, now: datetime | None = None) -> bool:
    """Give a row that `claim` gave back for a later try; False if another worker has it."""
    return _change(row, due=(now or timezone.now()) + wait, said=_short(said))


def _change(row: Outgoing, **values: Any) -> bool:
    held = Outgoing.objects.filter(pk=row.pk, held_by=row.held_by, ended=Outgoing.WAITS)
    return held.update(held_by="", **values) > 0


def _short(said: str) -> str:
    """A text that the column takes, without zero bytes, which PostgreSQL refuses."""
    return said.replace("\0", "")[:500]


def clean(now: datetime | None = None) -> int:
    """Delete the rows that ended weeks ago; how many."""
    old = Outgoing.objects.filter(ended_at__lt=(now or timezone.now()) - KEPT)
    return old.delete()[0] if old.exists() else 0


def failed() -> QuerySet[Outgoing]:
    """The rows that were given up, the oldest first."""
    return Outgoing.objects.filter(ended=Outgoing.FAILED).order_by("wanted_at", "pk")


def waiting(before: datetime | None = None) -> QuerySet[Outgoing]:
    """The rows that should have gone out by then (now) and wait, the oldest first."""
    by = before or timezone.now()
    return Outgoing.objects.filter(ended=Outgoing.WAITS, wanted_at__lte=by).order_by("wanted_at", "pk")


def send_again(rows: QuerySet[Outgoing], now: datetime | None = None) -> int:
    """Let the worker try these failed rows once more, as if they were new; how many."""
    at = now or timezone.now()
    again = rows.filter(ended=Outgoing.FAILED).update(
        ended=Outgoing.WAITS, ended_at=None, tries=0, due=at, wanted_at=at
    )
    transaction.on_commit(NEWS.set)
    return again


def drop(rows: QuerySet[Outgoing], now: datetime | None = None) -> int:
    """End rows that wait or have failed without sending them, and forget what they hold; how many."""
    found = rows.filter(ended__in=(Outgoing.WAITS, Outgoing.FAILED))
    return found.update(ended=Outgoing.DROPPED, ended_at=now or timezone.now(), payload={}, held_by="")
