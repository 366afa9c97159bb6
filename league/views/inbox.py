"""The inbox: everything that waits for me, in every campaign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_safe

from league import keys
from league.addresses import campaign_address, fleet_address
from league.http import wants_part
from league.models.campaign import PHASES
from league.models.member import ROLES
from league.presenters.standings import state_word
from league.selectors.campaigns import names_of
from league.selectors.waiting import Seat, inbox_of, waiting_for

PHASE_WORDS = dict(PHASES)
ROLE_WORDS = dict(ROLES)


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
    restored: datetime | None = None


def tile(seat: Seat, proxy: str = "", restored: datetime | None = None) -> CampaignTile:
    """The tile of one campaign; `proxy` is who stands in for its owner at the person's fleet, `restored` when
    it was made as a copy of another of the person's campaigns."""
    fleet = seat.fleet
    return CampaignTile(
        seat.name,
        seat.address,
        PHASE_WORDS[seat.phase],
        ROLE_WORDS[seat.role],
        fleet.name if fleet else "",
        fleet_address(seat.address, fleet.slug) if fleet else "",
        fleet.side if fleet else "",
        state_word(fleet.standing, seat.phase == "ended") if fleet else "",
        fleet.value if fleet else None,
        f"{fleet.victories} won, {fleet.defeats} lost, {fleet.draws} drawn" if fleet and fleet.games else "",
        proxy,
        restored,
    )


def _tiles(seats: Sequence[Seat]) -> list[CampaignTile]:
    """The tiles of a person's campaigns. One query if somebody stands in for the person."""
    places = [(each.campaign, each.fleet.proxy if each.fleet else 0) for each in seats]
    names = names_of(place for place in places if place[1])
    return [
        tile(seat, names.get(place, "somebody") if place[1] else "")
        for seat, place in zip(seats, places, strict=True)
    ]


@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """The inbox: tasks that wait, then my campaigns. `was` marks the person and the tasks that an open page
    shows. If they are still the same, the answer is empty and moves nothing there. If somebody else signed in
    meanwhile, the open page loads itself whole; after the end of a session it leads to signing in."""
    if not request.user.is_authenticated:
        sign_in = redirect_to_login(request.path)
        part = HttpResponse(status=204, headers={"HX-Redirect": sign_in["Location"]})
        return part if wants_part(request) else sign_in
    was, person = request.GET.get("was", ""), salted_hmac(keys.INBOXES, str(request.user.pk)).hexdigest()[:16]
    if was and wants_part(request) and not was.startswith(person):
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    found, waiting = inbox_of(request.user)
    asked = [(campaign_address(number) if number else "", name) for number, name in found.asked]
    told = [
        (each.seat.campaign, each.what, each.url, each.at, each.reminded, each.mine, each.label, each.post)
        for each in waiting
    ]
    mark = person + sha256(repr((told, asked)).encode()).hexdigest()[:16]
    if was == mark:
        return HttpResponse(status=204)
    context = {
        "mark": mark,
        "mine": [each for each in waiting if each.mine],
        "others": [each for each in waiting if not each.mine],
        "asked": asked,
        "tiles": _tiles(found.seats),
    }
    return render(request, "league/inbox.html", context)


@require_safe
def inbox_count(request: HttpRequest) -> HttpResponse:
    """The number of tasks that wait, for the badge on pages that belong to no campaign of the reader.

    A page asks for it once it stands, so its own queries stay few. Without an account the answer is empty
    and changes nothing.
    """
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    _, waiting = waiting_for(request.user)
    response = render(request, "league/inbox_count.html", {"count": sum(each.mine for each in waiting)})
    response["Cache-Control"] = "private, no-store"
    return response
