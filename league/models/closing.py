"""Accounts that were closed by their owners and wait to be removed."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Closing(models.Model):
    """A closed account. Until the time is over its owner may take the account back; then it is removed.

    The account itself is inactive meanwhile. If a host makes it active again, the row counts for nothing.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="closing"
    )
    closed_at = models.DateTimeField()
    until = models.DateTimeField(db_index=True)
    due = models.FloatField(null=True)
    """Seconds of `Elapsed` at which the time is over. `until` only tells people the day, as a clock may be
    wrong. None in a row of an earlier release, until the site has run."""

    def __str__(self) -> str:
        return f"account {self.user_id} until {self.until:%Y-%m-%d %H:%M}"
