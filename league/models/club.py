"""A club: several campaigns on one page."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from league.models.campaign import Campaign


class Club(models.Model):
    """A club with its own words about itself. Not `public`, its page is for its organisers and the members of
    its campaigns."""

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=60, unique=True)
    about = models.TextField(blank=True, default="")
    public = models.BooleanField(default=False)
    organisers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="clubs")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class ClubCampaign(models.Model):
    """A campaign of a club. A campaign belongs to one club at most."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="entries")
    campaign = models.OneToOneField(Campaign, models.CASCADE, primary_key=True, related_name="club_entry")

    def __str__(self) -> str:
        return f"{self.campaign} of {self.club}"
