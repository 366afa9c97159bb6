"""Orders of games that wait for links (docs/decisions/0033)."""

from __future__ import annotations

from missions.models import LaidOrder


def laid_row(campaign_id: int, game: int) -> LaidOrder | None:
    """The order of a game that waits for links; None if none does. One query."""
    return LaidOrder.objects.filter(campaign_id=campaign_id, game=game, done=False).last()


def laid_orders(campaign_id: int, game: int) -> list[LaidOrder]:
    """All orders of a game that waited for links, in order; their salts are secret until the game is over.
    One query."""
    return list(LaidOrder.objects.filter(campaign_id=campaign_id, game=game).order_by("number"))
