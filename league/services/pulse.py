"""Signs of life, from the worker of the outbox and from the test whether the database takes a write."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from league.models import Pulse

WORKER, WRITING = "worker", "writing"


def beat(name: str, now: datetime | None = None) -> None:
    """Write that this part lives, over the row of the time before, so that nothing grows. Raises
    django.db.Error if the database takes no write."""
    at = now or timezone.now()
    with transaction.atomic():
        if not Pulse.objects.filter(pk=name).update(at=at):
            Pulse.objects.bulk_create([Pulse(name=name, at=at)], ignore_conflicts=True)


def last_beat(name: str) -> datetime | None:
    """The moment of the last sign; None if there was none yet."""
    return Pulse.objects.filter(pk=name).values_list("at", flat=True).first()
