"""The versions of a squadron, from the log."""

from __future__ import annotations

from league.kernel.fold import heard_by
from league.models import Act, Campaign
from league.store.log import logged
from rosters.rules.squadrons.versions import Version, versions
from rosters.rules.state import RostersState


def squadron_versions(campaign: Campaign, fleet: int, card: int) -> list[Version]:
    """Every version of a squadron, oldest first, without acts that were undone. Two queries; all events of
    rosters are read, because fleets stand in each other's way."""
    kinds = sorted(each.kind for each in heard_by(RostersState))
    undone = set(Act.objects.filter(campaign=campaign, undone=True).values_list("number", flat=True))
    events = (each for each in logged(campaign.pk, kind__in=kinds) if each.act not in undone)
    return versions(events, fleet, card)
