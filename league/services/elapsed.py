"""Elapsed time that no wrong clock makes longer: it is counted by the machine's uptime, and kept in a row.

The uptime goes on while the machine sleeps and while the site is off, and nobody sets it. It begins at 0 when
the machine starts. A time between two starts of the machine is known from its clock alone, so it counts as a
day at most, however far the clock leaps.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from league.models import Elapsed

OFF_MOST = timedelta(days=1)
"""Most that a time between two starts of the machine counts."""
_ROW = 1
_BOOT = Path("/proc/sys/kernel/random/boot_id")
_PROCESS = f"process {uuid4()}"


@dataclass(frozen=True, slots=True)
class Uptime:
    """Seconds since the machine's start, which `boot` names."""

    boot: str
    seconds: float


def uptime() -> Uptime:
    """The machine's uptime. On a system that names no start, a start of this process takes its place."""
    try:
        return Uptime(_BOOT.read_text().strip(), time.clock_gettime(time.CLOCK_BOOTTIME))
    except (OSError, AttributeError):
        return Uptime(_PROCESS, time.monotonic())


def passed(now: datetime | None = None) -> float:
    """Seconds that have passed since the row was made. One query; writes nothing."""
    row = Elapsed.objects.filter(pk=_ROW).first()
    return 0.0 if row is None else row.seconds + _since(row, uptime(), now or timezone.now())


def observe(now: datetime | None = None) -> float:
    """The same, noted in the row. Code that begins to count seconds calls this first."""
    at, up = now or timezone.now(), uptime()
    with transaction.atomic():
        fresh = Elapsed(pk=_ROW, boot=up.boot, uptime=up.seconds, at=at)
        Elapsed.objects.bulk_create([fresh], ignore_conflicts=True)
        row = Elapsed.objects.select_for_update().get(pk=_ROW)
        row.seconds += _since(row, up, at)
        # Between starts a clock that was ahead before must catch up with itself first.
        row.at = at if row.boot == up.boot else max(at, row.at)
        row.boot, row.uptime = up.boot, up.seconds
        row.save()
    return row.seconds


def _since(row: Elapsed, up: Uptime, at: datetime) -> float:
    """Seconds between the row's reading and this one."""
    if row.boot == up.boot:
        return max(0.0, up.seconds - row.uptime)
    return min(max(0.0, (at - row.at).total_seconds()), OFF_MOST.total_seconds())
