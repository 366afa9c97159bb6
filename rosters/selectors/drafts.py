"""Rosters in the making, as their documents have them: legal or not, and called ready or not (CR-016)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from django.db.models import Q

from league.models import Shard
from league.ports import DraftStand
from league.rules.state import Profile
from rosters.rules.fleets.ready import is_ready
from rosters.rules.legality import fleet_findings, to_fix
from rosters.rules.state import FleetState
from rosters.rules.uniques.team import Mates


class Roster(NamedTuple):
    """One fleet of a campaign, with the options by which its roster is judged."""

    campaign: int
    fleet: FleetState
    profile: Profile
    format: str


def rosters_in(own: set[tuple[int, int]], whole: set[int]) -> list[Roster]:
    """The drafts that are `own`, by (campaign, fleet), in teams with all other fleets, and every fleet of the
    `whole` campaigns. One query."""
    if not own and not whole:
        return []
    campaigns, numbers = {campaign for campaign, _ in own}, {number for _, number in own}
    wanted = Q(campaign__in=whole) | Q(campaign__in=campaigns) & (
        Q(key__in=numbers) | Q(campaign__format="team")
    )
    rows = Shard.objects.filter(wanted, part="rosters").order_by("campaign_id", "key")
    columns = ("campaign_id", "doc", "campaign__profile", "campaign__format")
    return [
        Roster(campaign, msgspec.json.decode(doc, type=FleetState), Profile(**profile), format)
        for campaign, doc, profile, format in rows.values_list(*columns)
    ]


def draft_stands(campaign_id: int) -> Mapping[int, DraftStand]:
    """The standing of each draft of the campaign, by the number of its fleet. One query."""
    rosters = rosters_in(set(), {campaign_id})
    return {
        each.fleet.id: DraftStand(not errors_of(each, rosters), is_ready(each.fleet))
        for each in rosters
        if each.fleet.standing == "draft"
    }


def errors_of(of: Roster, rosters: Sequence[Roster]) -> int:
    """Number of errors to fix that keep a roster from the start (CR-016)."""
    return len(to_fix(fleet_findings(of.fleet, of.profile, "start", _mates(of, rosters))))


def _mates(of: Roster, rosters: Sequence[Roster]) -> Mates:
    """The other fleets of its team."""
    if of.format != "team":
        return ()
    here = [each.fleet for each in rosters if each.campaign == of.campaign]
    return tuple(each for each in here if each.side == of.fleet.side and each.id != of.fleet.id)
