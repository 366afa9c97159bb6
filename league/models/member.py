"""Members of a campaign."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from league.models.campaign import Campaign

ROLES = (
    ("organiser", "Organiser"),
    ("co_organiser", "Co-organiser"),
    ("player", "Player"),
    ("visitor", "Visitor"),
)


class Member(models.Model):
    """A person's place in a campaign. The log knows members by `number` only; `user` is empty once the
    account is deleted and `name` is then a neutral one. `role` and `active` are projections."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="members")
    number = models.PositiveBigIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="memberships"
    )
    name = models.CharField(max_length=80)
    role = models.CharField(max_length=16, choices=ROLES, default="player")
    active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="one_member_per_number"),
            models.UniqueConstraint(fields=["campaign", "user"], name="one_membership_per_user"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def organises(self) -> bool:
        return self.active and self.role in ("organiser", "co_organiser")
