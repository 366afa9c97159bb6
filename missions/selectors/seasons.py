"""Games, awards and ships flown of several campaigns, worked out once for each point of their logs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.core.cache import caches
from django.db.models import Exists, OuterRef

from league.kernel.events import Event
from league.models import Act, EventRow
from league.ports import PlayedGame, Season
from league.store.log import decode
from missions.models import Game
from missions.rules.season.awards import season
from missions.rules.season.deeds import TOLD

PLAYED = (
    "campaign_id",
    "number",
    "ordinal",
    "active",
    "opposing",
    "winner",
    "active_score",
    "opposing_score",
    "friendly",
)


def seasons_of(campaigns: Sequence[tuple[int, int]]) -> Mapping[int, Season]:
    """The seasons of these campaigns, each given as its id and the number of its last event.

    A process keeps them: they change only with the log. Two queries for those that it does not have.
    """
    kept = caches["seasons"]
    keys = {campaign: f"{campaign}:{last}" for campaign, last in campaigns}
    known = kept.get_many(keys.values())
    found: dict[int, Season] = {campaign: known[key] for campaign, key in keys.items() if key in known}
    missing = [campaign for campaign in keys if campaign not in found]
    if missing:
        fresh = _worked_out(missing)
        kept.set_many({keys[campaign]: each for campaign, each in fresh.items()}, None)
        found |= fresh
    return found


def _worked_out(campaigns: Sequence[int]) -> dict[int, Season]:
    games: dict[int, list[PlayedGame]] = defaultdict(list)
    for game in _played(campaigns):
        games[game.campaign].append(game)
    events = _events(campaigns)
    return {each: season(games[each], events[each]) for each in campaigns}


def _played(campaigns: Sequence[int]) -> list[PlayedGame]:
    """The games of these campaigns that were played to a result, friendly ones too, by campaign in the order
    of their numbers. One query."""
    rows = Game.objects.filter(campaign_id__in=campaigns, step="done")
    return [PlayedGame(*row) for row in rows.order_by("campaign_id", "number").values_list(*PLAYED)]


def _events(campaigns: Sequence[int]) -> Mapping[int, Sequence[Event]]:
    """Events about deeds that count, in the order of each log. One query."""
    standing = Act.objects.filter(campaign_id=OuterRef("campaign_id"), number=OuterRef("act"), undone=False)
    rows = EventRow.objects.filter(Exists(standing), campaign_id__in=campaigns, kind__in=TOLD)
    found: dict[int, list[Event]] = defaultdict(list)
    columns = rows.order_by("campaign_id", "seq").values_list("campaign_id", "kind", "version", "payload")
    for campaign, *event in columns.iterator(chunk_size=2000):
        found[campaign].append(decode(*event))
    return found
