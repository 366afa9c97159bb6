"""A fleet, its ledger and its value over time."""

from __future__ import annotations

from django.db import models


class Fleet(models.Model):
    """One fleet's figures. `number` identifies it in its campaign, `member` its owner's member number,
    `proxy` that of the member who stands in for the owner (0: none), `slug` is the name in its address."""

    campaign = models.ForeignKey("league.Campaign", models.CASCADE, related_name="fleets")
    number = models.PositiveBigIntegerField()
    member = models.PositiveBigIntegerField()
    name = models.CharField(max_length=60)
    side = models.CharField(max_length=10)
    suit = models.CharField(max_length=10)
    standing = models.CharField(max_length=12)
    points = models.IntegerField()
    value = models.IntegerField()
    ships = models.PositiveIntegerField(default=0)
    missing = models.PositiveIntegerField(default=0)
    squadrons = models.PositiveIntegerField(default=0)
    victories = models.PositiveIntegerField(default=0)
    defeats = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    destroyed_points = models.IntegerField(default=0)
    proxy = models.PositiveBigIntegerField(default=0)
    slug = models.CharField(max_length=80, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="one_fleet_per_number")]
        indexes = [models.Index(fields=["campaign", "-victories", "-value", "-destroyed_points", "number"])]

    def __str__(self) -> str:
        return self.name


class FleetSlug(models.Model):
    """A name by which an address leads, or once led, to a fleet; `selectors.found.find_fleet` reads it."""

    campaign = models.ForeignKey("league.Campaign", models.CASCADE, related_name="+")
    fleet = models.PositiveBigIntegerField()
    slug = models.CharField(max_length=80)
    current = models.BooleanField()

    class Meta:
        indexes = [models.Index(fields=["campaign", "slug"])]

    def __str__(self) -> str:
        return self.slug


class LedgerLine(models.Model):
    """One change of Fleet Points (CR-003); `balance` is the sum of the lines up to this one."""

    campaign = models.ForeignKey("league.Campaign", models.CASCADE, related_name="ledger_lines")
    fleet = models.PositiveBigIntegerField()
    seq = models.PositiveBigIntegerField()
    amount = models.IntegerField()
    balance = models.IntegerField()
    rule = models.CharField(max_length=8)
    what = models.CharField(max_length=200)
    game = models.PositiveBigIntegerField(null=True)
    round = models.PositiveBigIntegerField(null=True)
    actor = models.PositiveBigIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "seq"], name="one_ledger_line_per_event")]
        indexes = [models.Index(fields=["campaign", "fleet", "seq"])]

    def __str__(self) -> str:
        return f"{self.amount:+d} {self.what}"


class ValuePoint(models.Model):
    """Fleet value and FP in hand when the roster was locked and whenever a desk was closed, for the
    charts.
    """

    campaign = models.ForeignKey("league.Campaign", models.CASCADE, related_name="value_points")
    fleet = models.PositiveBigIntegerField()
    seq = models.PositiveBigIntegerField()
    round = models.PositiveBigIntegerField(null=True)
    value = models.IntegerField()
    points = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "seq"], name="one_value_point_per_event")]

    def __str__(self) -> str:
        return f"{self.value} at {self.seq}"
