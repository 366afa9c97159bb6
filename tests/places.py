"""Addresses of what a test knows by its number in the log."""

import re

from league.addresses import Address, fleet_address, game_address, round_address
from league.models import Round
from missions.models import Game
from rosters.models import Fleet


def _campaign(campaign: int | str) -> int:
    """The id of a campaign, given that or its address."""
    return campaign if isinstance(campaign, int) else int(re.findall(r"\d+", campaign)[-1])


def game_url(campaign: int | str, number: int) -> Address:
    """The page of a game."""
    row = Game.objects.get(campaign_id=_campaign(campaign), number=number)
    return game_address(row.campaign_id, row.ordinal)


def fleet_url(campaign: int | str, number: int) -> Address:
    """The page of a fleet."""
    row = Fleet.objects.get(campaign_id=_campaign(campaign), number=number)
    return fleet_address(row.campaign_id, row.slug)


def round_url(campaign: int | str, number: int) -> Address:
    """The page of a round."""
    row = Round.objects.get(campaign_id=_campaign(campaign), number=number)
    return round_address(row.campaign_id, row.ordinal)


def below(place: Address) -> str:
    """The address of a thing as it reads from its campaign on: "games/4/"."""
    return place.partition("/campaigns/")[2].partition("/")[2]
