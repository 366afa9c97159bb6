"""Pages of people, and the choice of their readers."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from league.accounts import display_name
from league.addresses import address
from league.http import done, refusing
from league.models import Member
from league.posted import read_order
from league.presenters.player import Seat, opponents_of, own_fleets, player_facts
from league.selectors import players, port_rows
from league.selectors.copies import Copy, copies_among
from league.services.players import show_page
from league.views.inbox import ROLE_WORDS

TOLD = {
    "nobody": "Your player page is closed: only you can open it.",
    "members": "People who share a campaign with you can open your player page.",
    "everybody": "Anyone can open your player page.",
}


@require_safe
def player(request: HttpRequest, slug: str) -> HttpResponse:
    """A person's record, campaigns, ships, opponents and awards, as far as this reader may know them. At most
    ten queries."""
    page = players.page_for(request.user, slug)
    if page is None:
        raise Http404("There is no such page, or its owner does not show it to you.")
    reader = request.user
    places = players.places_of(page.user_id, reader)
    copies = copies_among([place.campaign_id for place in places])
    seats = [_seat(place, copies.get(place.campaign_id)) for place in places]
    fleets = port_rows.in_campaigns(seat.campaign for seat in seats)
    mine = own_fleets(seats, fleets)
    played = {row.campaign for row in mine}
    seasons = port_rows.seasons(place.campaign for place in places if place.campaign.pk in played)
    people = players.people_across(opponents_of(mine, fleets, seasons), reader)
    context = {
        "name": display_name(page.user),
        "facts": player_facts(seats, fleets, seasons, people),
        "own": page.user_id == reader.pk,
        "shown": page.shown,
    }
    return render(request, "league/player.html", context)


def _seat(row: Member, copy: Copy | None) -> Seat:
    campaign = row.campaign
    return Seat(
        campaign.pk,
        row.number,
        campaign.name,
        campaign.phase,
        ROLE_WORDS[row.role],
        row.active,
        copy.of if copy else 0,
        copy.restored if copy else None,
        campaign.format == "team",
    )


@dataclass(frozen=True, slots=True)
class ShowPage:
    """The readers of one's own page."""

    shown: str


@login_required
@require_POST
@refusing
def account_player(request: HttpRequest) -> HttpResponse:
    """Say who may open one's own page."""
    shown = read_order(ShowPage, request.POST).shown
    show_page(request.user, shown)
    return done(request, address("account"), TOLD[shown])
