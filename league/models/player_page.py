"""The page of a person."""

from __future__ import annotations

from django.conf import settings
from django.db import models

SHOWN = (
    ("nobody", "Nobody but me"),
    ("members", "People who share a campaign with me"),
    ("everybody", "Anyone"),
)


class PlayerPage(models.Model):
    """The readers to whom a person shows their page, and its address. An account without a row shows none."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="player_page"
    )
    slug = models.SlugField(max_length=60, unique=True)
    shown = models.CharField(max_length=10, choices=SHOWN, default="nobody")

    def __str__(self) -> str:
        return f"{self.slug}, shown to {self.shown}"
