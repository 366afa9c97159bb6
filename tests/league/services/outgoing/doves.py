"""Workers in processes that die, for `test_kills.py`: `python -m tests.league.services.outgoing.doves`.

Arguments: a file, a moment, a number of sends and a number of kills. A worker sends rows of the kind "dove"
by writing their keys into the file. So many workers, one after another, kill themselves after so many sends:
at the moment "claimed" before the next row is sent, at "sent" before the row ends. All leases end each time.
Then two workers at once send the rest.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path


def forked(work: Callable[[], object]) -> int:
    """Number of a copy of this process that works and ends."""
    number = os.fork()
    if not number:
        try:
            work()
        finally:
            os._exit(0)
    return number


def end_of(number: int) -> int:
    """Exit status of a copy; for one that was killed the signal with a minus."""
    return os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])


def drain(file: Path, moment: str, sends: int) -> None:
    """Work until nothing is due, or die on the way."""
    from league.models import Outgoing
    from league.services.outgoing import senders
    from league.services.outgoing.worker import Worker

    sent = 0

    def die_at(place: str) -> None:
        if (moment, sends) == (place, sent):
            os.kill(os.getpid(), signal.SIGKILL)

    @senders.sends("dove")
    def send(row: Outgoing) -> None:
        nonlocal sent
        die_at("claimed")
        with file.open("a") as lines:
            lines.write(f"{row.key}\n")
        sent += 1
        die_at("sent")

    worker = Worker()
    while worker.turn():
        pass


def end_leases() -> int:
    """Let the time of all leases pass; how many rows a dead worker held."""
    from django.db import connection
    from django.utils import timezone

    from league.models import Outgoing

    open_rows = Outgoing.objects.filter(ended="")
    held = open_rows.exclude(held_by="").count()
    open_rows.update(due=timezone.now())
    connection.close()  # A copy of this process must not share it.
    return held


def main(file: Path, moment: str, sends: int, kills: int) -> None:
    import django

    django.setup()
    for _ in range(kills):
        assert end_of(forked(lambda: drain(file, moment, sends))) == -signal.SIGKILL
        assert end_leases() == 1
    both = [forked(lambda: drain(file, "never", 0)) for _ in range(2)]
    assert [end_of(each) for each in both] == [0, 0]
    # A worker that finds the last due rows locked by another one ends before them.
    assert end_of(forked(lambda: drain(file, "never", 0))) == 0


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
