"""Counts of what people ask for, so that nobody asks for too much."""

from django.db import models


class Tally(models.Model):
    """Number of times that an account, an address or all have asked for a thing, until a time.

    `key` is a hash, so that no address is kept. A row that has run out counts for nothing.
    """

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField()
    until = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.count} until {self.until:%Y-%m-%d %H:%M}"
