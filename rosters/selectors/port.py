"""The league's port for fleets, filled from the rows and the pure facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.db.models import Q, QuerySet

from league.kernel.fold import CampaignState
from league.ports import DraftStand, FleetFacts, FleetPort, FleetRow, StandingPage, ValueRow
from league.prepared import Prepared
from rosters.models import Fleet, ValuePoint
from rosters.rules.facts import facts
from rosters.selectors.drafts import draft_stands

COLUMNS = (
    "campaign_id",
    "number",
    "member",
    "name",
    "side",
    "suit",
    "standing",
    "points",
    "value",
    "ships",
    "missing",
    "squadrons",
    "victories",
    "defeats",
    "draws",
    "destroyed_points",
    "proxy",
    "slug",
)
BEST_FIRST = ("-victories", "-value", "-destroyed_points", "number")


ALL: Prepared[Any] = Prepared(
    lambda campaign: Fleet.objects.filter(campaign_id=campaign).order_by("number").values_list(*COLUMNS), int
)
NUMBERED: Prepared[Any] = Prepared(
    lambda campaign, numbers: (
        Fleet.objects.filter(campaign_id=campaign, number__in=numbers)
        .order_by("number")
        .values_list(*COLUMNS)
    ),
    int,
    list,
)
COMMANDED: Prepared[Any] = Prepared(
    lambda campaigns, people: (
        Fleet.objects.filter(Q(member__in=people) | Q(proxy__in=people), campaign_id__in=campaigns)
        .order_by("number")
        .values_list(*COLUMNS)
    ),
    list,
    list,
)


def _ranked(campaign_id: int) -> QuerySet[Fleet]:
    found = Fleet.objects.filter(campaign_id=campaign_id).exclude(standing="draft")
    return found.exclude(standing="retired", victories=0, defeats=0, draws=0)


@lru_cache(maxsize=8)
def _leading(limit: int) -> Prepared[Any]:
    """The first stretch of the standings."""
    return Prepared(
        lambda campaign: _ranked(campaign).order_by(*BEST_FIRST)[:limit].values_list(*COLUMNS), int
    )


def _made(rows: Iterable[Any]) -> list[FleetRow]:
    return [FleetRow(*values) for values in rows]


class Fleets(FleetPort):
    """The fleets as `league.ports.FleetPort`."""

    def facts(self, state: CampaignState) -> Mapping[int, FleetFacts]:
        return facts(state)

    def rows(self, campaign_id: int, numbers: Sequence[int] | None) -> list[FleetRow]:
        """The campaign's fleets by number, or those with these numbers."""
        if numbers is None:
            return _made(ALL.rows(campaign_id))
        return _made(NUMBERED.rows(campaign_id, list(numbers)))

    def commanded(self, seats: Sequence[tuple[int, int]]) -> list[FleetRow]:
        """The fleets that these (campaign, member) pairs own or stand in for."""
        pairs = set(seats)
        if not pairs:
            return []
        campaigns, people = {campaign for campaign, _ in pairs}, {member for _, member in pairs}
        return [
            row
            for row in _made(COMMANDED.rows(list(campaigns), list(people)))
            if pairs & {(row.campaign, row.member), (row.campaign, row.proxy)}
        ]

    def in_campaigns(self, campaigns: Sequence[int]) -> list[FleetRow]:
        """Every fleet of these campaigns, best first within each (CR-152)."""
        found = Fleet.objects.filter(campaign_id__in=campaigns).order_by("campaign_id", *BEST_FIRST)
        return _made(found.values_list(*COLUMNS))

    def standings(self, campaign_id: int, start: int, limit: int, *, counted: bool) -> StandingPage:
        """A stretch of the standings (CR-152), best first. One to three queries."""
        ranked = _ranked(campaign_id)
        if start:
            rows = _made(ranked.order_by(*BEST_FIRST)[start : start + limit].values_list(*COLUMNS))
        else:
            rows = _made(_leading(limit).rows(campaign_id))
        total = ranked.count() if counted else start + len(rows)
        if not rows or not start:
            return StandingPage(rows, start, total, 0)
        first = rows[0]
        level = Q(victories=first.victories)
        ahead = Q(victories__gt=first.victories) | (level & Q(value__gt=first.value))
        ahead |= level & Q(value=first.value, destroyed_points__gt=first.destroyed_points)
        return StandingPage(rows, start, total, ranked.filter(ahead).count())

    def drafts(self, campaign_id: int) -> Mapping[int, DraftStand]:
        return draft_stands(campaign_id)

    def values(self, campaign_id: int, numbers: Sequence[int]) -> list[ValueRow]:
        """Value and points in hand of these fleets, oldest first."""
        found = ValuePoint.objects.filter(campaign_id=campaign_id, fleet__in=numbers).order_by("seq")
        return [ValueRow(*each) for each in found.values_list("fleet", "round", "value", "points")]
