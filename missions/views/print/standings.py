"""The standings poster."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from league.addresses import campaign_address
from league.http import printed_origin
from league.models import Campaign
from league.naming import file_stem
from league.pdf import answer, campaign_key, paper_of, sheet
from league.permissions import campaign_access_or_404
from league.ports import FleetRow
from league.presenters.dates import as_of_words
from league.presenters.standings import lines, team_lines
from league.selectors import campaigns, port_rows
from league.selectors.moments import moment
from missions.presenters.print.season_book.book import champion, subtitle
from missions.presenters.print.standings_poster import StandingsPoster


@require_safe
def standings_poster_pdf(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The standings for the wall; the same point of the log gives the same bytes."""
    campaign = campaign_access_or_404(request, campaign_id).campaign
    paper = paper_of(request)
    fleets = port_rows.ranked(campaign_id)
    owners = dict(campaigns.member_names(campaign_id, (row.member for row in fleets)))
    address = printed_origin(request) + campaign_address(campaign_id)
    people = hashlib.sha256(repr((sorted(owners.items()), address)).encode()).hexdigest()
    key = f"standings:{campaign_key(campaign)}:{campaign.head_seq}:{people}"
    pdf = sheet(key, paper, lambda: poster_html(campaign, fleets, owners, address))
    return answer(pdf, f"{file_stem(campaign.name, 'campaign')}-standings")


def poster_html(
    campaign: Campaign, fleets: Sequence[FleetRow], owners: Mapping[int, str], address: str
) -> str:
    """The page that the press sets."""
    table = tuple(lines(fleets, start=0, better=0, base=campaign_address(campaign.pk), owners=owners))
    teams = tuple(team_lines(fleets)) if campaign.format == "team" else ()
    poster = StandingsPoster(
        campaign=campaign.name,
        subtitle=subtitle(campaign.format, campaign.phase),
        champion=champion(table, teams, campaign.phase),
        lines=table,
        teams=teams,
        ended=campaign.phase == "ended",
        as_of=as_of_words(moment(campaign.pk, campaign.head_seq)),
        address=address,
    )
    return render_to_string("print/standings_poster.html", {"poster": poster})
