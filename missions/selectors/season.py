"""Reading a whole campaign for its book: what stands of the log about games that are over."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db.models import Max, Min, QuerySet

from league.kernel.events import Event
from league.models import Act, EventRow
from league.store.log import logged
from missions.models import Game
from missions.rules.game.events import ResultConfirmed
from missions.rules.orders import ConfirmResult
from rosters.selectors.fleets import LOSSES

BEFORE = (
    "game.squadrons_drawn",
    "game.mission_chosen",
    "game.assets_locked",
    "game.forces_revealed",
    "game.reinforcement_drawn",
    "game.ship_arrived",
    "game.nomination_shown",
    "game.told",
    "fleet.asset_gained",
)


def games_over(campaign_id: int) -> list[Game]:
    """The games that were played to a result, by number. One query."""
    return list(Game.objects.filter(campaign_id=campaign_id, step="done").order_by("number"))


def finished(campaign_id: int) -> QuerySet[Game]:
    """The games that were played to a result, newest first, to be read in stretches."""
    return Game.objects.filter(campaign_id=campaign_id, step="done").order_by("-number")


def events_of(campaign_id: int, games: Iterable[int]) -> list[tuple[int, Event]]:
    """Events of these games, on the way and at the end, with the acts' numbers; undone acts are left out.
    Three queries.

    For games that are over: their secrets are open by then.
    """
    wanted = list(games)
    standing = Act.objects.filter(campaign=campaign_id, undone=False)
    results = standing.filter(name=ConfirmResult.name)
    told = EventRow.objects.filter(campaign_id=campaign_id, kind=ResultConfirmed.kind, game__in=wanted)
    ends = logged(
        campaign_id, act__in=list(told.filter(act__in=results.values("number")).values_list("act", flat=True))
    )
    way = logged(campaign_id, kind__in=BEFORE, game__in=wanted, act__in=standing.values("number"))
    return [(each.act, each.event) for each in (*way, *ends)]


def days_of_results(campaign_id: int) -> dict[int, date]:
    """The day (UTC) on which the result of each game was confirmed. One query."""
    results = Act.objects.filter(campaign=campaign_id, undone=False, name=ConfirmResult.name)
    rows = EventRow.objects.filter(
        campaign_id=campaign_id, kind=ResultConfirmed.kind, act__in=results.values("number")
    )
    return {game: at.date() for game, at in rows.values_list("game", "at") if game is not None}


def losses(campaign_id: int) -> list[Event]:
    """Every loss that stands, oldest first, and names that serve again. One query."""
    standing = Act.objects.filter(campaign=campaign_id, undone=False)
    return [each.event for each in logged(campaign_id, kind__in=LOSSES, act__in=standing.values("number"))]


def span(campaign_id: int) -> tuple[date, ...]:
    """The days of the first and the last event, in UTC; () for an empty log. One query."""
    found = EventRow.objects.filter(campaign_id=campaign_id).aggregate(first=Min("at"), last=Max("at"))
    return tuple(at.date() for at in (found["first"], found["last"]) if at is not None)
