"""Reading a whole campaign for its book: what stands of the log about games that are over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Max, Min, OuterRef, QuerySet, Subquery

from league.kernel.events import Event
from league.kernel.history import Logged
from league.models import Act, Campaign, EventRow, Round
from league.prepared import Prepared
from league.selectors.lasting import TURNS, lasting
from league.store.log import EventColumns, columns_of, logged, read
from missions.models import Game
from missions.rules.game.events import ResultConfirmed
from missions.rules.orders import ConfirmResult
from missions.rules.season.turning_points import MILESTONES, Milestones, milestones_of
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
    "game.told_by_organiser",
    "fleet.asset_gained",
)
AFTER = (
    "game.result_confirmed",
    "fleet.game_recorded",
    "fleet.ship_lost",
    "fleet.upgrade_lost",
    "fleet.rank_changed",
    "fleet.asset_gained",
    "fleet.eliminated",
)
"""Kinds of events that the story tells of a game: on the way to its end, and of the act of its result."""
KINDS = frozenset((*BEFORE, *AFTER, *TURNS))
"""Kinds of events that can change what the log tells of a game that is over."""
STORY = KINDS | frozenset(MILESTONES)
"""Kinds of events that can change what the story tells of a game that is over."""


def games_over(campaign_id: int) -> list[Game]:
    """The games that were played to a result, by number. One query."""
    return list(Game.objects.filter(campaign_id=campaign_id, step="done").order_by("number"))


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that was played to a result, with the numbers of its fleets. `round` is the one that people know
    its round by, None for a friendly game."""

    number: int
    round: int | None
    active: int
    opposing: int
    ordinal: int


ROUND = Round.objects.filter(campaign=OuterRef("campaign"), number=OuterRef("round")).values("ordinal")
FINISHED: Prepared[tuple[int, int | None, int, int, int]] = Prepared(
    lambda campaign: (
        Game.objects.filter(campaign_id=campaign, step="done")
        .order_by("-number")
        .values_list("number", Subquery(ROUND[:1]), "active", "opposing", "ordinal")
    ),
    int,
)


def finished(campaign_id: int) -> list[Finished]:
    """The games that were played to a result, newest first. One query."""
    return [Finished(*row) for row in FINISHED.rows(campaign_id)]


def _ends(campaign: int, games: list[int]) -> QuerySet[EventRow, EventColumns]:
    """Events of the acts that confirmed these games' results, as far as they count."""
    results = Act.objects.filter(campaign_id=campaign, undone=False, name=ConfirmResult.name)
    told = EventRow.objects.filter(
        campaign_id=campaign, kind=ResultConfirmed.kind, game__in=games, act__in=results.values("number")
    )
    return columns_of(
        EventRow.objects.filter(campaign_id=campaign, kind__in=AFTER, act__in=told.values("act"))
    )


def _way(campaign: int, games: list[int]) -> QuerySet[EventRow, EventColumns]:
    """Events of these games before their results, as far as they count."""
    standing = Act.objects.filter(campaign_id=campaign, undone=False)
    rows = EventRow.objects.filter(campaign_id=campaign, kind__in=BEFORE, game__in=games)
    return columns_of(rows.filter(act__in=standing.values("number")))


ENDS: Prepared[EventColumns] = Prepared(_ends, int, list)
WAY: Prepared[EventColumns] = Prepared(_way, int, list)


def told(campaign_id: int, games: Iterable[int]) -> list[Logged]:
    """Events of these games, those on the way before those of the end; undone acts are left out. Two queries.

    For games that are over: their secrets are open by then.
    """
    way, ends = _rows(campaign_id, list(games))
    return [*read(way), *read(ends)]


def _rows(campaign_id: int, games: list[int]) -> tuple[list[EventColumns], list[EventColumns]]:
    return WAY.rows(campaign_id, games), ENDS.rows(campaign_id, games)


def telling(campaign: Campaign, games: Iterable[int]) -> list[Logged]:
    """The same as `told`. No query if this process has read them since an event that can change them."""
    wanted = list(games)
    name = f"told:{'-'.join(map(str, wanted))}"
    way, ends = lasting(campaign, name, KINDS, lambda: _rows(campaign.pk, wanted))
    return [*read(way), *read(ends)]


def events_of(campaign_id: int, games: Iterable[int]) -> list[tuple[int, Event]]:
    """The same events with the acts' numbers alone."""
    return [(each.act, each.event) for each in told(campaign_id, games)]


def days_in(events: Iterable[Logged]) -> dict[int, date]:
    """The day (UTC) on which the result of each game was confirmed, from the events that tell of it."""
    return {each.event.game: each.at.date() for each in events if isinstance(each.event, ResultConfirmed)}


def milestones(campaign: Campaign, fleets: Iterable[int]) -> Milestones:
    """First losses and eliminations of these fleets, as far as they count. One query, none if this process
    has worked them out."""
    wanted = sorted(fleets)
    name = f"milestones:{'-'.join(map(str, wanted))}"
    return lasting(campaign, name, (*MILESTONES, *TURNS), lambda: _milestones(campaign.pk, wanted))


def _milestones(campaign_id: int, fleets: list[int]) -> Milestones:
    standing = Act.objects.filter(campaign=campaign_id, undone=False)
    rows = EventRow.objects.filter(
        campaign_id=campaign_id,
        fleet__in=fleets,
        kind__in=MILESTONES,
        act__in=standing.values("number"),
    )
    by_act = rows.values("kind", "fleet", "game", "act").annotate(at=Min("seq"))
    return milestones_of(by_act.values_list("kind", "fleet", "game", "at"))


def losses(campaign_id: int) -> list[Event]:
    """Every loss that stands, oldest first, and names that serve again. One query."""
    standing = Act.objects.filter(campaign=campaign_id, undone=False)
    return [each.event for each in logged(campaign_id, kind__in=LOSSES, act__in=standing.values("number"))]


def span(campaign_id: int) -> tuple[date, ...]:
    """The days of the first and the last event, in UTC; () for an empty log. One query."""
    found = EventRow.objects.filter(campaign_id=campaign_id).aggregate(first=Min("at"), last=Max("at"))
    return tuple(at.date() for at in (found["first"], found["last"]) if at is not None)
