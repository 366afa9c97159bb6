"""A game as a row, for lists and standings; its details are read from the folded state through a view."""

from __future__ import annotations

from django.db import models


class Game(models.Model):
    """`number` identifies the game in its campaign, `ordinal` counts 1, 2, 3 …; fleets and round are numbers,
    too. `mission` is 1–8, or 0 while there is none. `disputed` says whose move a dispute
    is, as the report does."""

    campaign = models.ForeignKey("league.Campaign", models.CASCADE, related_name="games")
    number = models.PositiveBigIntegerField()
    round = models.PositiveBigIntegerField()
    active = models.PositiveBigIntegerField()
    opposing = models.PositiveBigIntegerField()
    step = models.CharField(max_length=10)
    winner = models.CharField(max_length=10, blank=True)
    termination = models.CharField(max_length=40, blank=True)
    active_score = models.IntegerField(default=0)
    opposing_score = models.IntegerField(default=0)
    mission = models.PositiveSmallIntegerField(default=0)
    friendly = models.BooleanField(default=False)
    disputed = models.CharField(max_length=10, blank=True, default="")
    ordinal = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="one_game_per_number")]
        indexes = [models.Index(fields=["campaign", "round"]), models.Index(fields=["campaign", "ordinal"])]

    def __str__(self) -> str:
        return f"Game {self.ordinal}"
