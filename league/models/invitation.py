"""Ways into a campaign: links that invite and requests to join. They belong to people, not to the log."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.conf import settings
from django.db import models

from league.models.campaign import Campaign
from league.models.member import ROLES


def new_token() -> str:
    return secrets.token_urlsafe(24)


class Invitation(models.Model):
    """A link that lets its holder join, until it expires or is revoked."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=64, unique=True, default=new_token)
    role = models.CharField(max_length=16, choices=ROLES, default="player")
    created_by = models.PositiveBigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.role} until {self.expires_at:%Y-%m-%d}"

    def is_open(self, now: datetime) -> bool:
        return self.revoked_at is None and self.expires_at > now


class JoinRequest(models.Model):
    """Somebody asks to join a public campaign."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="join_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="join_requests")
    message = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    accepted = models.BooleanField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user} asks to join {self.campaign}"

    @property
    def waits(self) -> bool:
        """Whether nobody has answered it."""
        return self.answered_at is None
