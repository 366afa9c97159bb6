"""Confirmed results that were undone and wait to be confirmed again."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from league.models import Act, EventRow
from league.prepared import Prepared
from league.selectors.undoings import UndoneBy, undone_by
from missions.rules.game.events import ResultConfirmed


def _undone(campaigns: list[int], games: list[int]) -> QuerySet[EventRow, tuple[int, int, int]]:
    acts = Act.objects.filter(campaign=OuterRef("campaign"), number=OuterRef("act"), undone=True)
    found = EventRow.objects.filter(
        Exists(acts), campaign_id__in=campaigns, game__in=games, kind=ResultConfirmed.kind
    )
    return found.order_by("seq").values_list("campaign_id", "game", "act")


UNDONE: Prepared[tuple[int, int, int]] = Prepared(_undone, list, list)


def undone_results(games: Iterable[tuple[int, int]]) -> dict[tuple[int, int], UndoneBy]:
    """The last undoing of the confirmed result of these games, by campaign and number
    of the game; without those whose result never was. Two queries at most, none for none."""
    wanted = set(games)
    campaigns, numbers = {campaign for campaign, _ in wanted}, {game for _, game in wanted}
    rows = UNDONE.rows(sorted(campaigns), sorted(numbers))
    acts = {(campaign, game): (campaign, act) for campaign, game, act in rows if (campaign, game) in wanted}
    turned = undone_by(set(acts.values()))
    return {game: turned[act] for game, act in acts.items() if act in turned}
