"""Costly things that accounts have asked for, to be counted."""

from __future__ import annotations

from django.conf import settings
from django.db import models

KINDS = (("restore", "Restored a campaign"),)


class Attempt(models.Model):
    """An account began something costly at that time. Old rows go when the next one comes."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="attempts")
    kind = models.CharField(max_length=16, choices=KINDS)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["user", "kind", "at"])]

    def __str__(self) -> str:
        return f"{self.kind} by {self.user_id}"
