"""An organiser closes the open post-game phases in one act, after a look at what that does (CR-145)."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.addresses import address, fleet_address
from league.http import done, refusing, seen_from
from league.permissions import CampaignAccess
from league.posted import read_number
from league.selectors import campaigns, port_rows
from league.services.acts import act
from league.store import log
from league.views.common import base_of, frame, organiser_access
from rosters.rules.desk.closing import Closing
from rosters.rules.desk.orders import CloseDesks, open_desks


@dataclass(frozen=True, slots=True)
class Desk:
    """An open post-game phase: what closing it now does, and why it stays open ("" if it can be closed)."""

    number: int
    name: str
    side: str
    owner: str
    url: str
    points: int
    outcome: Closing
    why_open: str


def found(access: CampaignAccess) -> list[Desk]:
    """Every open post-game phase, by the fleet's number."""
    campaign = access.campaign
    rows = {each.number: each for each in port_rows.fleets(campaign.pk)}
    owners = campaigns.member_names(campaign.pk, (each.member for each in rows.values()))
    return [
        Desk(
            fleet.id,
            fleet.name,
            fleet.side,
            owners.get(fleet.member, ""),
            address("fleet-work", fleet_address(base_of(access), rows[fleet.id].slug), "desk"),
            fleet.points,
            outcome,
            why,
        )
        for fleet, outcome, why in open_desks(log.load(campaign.pk))
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def desks(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Show the open phases with the effects of closing them; a post closes those that were shown."""
    access = organiser_access(request, campaign_id, "close the post-game phases of others")
    if request.method == "POST":
        fleets = tuple(read_number(each, "The fleet") for each in request.POST.getlist("fleet"))
        seen = seen_from(request, *(f"rosters:{number}" for number in fleets))
        act(campaign_id, access.member, CloseDesks(fleets), seen=seen)
        one = len(fleets) == 1
        return done(
            request,
            base_of(access),
            "One post-game phase is closed." if one else f"{len(fleets)} post-game phases are closed.",
        )
    listed = found(access)
    context = frame(
        request,
        access,
        "Rounds",
        closable=[each for each in listed if not each.why_open],
        others=[each for each in listed if each.why_open],
        seen=access.campaign.head_seq,
    )
    return render(request, "rosters/desks.html", context)
