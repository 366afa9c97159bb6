"""Seals of nonces that browsers announce before their side is ready (docs/decisions/0033)."""

from __future__ import annotations

from django.db import models


class NonceSeal(models.Model):
    """The latest seal of one side of a game. It binds nobody until the other side gives a nonce against it,
    which the log records; so it is no fact of the campaign. `game` is the game's number in the campaign."""

    campaign = models.ForeignKey("league.Campaign", models.CASCADE, related_name="+")
    game = models.PositiveBigIntegerField()
    side = models.CharField(max_length=10)
    seal = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "game", "side"], name="one_seal_per_side"),
        ]

    def __str__(self) -> str:
        return f"Seal of the {self.side} side of game {self.game}"
