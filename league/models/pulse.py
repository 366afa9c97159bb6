"""The signs of life of the site's parts."""

from django.db import models


class Pulse(models.Model):
    """The moment at which a part of the site last wrote that it lives. Each part has one row, which is
    overwritten.
    """

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%Y-%m-%d %H:%M:%S}"
