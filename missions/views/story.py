"""The story of a campaign: its games, told newest first."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.permissions import CampaignAccess, campaign_access_or_404
from league.ports import FleetRow
from league.presenters.season import Ending
from league.presenters.standings import lines
from league.selectors import port_rows
from league.selectors.players import people_in
from league.views.common import base_of, frame
from league.views.standings import ending_of, teams_of
from missions.ports import PhotoRow
from missions.presenters.story.games import PlayedGame, book_games
from missions.presenters.story.page import Place, story_cards
from missions.selectors import season
from missions.selectors.photos import photos_of

GAMES = 4
PODIUM = 10
"""First fleets of the standings among which those on the podium are."""


@require_safe
def story(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The games that are over, four to a page. A constant number of queries."""
    access = campaign_access_or_404(request, campaign_id)
    page = Paginator(season.finished(campaign_id), GAMES).get_page(request.GET.get("page"))
    games = list(page)
    wanted = sorted({number for each in games for number in (each.active, each.opposing)})
    fleets = {each.number: each for each in port_rows.fleets(campaign_id, wanted)} if wanted else {}
    logged = season.told(campaign_id, (each.number for each in games))
    days = season.days_in(logged)
    played = [
        PlayedGame(
            each.number,
            each.ordinal,
            {"active": each.active, "opposing": each.opposing},
            {"active": _name(fleets, each.active), "opposing": _name(fleets, each.opposing)},
            days.get(each.number),
        )
        for each in games
    ]
    told = book_games(played, [(each.act, each.event) for each in logged])
    by_ordinal = {each.ordinal: each for each in games}
    found = photos_of(campaign_id, (each.number for each in games)) if games else {}
    places = ((each, _place(by_ordinal[each.number], fleets, found)) for each in told)
    cards = story_cards(base_of(access), places)
    context = frame(request, access, "More", page=page, cards=cards)
    if access.campaign.phase == "ended" and page.number == 1:
        context["ending"] = _ending(access)
    return render(request, "missions/story.html", context)


def _ending(access: CampaignAccess) -> Ending | None:
    """The podium and the awards of a campaign that has ended. Five queries at most."""
    campaign = access.campaign
    if campaign.format == "team":
        ranked = port_rows.ranked(campaign.pk)
        return ending_of(access, ranked, (), teams_of(access, ranked))
    rows = port_rows.standings(campaign.pk, 0, PODIUM, counted=False).rows
    people = people_in(access, (each.member for each in rows))
    base = base_of(access)
    table = lines(rows, start=0, better=0, base=base, owners=people.names, ended=True, pages=people.pages)
    return ending_of(access, rows, table)


def _name(fleets: Mapping[int, FleetRow], number: int) -> str:
    return fleets[number].name if number in fleets else "A fleet that is gone"


def _place(
    game: season.Finished,
    fleets: Mapping[int, FleetRow],
    photos: Mapping[int, list[PhotoRow]],
) -> Place:
    return Place(
        game.round or 0,
        {"active": fleets.get(game.active), "opposing": fleets.get(game.opposing)},
        photos.get(game.number, ()),
    )
