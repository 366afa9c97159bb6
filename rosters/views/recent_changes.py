"""Recent changes to a fleet made by others, for its commander's pages: organisers' corrections, and cards
that fell with a mate's card."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from league.models import Campaign
from league.selectors.addresses import addresses_told_of
from rosters.presenters.fleet_page import FallenLine, WordLine, fallen_lines, word_lines
from rosters.selectors import fleets as select

RECENT = timedelta(days=14)
MOST = 3


def words(campaign: Campaign, fleet: int) -> list[WordLine]:
    """Everything that organisers set right on the fleet, newest first. One query."""
    return word_lines((each.at, each.event) for each in select.words(campaign, fleet))


def recent_words(campaign: Campaign, fleet: int) -> list[WordLine]:
    """The newest of it, while it is news. One query."""
    events = ((each.at, each.event) for each in select.words(campaign, fleet))
    return word_lines(events, timezone.now() - RECENT, MOST)


def recently_fallen(campaign: Campaign, fleet: int) -> list[FallenLine]:
    """The cards that fell with a mate's card of the same name, while it is news (CR-039). Two queries, none
    if each fleet plays for itself."""
    if campaign.format != "team":
        return []
    events = [(each.at, each.event) for each in select.losses_and_games(campaign, fleet)]
    games = addresses_told_of(campaign.pk, (event for _, event in events))
    return fallen_lines(events, timezone.now() - RECENT, games)
