"""Ship models on somebody's shelf."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class OwnedShip(models.Model):
    """The number of models of a ship that an account owns; `ship` is a ship of the catalogue. No row means
    none. It is no part of any campaign: its owner alone reads it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="owned_ships")
    ship = models.CharField(max_length=40)
    count = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "ship"], name="one_count_per_model")]

    def __str__(self) -> str:
        return f"{self.count} × {self.ship}"
