"""The append-only log: acts and their events."""

from __future__ import annotations

from typing import Any

from django.db import models

from league.models.campaign import Campaign
from league.sealing import SealedDocument


class AppendOnly(models.QuerySet[Any]):
    """The log is never rewritten: what was is undone by a further act."""

    def update(self, **kwargs: object) -> int:
        raise TypeError("The log is append-only.")


class Act(models.Model):
    """One order that was carried out. `number` is the seq of its first event; `undone` is a projection.

    `touched` lists the shards it changed ("rosters:3"), `actor` is a member number (0: the app itself).
    `content` is a digest of the order, kept of those that may be meant twice (`Order.repeatable`).
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="acts")
    number = models.PositiveBigIntegerField()
    last_seq = models.PositiveBigIntegerField()
    name = models.CharField(max_length=40)
    actor = models.PositiveBigIntegerField(default=0)
    at = models.DateTimeField()
    touched = models.JSONField(default=list)
    undone = models.BooleanField(default=False)
    content = models.CharField(max_length=32, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="one_act_per_number")]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class EventRow(models.Model):
    """One event. `payload` is JSON text; `fleet`, `game` and `round` repeat those fields of it for
    look-ups.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="events")
    seq = models.PositiveBigIntegerField()
    act = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField(default=1)
    payload = SealedDocument(sealed="sealed")
    actor = models.PositiveBigIntegerField(default=0)
    at = models.DateTimeField()
    fleet = models.PositiveBigIntegerField(null=True)
    game = models.PositiveBigIntegerField(null=True)
    round = models.PositiveBigIntegerField(null=True)

    objects = AppendOnly.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "seq"], name="one_event_per_seq")]
        indexes = [
            models.Index(fields=["campaign", "act", "seq"]),
            models.Index(fields=["campaign", "fleet", "seq"]),
            models.Index(fields=["campaign", "game", "seq"]),
            models.Index(
                fields=["campaign", "round", "seq"],
                condition=models.Q(round__isnull=False),
                name="events_of_rounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"
