"""The story of a campaign: its games, told newest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.kernel.events import Event
from league.models import Campaign
from league.permissions import CampaignAccess, campaign_access_or_404
from league.ports import FleetRow
from league.presenters.season import Ending
from league.presenters.standings import lines
from league.selectors import port_rows
from league.selectors.lasting import lasting
from league.selectors.players import people_in
from league.views.common import base_of, frame
from league.views.standings import ending_of, teams_of
from missions.ports import PhotoRow
from missions.presenters.story.games import BookGame, PlayedGame, book_games
from missions.presenters.story.page import Place, story_cards
from missions.rules.game.sides import SIDES, SideName
from missions.rules.season.turning_points import TurningPoint, by_game, turning_points
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
    ended = access.campaign.phase == "ended" and page.number == 1
    ranked = port_rows.ranked(campaign_id) if ended else ()
    fleets = _fleets(campaign_id, games, ranked)
    told, turns = _told(access.campaign, games, fleets)
    found = photos_of(campaign_id, (each.number for each in games)) if games else {}
    me = access.member.number if access.member else 0
    by_ordinal = {each.ordinal: each for each in games}
    places = ((each, _place(by_ordinal[each.number], fleets, found, turns, me)) for each in told)
    cards = story_cards(base_of(access), places)
    context = frame(request, access, "More", page=page, cards=cards)
    if ended:
        context["ending"] = _ending(access, ranked)
    return render(request, "missions/story.html", context)


def _told(
    campaign: Campaign, games: Sequence[season.Finished], fleets: Mapping[int, FleetRow]
) -> tuple[list[BookGame], dict[int, tuple[TurningPoint, ...]]]:
    """The games as they are told, and their turning points by number.

    Three queries at most, none if nothing has happened since this process told them.
    """
    numbers = "-".join(str(each.number) for each in games)
    names = tuple(_name(fleets, number) for each in games for number in (each.active, each.opposing))
    return lasting(
        campaign, f"story:{numbers}", season.STORY, lambda: _tell(campaign, games, fleets), given=names
    )


def _tell(
    campaign: Campaign, games: Sequence[season.Finished], fleets: Mapping[int, FleetRow]
) -> tuple[list[BookGame], dict[int, tuple[TurningPoint, ...]]]:
    logged = season.telling(campaign, (each.number for each in games))
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
    events = [(each.act, each.event) for each in logged]
    return book_games(played, events), _turning_points(campaign, played, events)


def _fleets(
    campaign_id: int, games: Iterable[season.Finished], known: Iterable[FleetRow]
) -> dict[int, FleetRow]:
    """The fleets of these games by number. One query if some are not among the known ones."""
    found = {each.number: each for each in known}
    wanted = {number for each in games for number in (each.active, each.opposing)}
    missing = sorted(wanted - found.keys())
    return (
        found | {each.number: each for each in port_rows.fleets(campaign_id, missing)} if missing else found
    )


def _ending(access: CampaignAccess, ranked: Sequence[FleetRow]) -> Ending | None:
    """The podium and the awards of a campaign that has ended. `ranked` are all of its fleets, best first.
    Four queries at most."""
    if access.campaign.format == "team":
        return ending_of(access, ranked, (), teams_of(access, ranked))
    rows = ranked[:PODIUM]
    people = people_in(access, (each.member for each in rows))
    base = base_of(access)
    table = lines(rows, start=0, better=0, base=base, owners=people.names, ended=True, pages=people.pages)
    return ending_of(access, rows, table)


def _turning_points(
    campaign: Campaign, played: Sequence[PlayedGame], events: Iterable[tuple[int, Event]]
) -> dict[int, tuple[TurningPoint, ...]]:
    """The turning points of these games by their numbers. One query, none without games."""
    if not played:
        return {}
    names = {game.fleets[side]: game.names[side] for game in played for side in SIDES}
    milestones, sorted_events = season.milestones(campaign, names), by_game(events)
    return {
        game.number: turning_points(game.fleets, names, sorted_events[game.number], milestones)
        for game in played
    }


def _name(fleets: Mapping[int, FleetRow], number: int) -> str:
    return fleets[number].name if number in fleets else "A fleet that is gone"


def _place(
    game: season.Finished,
    fleets: Mapping[int, FleetRow],
    photos: Mapping[int, list[PhotoRow]],
    turns: Mapping[int, tuple[TurningPoint, ...]],
    me: int,
) -> Place:
    sides: dict[SideName, FleetRow | None] = {
        "active": fleets.get(game.active),
        "opposing": fleets.get(game.opposing),
    }
    return Place(
        game.round or 0,
        sides,
        photos.get(game.number, ()),
        tuple(each.text for each in turns.get(game.number, ())),
        frozenset(
            side for side, fleet in sides.items() if fleet and me and me in (fleet.member, fleet.proxy)
        ),
    )
