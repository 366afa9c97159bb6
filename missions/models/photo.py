"""A photo of a game. Its two pictures are files; `missions.services.photos.files` keeps them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

CAPTION_LENGTH = 200


class Photo(models.Model):
    """`game` and `member` are numbers in the campaign. `key` names the two files and is never given out
    again. `width` and `height` are those of the large picture.

    A photo is no part of the log: it goes with the account that added it.
    """

    campaign = models.ForeignKey("league.Campaign", models.CASCADE, related_name="photos")
    game = models.PositiveBigIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="photos")
    member = models.PositiveBigIntegerField()
    key = models.CharField(max_length=32, unique=True)
    caption = models.CharField(max_length=CAPTION_LENGTH)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    added_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["campaign", "game"])]

    def __str__(self) -> str:
        return f"Photo {self.pk} of game {self.game}"
