"""What organisers set right on a fleet, for the pages on which its commander looks."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from league.models import Campaign
from rosters.presenters.fleet_page import WordLine, word_lines
from rosters.selectors import fleets as select

LATELY = timedelta(days=14)
MOST = 3


def words(campaign: Campaign, fleet: int) -> list[WordLine]:
    """Everything that organisers set right on the fleet, newest first. One query."""
    return word_lines((each.at, each.event) for each in select.words(campaign, fleet))


def words_lately(campaign: Campaign, fleet: int) -> list[WordLine]:
    """The newest of it, while it is news. One query."""
    told = ((each.at, each.event) for each in select.words(campaign, fleet))
    return word_lines(told, timezone.now() - LATELY, MOST)
