"""Rounds as rows, for lists; the details of the open round are read from the folded state."""

from __future__ import annotations

from django.db import models

from league.models.campaign import Campaign


class Round(models.Model):
    """A projection of one gathering. `number` identifies it, `ordinal` counts 1, 2, 3 …"""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="rounds")
    number = models.PositiveBigIntegerField()
    ordinal = models.PositiveIntegerField()
    is_open = models.BooleanField(default=True)
    present = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"Round {self.ordinal}"
