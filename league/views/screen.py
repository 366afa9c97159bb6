"""The campaign on the club's television: tables, timer and standings, live, with nothing to press."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.permissions import CampaignAccess, campaign_access_or_404
from league.presenters.standings import StandingLine, lines
from league.selectors import campaigns, port_rows
from league.views.common import base_of, frame
from league.views.rounds import page_of

BEST = 10


@require_safe
def screen(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The open round and the best ten fleets, as everybody sees them. Six queries at most."""
    access = campaign_access_or_404(request, campaign_id)
    at = campaigns.league_state(campaign_id).open_round
    page = page_of(access, at, public=True) if at else None
    return render(request, "league/screen.html", frame(request, access, page=page, table=_best(access)))


def _best(access: CampaignAccess) -> tuple[StandingLine, ...]:
    rows = port_rows.standings(access.campaign.pk, 0, BEST, counted=False).rows
    owners = campaigns.member_names(access.campaign.pk, (each.member for each in rows))
    ended = access.campaign.phase == "ended"
    return lines(rows, start=0, better=0, base=base_of(access), owners=owners, ended=ended)
