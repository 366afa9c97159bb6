"""Entries of the log that a reader looks for. A page reads a bounded stretch of the log, however long it is:
its newest entries, or those of a fleet, or those of a round and its games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from league.models import Act, EventRow
from league.rules.entry_kinds import UNDONE, orders_of
from league.rules.events import MemberJoined
from league.rules.undo import CHANGES

REACH = 2_000
"""Entries, or events of a fleet, among which one page looks. A round has fewer."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Facts that all entries of a page share; None and "" stand for all.

    `member` acted. `round` and `games` count together: entries about the round, or about one of the games.
    `kind` is one of `league.rules.entry_kinds`.
    """

    fleet: int | None = None
    member: int | None = None
    round: int | None = None
    games: Sequence[int] = ()
    kind: str = ""


EVERYTHING = Sought()


def sought_acts(
    campaign_id: int, before: int | None, sought: Sought, most: int
) -> tuple[list[Act], int | None]:
    """The newest acts below the number `before` that are sought, `most` of them, and the `before` from which
    to go on; None if there is nothing further. One query, two if nothing was found."""
    log = Act.objects.filter(campaign_id=campaign_id)
    events = EventRow.objects.filter(campaign_id=campaign_id)
    if before is not None:
        log, events = log.filter(number__lt=before), events.filter(seq__lt=before)
    of_fleet, acts = events.filter(fleet=sought.fleet), log.filter(_by(campaign_id, sought))
    if sought.round is not None or sought.games:
        acts = acts.filter(number__in=_acts_of(events, sought))
        if sought.fleet is not None:
            acts = acts.filter(Exists(_own(of_fleet)))
        return list(acts.order_by("-number")[:most]), None
    if sought.fleet is not None:
        near = of_fleet.order_by("-seq").values_list("act", flat=True)[:REACH]
        acts = acts.filter(number__in=near)
    else:
        near = log.order_by("-number").values_list("number", flat=True)[:REACH]
        acts = acts.filter(number__gte=Coalesce(Subquery(near[REACH - 1 :]), Value(0)))
    last = near[REACH - 1 :]
    found: list[Any] = list(acts.annotate(last=Subquery(last)).order_by("-number")[:most])
    return found, found[0].last if found else next(iter(last), None)


def _own(events: QuerySet[EventRow]) -> QuerySet[EventRow]:
    """Events of the act of the outer query."""
    return events.filter(seq__gte=OuterRef("number"), seq__lte=OuterRef("last_seq"))


def _acts_of(events: QuerySet[EventRow], sought: Sought) -> QuerySet[Any, Any]:
    """Numbers of the acts about the round or one of the games. Each half of the union has its index."""
    of_games = events.filter(game__in=sought.games).values("act")
    if sought.round is None:
        return of_games
    of_round = events.filter(round=sought.round).values("act")
    return of_round.union(of_games) if sought.games else of_round


def _by(campaign_id: int, sought: Sought) -> Q:
    """Condition on acts: the person who acted and the kind of their order. Nobody else acts when a person
    joins by a link or a request."""
    wanted = Q()
    if sought.member is not None:
        events = EventRow.objects.filter(campaign_id=campaign_id, kind=MemberJoined.kind)
        number = f'"member":{sought.member}'
        own = Q(payload__contains=f"{number},") | Q(payload__contains=f"{number}}}")
        wanted &= Q(actor=sought.member) | Q(Exists(_own(events.filter(own))), actor=0)
    if sought.kind == UNDONE:
        wanted &= Q(undone=True) | Q(name__in=CHANGES)
    elif sought.kind:
        wanted &= Q(name__in=orders_of(sought.kind))
    return wanted
