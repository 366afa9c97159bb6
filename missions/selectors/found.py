"""The game that an address names."""

from __future__ import annotations

from django.db.models import Q

from league.selectors.found import Found, closest
from missions.models import Game


def find_game(campaign_id: int, wanted: int) -> Found | None:
    """The game that people know by that number, else the one whose address once had it. One query."""
    rows = Game.objects.filter(Q(ordinal=wanted) | Q(number=wanted), campaign_id=campaign_id)
    return closest(list(rows.values_list("number", "ordinal")), wanted)
