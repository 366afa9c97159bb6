"""The campaign on the club's television: tables, timer and standings, live, with nothing to press."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.permissions import CampaignAccess, campaign_access_or_404
from league.ports import FleetRow
from league.presenters.standings import StandingLine, lines
from league.selectors import campaigns, port_rows
from league.views.common import base_of, frame
from league.views.rounds import page_of
from league.views.standings import ending_of, teams_of

BEST = 12


@require_safe
def screen(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The round that is being played and the best twelve fleets, below the teams if there are any, as
    everybody sees them. After the end of the campaign, its podium and awards. Twelve queries at most."""
    access = campaign_access_or_404(request, campaign_id)
    at = campaigns.league_state(campaign_id).played_round
    page = page_of(access, at, public=True) if at else None
    rows = port_rows.standings(campaign_id, 0, BEST, counted=False).rows
    table = _best(access, rows)
    ended, teams = access.campaign.phase == "ended", teams_of(access)
    ending = ending_of(access, rows, table, teams) if ended else None
    context = frame(request, access, page=page, table=table, teams=teams, ending=ending)
    return render(request, "league/screen.html", context)


def _best(access: CampaignAccess, rows: Sequence[FleetRow]) -> tuple[StandingLine, ...]:
    owners = campaigns.member_names(access.campaign.pk, (each.member for each in rows))
    ended = access.campaign.phase == "ended"
    return lines(rows, start=0, better=0, base=base_of(access), owners=owners, ended=ended)
