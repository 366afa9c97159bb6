"""Orders that wait for links before their random picks are made (docs/decisions/0033)."""

from __future__ import annotations

from django.db import models


class LaidOrder(models.Model):
    """An order of a game as it was given. Its seal is in the log (`OrderLaid.mark`), so nobody changes it; it
    is no fact of the campaign before it is carried out. `game` is the game's number in the campaign, `number`
    counts such orders of the game, `member` gave it. `given` has the links that came, by side. `salt` stays
    secret until the game is over. `done`: the order was carried out or fell away."""

    campaign = models.ForeignKey("league.Campaign", models.CASCADE, related_name="+")
    game = models.PositiveBigIntegerField()
    number = models.PositiveIntegerField()
    member = models.PositiveBigIntegerField()
    name = models.CharField(max_length=40)
    order = models.TextField()
    salt = models.CharField(max_length=32)
    given = models.JSONField(default=dict)
    done = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "game", "number"], name="one_laid_order_per_number"),
        ]

    def __str__(self) -> str:
        return f"Order {self.number} of game {self.game} that waits for links"
