"""Wishes of a person about mail."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Wishes(models.Model):
    """The mail that an account asked for; an account without a row asked for none."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="wishes"
    )
    reminders = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "wishes"

    def __str__(self) -> str:
        return "reminders" if self.reminders else "no mail"
