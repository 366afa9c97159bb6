"""The ways through a campaign: its rounds, its fleets, everything else, and straight to one's own fleet."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.addresses import address, fleet_address
from league.permissions import CampaignAccess, campaign_access_or_404
from league.ports import DraftStand, FleetRow
from league.presenters.round_list import round_lines
from league.presenters.standings import state_word
from league.rules.next_fleet import is_gone, may_found
from league.rules.phrases import join_words
from league.rules.standings import OUT
from league.selectors import campaigns, port_rows
from league.selectors.players import people_in
from league.selectors.waiting import Seat, seats_of
from league.views.common import base_of, frame

ROUNDS, GAMES, FLEETS = 10, 12, 50
PHASES = ("running", "gathering", "ended")
LAST_CAMPAIGN = "campaign"
"""Cookie in which app.js keeps the number of the campaign that was looked at last."""


@require_safe
def rounds(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The rounds, newest first, ten to a page, with their games. At most nine queries, and three more while a
    report waits to be confirmed."""
    access = campaign_access_or_404(request, campaign_id)
    page = Paginator(campaigns.rounds(campaign_id), ROUNDS).get_page(request.GET.get("page"))
    games = port_rows.games_of(campaign_id, (each.number for each in page))
    me = access.member.number if access.member else 0
    choosing = port_rows.choosing_games(campaign_id, games)
    open_now = campaigns.is_open(campaign_id) and campaigns.league_state(campaign_id).called_round
    may_open = access.organises and access.campaign.phase == "running" and not open_now
    playing = sorted({number for each in games for number in (each.active, each.opposing)})
    rows = port_rows.fleets(campaign_id, None if may_open else playing) if may_open or playing else []
    fleets = {each.number: each for each in rows}
    lines = round_lines(page, games, fleets, base=base_of(access), me=me, most=GAMES, choosing=choosing)
    context = frame(
        request,
        access,
        "Rounds",
        page=page,
        lines=lines,
        may_open=may_open,
        repairing=join_words(port_rows.repairing(rows)) if may_open else "",
    )
    return render(request, "league/rounds.html", context)


@dataclass(frozen=True, slots=True)
class FleetLine:
    """A fleet in the list of fleets. `page` is the address of its player's page, "" for readers who may not
    open it; `out` says that it plays no more; `stand` is how a draft stands, for organisers before the
    start."""

    row: FleetRow
    url: str
    owner: str
    page: str
    state: str
    out: bool
    mine: bool
    stand: DraftStand | None = None


def _order(row: FleetRow, me: int) -> tuple[bool, bool, str, int]:
    """The reader's own first, those that play no more last, the others by name."""
    return row.standing in OUT, not _commands(row, me), row.name.casefold(), row.number


def _commands(row: FleetRow, me: int) -> bool:
    return me != 0 and me in (row.member, row.proxy)


@require_safe
def fleets(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """All fleets of the campaign, fifty to a page. Three queries, one more for organisers before
    the start, and one for members without a fleet."""
    access = campaign_access_or_404(request, campaign_id)
    me = access.member.number if access.member else 0
    rows = sorted(port_rows.fleets(campaign_id), key=lambda row: _order(row, me))
    page = Paginator(rows, FLEETS).get_page(request.GET.get("page"))
    people = people_in(access, (row.member for row in page))
    base, ended = base_of(access), access.campaign.phase == "ended"
    gathering = access.campaign.phase == "gathering"
    stands = port_rows.draft_stands(campaign_id) if gathering and access.organises else {}
    lines = [
        FleetLine(
            row,
            fleet_address(base, row.slug),
            people.names.get(row.member, ""),
            people.pages.get(row.member, ""),
            state_word(row.standing, ended),
            row.standing in OUT,
            _commands(row, me),
            stands.get(row.number),
        )
        for row in page
    ]
    owns = any(row.member == me and not is_gone(row.standing) for row in rows)
    founds = access.plays and not owns and not ended
    if founds:
        founds = may_found(campaigns.league_state(campaign_id), me, rows, organises=access.organises)
    context = frame(
        request, access, "Fleets", page=page, lines=lines, may_found=founds, shows_stands=bool(stands)
    )
    return render(request, "league/fleets.html", context)


@require_safe
def more(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Every other page of the campaign that the reader may open, and its club. One query."""
    access = campaign_access_or_404(request, campaign_id)
    return render(request, "league/more.html", frame(request, access, "More"))


@require_safe
def my_fleet(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Lead to the reader's own fleet in this campaign, else to one that they stand in for, else to the list
    of fleets."""
    access = campaign_access_or_404(request, campaign_id)
    return _led(_my_fleet(access))


@login_required
@require_safe
def own_campaign(request: HttpRequest) -> HttpResponse:
    """Lead to the campaign that the reader looked at last, else to a running one of theirs, else to the list
    of campaigns."""
    seat = _seat(request)
    return _led(seat.address if seat else address("campaigns"))


@login_required
@require_safe
def own_fleet(request: HttpRequest) -> HttpResponse:
    """Lead to the reader's fleet in that campaign, else to the list of campaigns, which then says why."""
    seat = _seat(request)
    if seat is None:
        messages.info(
            request, "You have no fleet, because you are in no campaign. Ask to join one, or start one."
        )
    return _led(address("my-fleet", seat.address) if seat else address("campaigns"))


def _seat(request: HttpRequest) -> Seat | None:
    """The reader's place in the campaign that they looked at last, or in a running one. Two queries."""
    last = request.COOKIES.get(LAST_CAMPAIGN, "")
    seats = sorted(
        seats_of(request.user), key=lambda seat: (str(seat.campaign) != last, PHASES.index(seat.phase))
    )
    return seats[0] if seats else None


def _led(to: str) -> HttpResponse:
    """A redirect that leads elsewhere tomorrow."""
    response = HttpResponseRedirect(to)
    response["Cache-Control"] = "no-store"
    return response


def _my_fleet(access: CampaignAccess) -> str:
    base = base_of(access)
    if access.member is None:
        return address("fleets", base)
    command = port_rows.commanded([(access.campaign.pk, access.member.number)])
    own = command.own.get(access.campaign.pk)
    proxied = next(iter(command.proxied.get(access.campaign.pk, ())), None)
    if own is not None and (own.standing not in OUT or proxied is None):
        return fleet_address(base, own.slug)
    return fleet_address(base, proxied.slug) if proxied is not None else address("fleets", base)
