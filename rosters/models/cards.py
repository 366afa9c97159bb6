"""The cards of a fleet as rows, for questions across fleets ("who owns this card?")."""

from __future__ import annotations

from django.db import models


class Squadron(models.Model):
    """A squadron: its playing card 2–10, type and present value."""

    campaign = models.ForeignKey("league.Campaign", models.CASCADE, related_name="+")
    fleet = models.PositiveBigIntegerField()
    card = models.PositiveSmallIntegerField()
    type = models.CharField(max_length=10)
    value = models.IntegerField(default=0)
    ships = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "fleet", "card"], name="one_squadron_per_card")
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.card}"


class ShipCard(models.Model):
    """A ship card; `card` is the catalogue's id, `squadron` None in the inventory."""

    campaign = models.ForeignKey("league.Campaign", models.CASCADE, related_name="+")
    fleet = models.PositiveBigIntegerField()
    number = models.PositiveBigIntegerField()
    card = models.CharField(max_length=80)
    name = models.CharField(max_length=80)
    squadron = models.PositiveSmallIntegerField(null=True)
    rank = models.CharField(max_length=6, blank=True)
    mia = models.BooleanField(default=False)
    damaged = models.CharField(max_length=20, blank=True)
    crippled = models.CharField(max_length=20, blank=True)
    price = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "fleet", "number"], name="one_ship_per_number")
        ]
        indexes = [models.Index(fields=["card"])]

    def __str__(self) -> str:
        return self.name


class UpgradeCard(models.Model):
    """An upgrade card; `ship` is the number of the ship it is attached to, None in the inventory."""

    campaign = models.ForeignKey("league.Campaign", models.CASCADE, related_name="+")
    fleet = models.PositiveBigIntegerField()
    number = models.PositiveBigIntegerField()
    card = models.CharField(max_length=80)
    name = models.CharField(max_length=80)
    ship = models.PositiveBigIntegerField(null=True)
    mia = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "fleet", "number"], name="one_upgrade_per_number")
        ]
        indexes = [models.Index(fields=["card"])]

    def __str__(self) -> str:
        return self.name


class FleetAsset(models.Model):
    """A fleet asset: its playing card `rank` J–A and, when target-specific, whom it works against: a fleet's
    number or a side, with the name as it was then (CR-076)."""

    campaign = models.ForeignKey("league.Campaign", models.CASCADE, related_name="+")
    fleet = models.PositiveBigIntegerField()
    number = models.PositiveBigIntegerField()
    rank = models.CharField(max_length=1)
    kind = models.CharField(max_length=30)
    name = models.CharField(max_length=60)
    target = models.PositiveBigIntegerField(default=0)
    target_side = models.CharField(max_length=10, blank=True)
    target_name = models.CharField(max_length=60, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "fleet", "number"], name="one_asset_per_number"),
            models.UniqueConstraint(fields=["campaign", "fleet", "rank"], name="one_asset_per_rank"),
        ]
        indexes = [models.Index(fields=["kind"])]

    def __str__(self) -> str:
        return self.name
