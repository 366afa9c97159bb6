"""The private address at which calendars fetch the game nights of one account."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models


def new_key() -> str:
    """A key that nobody guesses; with the site's secret key it makes the address."""
    return secrets.token_urlsafe(18)


class CalendarFeed(models.Model):
    """The address of one account. `digest` is that of the calendar's content when it was fetched last, and
    `changed_at` the moment since which it is like that."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="feed"
    )
    key = models.CharField(max_length=32, unique=True, default=new_key)
    made_at = models.DateTimeField(auto_now_add=True)
    digest = models.CharField(max_length=64, blank=True)
    changed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"made on {self.made_at:%Y-%m-%d}"
