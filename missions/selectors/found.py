"""The game that an address names."""

from __future__ import annotations

from django.db.models import Q

from league.prepared import Prepared
from league.selectors.found import Found, closest
from missions.models import Game

GAMES: Prepared[tuple[int, int]] = Prepared(
    lambda campaign, wanted: Game.objects.filter(
        Q(ordinal=wanted) | Q(number=wanted), campaign_id=campaign
    ).values_list("number", "ordinal"),
    int,
    int,
)


def find_game(campaign_id: int, wanted: int) -> Found | None:
    """The game that people know by that number, else the one whose address once had it. One query."""
    return closest(GAMES.rows(campaign_id, wanted), wanted)
