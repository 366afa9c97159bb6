"""The season book on paper."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from league.addresses import campaign_address
from league.models import Campaign
from league.naming import file_stem
from league.pdf import answer, campaign_key, paper_of, sheet
from league.permissions import campaign_access_or_404
from league.ports import FleetRow
from league.presenters.dates import as_of_words
from league.presenters.standings import StandingLine, TeamLine, lines, team_lines
from league.selectors import campaigns, port_rows
from league.selectors.moments import moment
from missions.models import Game
from missions.presenters.print.season_book import book
from missions.presenters.story.games import PlayedGame, book_games
from missions.rules.game.sides import SideName
from missions.selectors import season


@require_safe
def season_book_pdf(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The whole campaign as a book; the same point of the log gives the same bytes."""
    campaign = campaign_access_or_404(request, campaign_id).campaign
    paper = paper_of(request)
    fleets = port_rows.ranked(campaign_id)
    owners = dict(campaigns.member_names(campaign_id, (row.member for row in fleets)))
    people = hashlib.sha256(repr(sorted(owners.items())).encode()).hexdigest()
    key = f"book:{campaign_key(campaign)}:{campaign.head_seq}:{people}"
    pdf = sheet(key, paper, lambda: book_html(campaign, fleets, owners))
    return answer(pdf, f"{file_stem(campaign.name, 'campaign')}-season-book")


def book_html(campaign: Campaign, fleets: Sequence[FleetRow], owners: dict[int, str]) -> str:
    """The page that the press sets."""
    table = tuple(lines(fleets, start=0, better=0, base=campaign_address(campaign.pk), owners=owners))
    teams = tuple(team_lines(fleets)) if campaign.format == "team" else ()
    return render_to_string("print/season_book.html", {"book": season_book(campaign, fleets, table, teams)})


def season_book(
    campaign: Campaign,
    fleets: Sequence[FleetRow],
    table: tuple[StandingLine, ...],
    teams: tuple[TeamLine, ...],
) -> book.SeasonBook:
    """The book as of the campaign's last event. A constant number of queries."""
    number, ordinals = campaign.pk, campaigns.round_ordinals(campaign.pk)
    names = {fleet.number: fleet.name for fleet in port_rows.fleets(number)}
    played = season.games_over(number)
    round_of = {game.number: ordinals.get(game.round, 0) for game in played}
    told = season.told(number, round_of)
    days = season.days_in(told)
    games = [_played(game, place, names, days.get(game.number)) for place, game in enumerate(played, 1)]
    book_of_games = book_games(games, [(each.act, each.event) for each in told])
    shown = fleets[: book.CHARTED]
    wall = book.wall(fleets, season.losses(number), round_of)
    rounds = book.rounds((round_of[played[game.number - 1].number], game) for game in book_of_games)
    return book.SeasonBook(
        campaign=campaign.name,
        subtitle=book.subtitle(campaign.format, campaign.phase),
        dates=book.dates(season.span(number)),
        champion=book.champion(table, teams, campaign.phase),
        facts=(
            book.fact(len(fleets), "fleet"),
            book.fact(sum(each.title.startswith("Round") for each in rounds), "round"),
            book.fact(len(book_of_games), "game"),
            (sum(len(each.fallen) for each in wall), "killed in action"),
        ),
        standings=table,
        teams=teams,
        charts=book.charts(
            shown,
            port_rows.values(number, (each.number for each in shown)),
            ordinals,
            out_of=len(fleets),
        ),
        rounds=rounds,
        wall=wall,
        missions=campaign.missions,
        as_of=as_of_words(moment(number, campaign.head_seq)),
        ended=campaign.phase == "ended",
    )


def _played(game: Game, place: int, names: Mapping[int, str], day: date | None) -> PlayedGame:
    fleets: dict[SideName, int] = {"active": game.active, "opposing": game.opposing}
    named = {side: names.get(at, "") for side, at in fleets.items()}
    return PlayedGame(game.number, place, fleets, named, day)
