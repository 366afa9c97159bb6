"""A campaign and the snapshot of its folded state."""

from __future__ import annotations

from django.db import models

from league.sealing import SealedDocument

PHASES = (("gathering", "Gathering"), ("running", "Running"), ("ended", "Ended"))
FORMATS = (("free_for_all", "Free-for-all"), ("team", "Teams"))


class Campaign(models.Model):
    """One campaign. `head_seq` is the number of its last event, `next_id` the next unused number,
    `predecessor` the campaign of this server that it goes on from (a restored campaign has in `goes_on_from`
    the name of one elsewhere), `restored_at` the moment at which it was made of an archive, `shape` that in
    which its snapshot was written (`league.store.shape`); the other columns are projections of the league
    part."""

    name = models.CharField(max_length=80)
    format = models.CharField(max_length=16, choices=FORMATS, default="free_for_all")
    missions = models.BooleanField(default=False)
    public = models.BooleanField(default=False)
    phase = models.CharField(max_length=12, choices=PHASES, default="gathering")
    profile = models.JSONField(default=dict)
    notes = models.TextField(blank=True, default="")
    predecessor = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="successors")
    goes_on_from = models.CharField(max_length=80, blank=True, default="")
    restored_at = models.DateTimeField(null=True, blank=True)
    head_seq = models.PositiveBigIntegerField(default=0)
    next_id = models.PositiveBigIntegerField(default=1)
    shape = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Shard(models.Model):
    """One piece of the folded state at the head of the log, as JSON: a whole part (key 0), one fleet or one
    game.

    `seq` is the last event that changed it.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="shards")
    part = models.CharField(max_length=16)
    key = models.PositiveBigIntegerField(default=0)
    doc = SealedDocument(sealed="seed")
    seq = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "part", "key"], name="one_shard_per_key")]

    def __str__(self) -> str:
        return f"{self.part}:{self.key}"
