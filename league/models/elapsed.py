"""The time that the site has seen pass."""

from django.db import models


class Elapsed(models.Model):
    """One row: seconds that passed since it was made, as far as the machine's uptime shows it. `boot` names
    the start of the machine at which `uptime` was read, `at` is what its clock said."""

    seconds = models.FloatField(default=0.0)
    boot = models.CharField(max_length=64)
    uptime = models.FloatField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.seconds:.0f} s"
