"""Whether the site can work now, and the figures from which a monitor sees what will fail next."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from threading import Lock
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import Error, ProgrammingError, connection, transaction
from django.utils import timezone

from league.services.backup import default_folder
from league.services.doctor import STOPS_BELOW, failing, free_disk, is_migrated, newest_backup
from league.services.outgoing import rows
from league.services.pulse import WORKER, WRITING, beat, last_beat

BELIEVED_SECONDS = 10.0
"""Time for which a write that went through is believed, so that nobody makes the site write all the time."""


ROOM = """CREATE TEMPORARY TABLE admiralty_room ON COMMIT DROP AS
SELECT repeat(md5(n::text), 60) FROM generate_series(1, 64) AS n"""
"""Needs 120 kB on the disk of PostgreSQL until the transaction is over."""


def try_write() -> None:
    """Write over one row. On PostgreSQL, whose disk the site does not see, ask for a little room as well: a
    row finds a place in a file that is there, and an act soon does not. Raises django.db.Error."""
    beat(WRITING)
    if connection.vendor != "postgresql":
        return
    with suppress(ProgrammingError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(ROOM)  # A ProgrammingError: this account may make no temporary tables.


class WriteTest:
    """Tries a write. One thread tries at a time; the others take its last answer."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._until = float("-inf")
        self._works = True

    def works(self) -> bool:
        """Whether the database takes a write."""
        if monotonic() < self._until or not self._guard.acquire(blocking=False):
            return self._works
        try:
            try_write()
            self._works, self._until = True, monotonic() + BELIEVED_SECONDS
        except Error:
            self._works = False
        finally:
            self._guard.release()
        return self._works


_writing = WriteTest()
_fits = False


def why_not() -> str:
    """The reason why the site cannot work now, in a sentence; "" if it can. The shape of the database is
    looked at until it fits the code."""
    global _fits  # noqa: PLW0603
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        _fits = _fits or is_migrated()
    except Error:
        return "The database does not answer."
    if not _fits:
        return "The database waits for make_ready."
    if free_disk() < STOPS_BELOW:
        return "The disk is full."
    return "" if _writing.works() else "The database takes no change."


def figures(why: str) -> dict[str, Any]:
    """The facts for a monitor; None for a thing that is unknown or does not exist. `why` is from `why_not`.

    Ages are in seconds. `warnings` are the doctor's sentences about things that do not work as they should.
    """
    folder = default_folder()
    found: dict[str, Any] = {
        "ready": not why,
        "why": why,
        "backup_age_seconds": _age(newest_backup(folder)),
        "free_disk_bytes": free_disk(),
        "worker_age_seconds": None,
        "oldest_unsent_seconds": None,
        "failed_letters": None,
    }
    try:
        oldest = rows.waiting().first()
        found["oldest_unsent_seconds"] = 0 if oldest is None else _age(oldest.wanted_at)
        found["failed_letters"] = rows.failed().count()
        found["worker_age_seconds"] = _age(last_beat(WORKER)) if settings.OUTGOING else None
    except Error:
        pass  # `why` tells it.
    found["warnings"] = [each.text for each in failing(folder)]
    return found


def _age(moment: datetime | None) -> int | None:
    """Whole seconds since then; 0 for a moment that a wrong clock put ahead."""
    return None if moment is None else max(0, int((timezone.now() - moment).total_seconds()))
