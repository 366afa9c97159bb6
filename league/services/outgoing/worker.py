"""The worker: one thread of each process sends the rows of the outbox, outside of any transaction."""

from __future__ import annotations

import atexit
import logging
from collections.abc import Callable
from random import random
from threading import Event, Thread
from time import monotonic
from typing import TypeVar

from django.db import Error, OperationalError, close_old_connections, connection, connections

from league.models import Outgoing
from league.services import pulse
from league.services.outgoing import rows
from league.services.outgoing.rows import NEWS
from league.services.outgoing.senders import SENDERS, Away, Later, Undeliverable, wait_after

LOOK_SECONDS = 1.0
"""Time after which an idle worker looks for rows that other processes wrote or that have become due."""
REST_SECONDS = 30.0
"""Time for which a kind rests after its service did not answer, so that the other kinds go out meanwhile."""
CLEAN_SECONDS = 3600.0
"""Time between two rounds of the chores."""
BEAT_SECONDS = 30.0
"""Time between two signs of life."""
STOP_SECONDS = 2.0

log = logging.getLogger(__name__)

Chore = Callable[[], object]
CHORES: list[Chore] = [rows.clean]
C = TypeVar("C", bound=Chore)


def hourly(chore: C) -> C:
    """Register something that a running site does once an hour. Several processes may do it at once."""
    if chore not in CHORES:
        CHORES.append(chore)
    return chore


class Worker:
    """Sends one row after another. `run` is the body of a thread; `turn` is one step of it."""

    def __init__(self) -> None:
        self.stopping = Event()
        self._rests: dict[str, float] = {}
        self._cleaned = self._beaten = float("-inf")
        self._lost = False

    def run(self) -> None:
        """Work until `stop`. A database that does not answer is asked again each second."""
        while not self.stopping.is_set():
            NEWS.clear()
            if not self._guarded():
                NEWS.wait(LOOK_SECONDS)
        connections.close_all()

    def stop(self) -> None:
        """End after the row that is being sent."""
        self.stopping.set()
        NEWS.set()

    def turn(self) -> bool:
        """Send the row that has been due longest, if there is one; whether there was."""
        self._beat()
        self._clean()
        row = rows.claim(self._awake())
        if row is not None:
            self._carry_out(row)
        return row is not None

    def _guarded(self) -> bool:
        """A turn with a connection that is renewed as pages renew theirs; False if the database is away."""
        close_old_connections()
        try:
            found = self.turn()
        except Error as problem:
            if not self._lost:
                log.warning("The outbox has no database (%s); it looks again.", type(problem).__name__)
            self._lost = True
            connection.close()
            return False
        except Exception:
            log.exception("The outbox met a fault; it looks again.")
            connection.close()
            return False
        self._lost = False
        return found

    def _awake(self) -> list[str]:
        now = monotonic()
        return [kind for kind in SENDERS if self._rests.get(kind, now) <= now]

    def _carry_out(self, row: Outgoing) -> None:
        waits = SENDERS[row.kind].waits
        if row.tries > len(waits) + 1:
            # Each try before it has ended a process.
            rows.finish(row, Outgoing.FAILED, "It was tried many times, and no try came to an end.")
            return
        try:
            SENDERS[row.kind].send(row)
        except Undeliverable as problem:
            rows.finish(row, Outgoing.FAILED, str(problem))
            log.warning("Outgoing %s %s cannot be delivered.", row.kind, row.pk)
        except Later as problem:
            if isinstance(problem, Away):
                self._rests[row.kind] = monotonic() + REST_SECONDS
            self._failed(row, str(problem))
        except Exception as problem:
            log.exception("Outgoing %s %s met a fault.", row.kind, row.pk)
            self._failed(row, f"{type(problem).__name__}: {problem}")
        else:
            rows.finish(row, Outgoing.SENT)

    def _failed(self, row: Outgoing, said: str) -> None:
        """Plan the next try, or give up after the last one."""
        wait = wait_after(SENDERS[row.kind].waits, row.tries, random())  # noqa: S311  spreads load
        if wait is None:
            rows.finish(row, Outgoing.FAILED, said)
            log.warning("Outgoing %s %s was given up after %s tries.", row.kind, row.pk, row.tries)
            return
        rows.postpone(row, wait, said)
        log.warning("Outgoing %s %s was not sent; it is tried again.", row.kind, row.pk)

    def _beat(self) -> None:
        if monotonic() >= self._beaten + BEAT_SECONDS:
            pulse.beat(pulse.WORKER)
            self._beaten = monotonic()

    def _clean(self) -> None:
        if monotonic() >= self._cleaned + CLEAN_SECONDS:
            self._cleaned = monotonic()
            for chore in CHORES:
                _done(chore)


def _done(chore: Chore) -> None:
    """Do a chore. A fault in it is logged, because the letters still have to go out. Raises OperationalError
    if the database is away."""
    try:
        chore()
    except OperationalError:
        raise
    except Exception:
        log.exception("An hourly chore met a fault.")


def start() -> Worker:
    """Start a worker in a thread of this process; it ends with the process, after the row that it sends."""
    worker = Worker()
    thread = Thread(target=worker.run, name="outgoing", daemon=True)

    def stop() -> None:
        worker.stop()
        thread.join(STOP_SECONDS)

    atexit.register(stop)
    thread.start()
    return worker
