"""Letters and other messages that the site has to send."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone


class Outgoing(models.Model):
    """One thing to send: a row of the outbox, written in the transaction of the act that it tells of.

    A worker takes a row for the time of a lease: it moves `due` to the end of the lease and writes a mark
    into `held_by`. Only the worker with that mark may end the row. If the worker dies, the row is due again
    when the lease ends. The payload is deleted when the row is sent, because links that open an account stand
    in it.
    """

    WAITS, SENT, FAILED, DROPPED = "", "sent", "failed", "dropped"

    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=120, unique=True)
    payload: models.JSONField[Any, Any] = models.JSONField(default=dict)
    wanted_at = models.DateTimeField(default=timezone.now)
    due = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    held_by = models.CharField(max_length=16, default="", blank=True)
    ended = models.CharField(max_length=8, default=WAITS, blank=True)
    ended_at = models.DateTimeField(null=True)
    said = models.CharField(max_length=500, default="", blank=True)

    class Meta:
        verbose_name_plural = "outgoing"
        indexes = (
            models.Index(fields=["due"], condition=models.Q(ended=""), name="league_outgoing_waiting"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.ended or 'waits'}"
