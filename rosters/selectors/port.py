"""The league's port for fleets, filled from the rows and the pure facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Q, QuerySet

from league.kernel.fold import CampaignState
from league.ports import FleetFacts, FleetPort, FleetRow, StandingPage, ValueRow
from rosters.models import Fleet, ValuePoint
from rosters.rules.facts import facts

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


def _rows(found: QuerySet[Fleet]) -> list[FleetRow]:
    return [FleetRow(*values) for values in found.values_list(*COLUMNS)]


class Fleets(FleetPort):
    """The fleets as `league.ports.FleetPort`."""

    def facts(self, state: CampaignState) -> Mapping[int, FleetFacts]:
        return facts(state)

    def rows(self, campaign_id: int, numbers: Sequence[int] | None) -> list[FleetRow]:
        """The campaign's fleets by number, or those with these numbers."""
        found = Fleet.objects.filter(campaign_id=campaign_id)
        if numbers is not None:
            found = found.filter(number__in=numbers)
        return _rows(found.order_by("number"))

    def commanded(self, seats: Sequence[tuple[int, int]]) -> list[FleetRow]:
        """The fleets that these (campaign, member) pairs own or stand in for."""
        pairs = set(seats)
        if not pairs:
            return []
        people = {member for _, member in pairs}
        found = Fleet.objects.filter(
            Q(member__in=people) | Q(proxy__in=people), campaign_id__in={campaign for campaign, _ in pairs}
        )
        return [
            row
            for row in _rows(found.order_by("number"))
            if pairs & {(row.campaign, row.member), (row.campaign, row.proxy)}
        ]

    def standings(self, campaign_id: int, start: int, limit: int, *, counted: bool) -> StandingPage:
        """A stretch of the standings (CR-152), best first. One to three queries."""
        ranked = Fleet.objects.filter(campaign_id=campaign_id).exclude(standing="draft")
        ranked = ranked.exclude(standing="retired", victories=0, defeats=0, draws=0)
        rows = _rows(ranked.order_by(*BEST_FIRST)[start : start + limit])
        total = ranked.count() if counted else start + len(rows)
        if not rows or not start:
            return StandingPage(rows, start, total, 0)
        first = rows[0]
        level = Q(victories=first.victories)
        ahead = Q(victories__gt=first.victories) | (level & Q(value__gt=first.value))
        ahead |= level & Q(value=first.value, destroyed_points__gt=first.destroyed_points)
        return StandingPage(rows, start, total, ranked.filter(ahead).count())

    def values(self, campaign_id: int, numbers: Sequence[int]) -> list[ValueRow]:
        """Value and points in hand of these fleets, oldest first."""
        found = ValuePoint.objects.filter(campaign_id=campaign_id, fleet__in=numbers).order_by("seq")
        return [ValueRow(*each) for each in found.values_list("fleet", "round", "value", "points")]
