"""My desk: everything that waits for me, in every campaign."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.presenters.standings import state_word
from league.selectors.campaigns import member_names
from league.selectors.waiting import Seat, waiting_for

PHASE_WORDS = {"gathering": "Gathering", "running": "Running", "ended": "Ended"}
ROLE_WORDS = {
    "organiser": "Organiser",
    "co_organiser": "Co-organiser",
    "player": "Player",
    "visitor": "Visitor",
}


@dataclass(frozen=True, slots=True)
class CampaignTile:
    """One of my campaigns, with my fleet in it."""

    name: str
    url: str
    phase: str
    role: str
    fleet: str
    fleet_url: str
    side: str
    state: str
    value: int | None
    record: str
    proxy: str


def tile(seat: Seat, proxy: str = "") -> CampaignTile:
    """The tile of one campaign; `proxy` is who stands in for its owner at the person's fleet."""
    fleet = seat.fleet
    return CampaignTile(
        seat.name,
        seat.address,
        PHASE_WORDS[seat.phase],
        ROLE_WORDS[seat.role],
        fleet.name if fleet else "",
        f"{seat.address}fleets/{fleet.number}/" if fleet else "",
        fleet.side if fleet else "",
        state_word(fleet.standing, seat.phase == "ended") if fleet else "",
        fleet.value if fleet else None,
        f"{fleet.victories} won, {fleet.defeats} lost, {fleet.draws} drawn" if fleet and fleet.games else "",
        proxy,
    )


def _proxy(seat: Seat) -> str:
    """Who stands in for the person. One query where somebody does."""
    number = seat.fleet.proxy if seat.fleet else 0
    return member_names(seat.campaign, [number]).get(number, "somebody") if number else ""


@login_required
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """What waits, then my campaigns."""
    seats, waiting = waiting_for(request.user)
    context = {
        "mine": [each for each in waiting if each.mine],
        "others": [each for each in waiting if not each.mine],
        "tiles": [tile(seat, _proxy(seat)) for seat in seats],
    }
    return render(request, "league/desk.html", context)
