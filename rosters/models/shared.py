"""Squadrons that were shared: a snapshot behind a link. They belong to people, not to the log."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from league.models.invitation import new_token


class SharedSquadron(models.Model):
    """A squadron as it was when its owner shared it. Everybody with the `token` may see `doc`, the text of a
    fleet cut to that squadron. `fleet` and `card` are its numbers in the campaign.

    The row goes when the link is withdrawn, and with the account that shared it.
    """

    campaign = models.ForeignKey("league.Campaign", models.CASCADE, related_name="shared_squadrons")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="shared_squadrons")
    fleet = models.PositiveBigIntegerField()
    card = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=64, unique=True, default=new_token)
    doc = models.TextField()
    shared_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "fleet", "card"], name="one_link_per_squadron")
        ]

    def __str__(self) -> str:
        return f"squadron {self.card} of fleet {self.fleet}"
