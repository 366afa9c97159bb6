"""Links to squadrons: by their token for everybody, by their squadron for those who manage them."""

from __future__ import annotations

from django.db.models import Exists, OuterRef
from django.http import Http404

from league.models import Campaign
from rosters.models import Fleet, SharedSquadron


def shared_or_404(token: str) -> SharedSquadron:
    """The squadron behind a link. Raises Http404 for a link that was withdrawn or never was, and for a fleet
    that is there no more. One query."""
    fleet = Fleet.objects.filter(campaign=OuterRef("campaign"), number=OuterRef("fleet"))
    found = SharedSquadron.objects.filter(Exists(fleet), token=token).first()
    if found is None:
        raise Http404("There is no such link, or it was withdrawn. Ask the person who sent it to you.")
    return found


def link_of(campaign: Campaign, fleet: int, card: int) -> SharedSquadron | None:
    """The link to a squadron, if it is shared. One query."""
    return SharedSquadron.objects.filter(campaign=campaign, fleet=fleet, card=card).first()
