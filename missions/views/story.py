"""The story of a campaign: its games, told newest first."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.permissions import campaign_access_or_404
from league.ports import FleetRow
from league.selectors import campaigns, port_rows
from league.views.common import base_of, frame
from missions.models import Game
from missions.presenters.story.games import PlayedGame, book_games
from missions.presenters.story.page import Place, story_cards
from missions.selectors import season

GAMES = 8


@require_safe
def story(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The games that are over, eight to a page. A constant number of queries."""
    access = campaign_access_or_404(request, campaign_id)
    page = Paginator(season.finished(campaign_id), GAMES).get_page(request.GET.get("page"))
    games = list(page)
    wanted = sorted({number for each in games for number in (each.active, each.opposing)})
    fleets = {each.number: each for each in port_rows.fleets(campaign_id, wanted)} if wanted else {}
    days = season.days_of_results(campaign_id) if games else {}
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
    told = book_games(played, season.events_of(campaign_id, (each.number for each in games)) if games else ())
    rounds = campaigns.round_ordinals(campaign_id) if games else {}
    by_ordinal = {each.ordinal: each for each in games}
    cards = story_cards(
        base_of(access), ((each, _place(by_ordinal[each.number], rounds, fleets)) for each in told)
    )
    return render(request, "missions/story.html", frame(request, access, "More", page=page, cards=cards))


def _name(fleets: Mapping[int, FleetRow], number: int) -> str:
    return fleets[number].name if number in fleets else "A fleet that is gone"


def _place(game: Game, rounds: Mapping[int, int], fleets: Mapping[int, FleetRow]) -> Place:
    return Place(
        rounds.get(game.round, 0),
        {"active": fleets.get(game.active), "opposing": fleets.get(game.opposing)},
    )
