"""The print room: everything of a campaign that can be put on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.addresses import Address, address, campaign_address, fleet_address, game_address
from league.pdf import paper_of, remember_paper
from league.permissions import campaign_access_or_404
from league.press import PAPERS
from league.views.common import frame
from missions.models import Game
from missions.rules.content.mission_data import Mission, missions
from missions.views.print.evening import tonight
from missions.views.print.games import COMING
from rosters.selectors.fleets import fleets_of


@dataclass(frozen=True, slots=True)
class PrintLine:
    """A sheet of the print room: its name, its address without the paper, and what it is good for, "" if
    the name says it."""

    label: str
    url: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class PrintGroup:
    """Sheets that belong together. `url` is where their subject is, "" without one; `side` is a fleet's."""

    title: str
    url: str
    lines: Sequence[PrintLine]
    side: str = ""


@require_safe
def print_room(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Everything of the campaign that can be put on paper: games, fleets, missions, the book.

    `?paper=` chooses the paper, and the browser remembers it. Raises Http404 like `paper_of`."""
    paper = paper_of(request)
    access = campaign_access_or_404(request, campaign_id)
    campaign, base = access.campaign, campaign_address(campaign_id)
    fleets = list(fleets_of(campaign))
    names = {fleet.number: fleet.name for fleet in fleets}
    rows = tonight(access)[::-1]
    context = frame(request, access, "More") | {
        "live_campaign_id": None,
        "tonight": PrintGroup("Tonight", "", _evening_lines(campaign_id)) if rows else None,
        "games": [_game_group(game, names, game_address(base, game.ordinal)) for game in rows],
        "fleets": [
            PrintGroup(fleet.name, url, _fleet_lines(url), fleet.side)
            for fleet in fleets
            for url in (fleet_address(base, fleet.slug),)
        ],
        "missions": [_mission_group(each, base) for each in missions().values()] if campaign.missions else [],
        "wall": PrintGroup(campaign.name, base, _wall_lines(campaign_id, rosters=bool(fleets))),
        "blank": PrintGroup("For every table", "", _blank_lines(campaign_id, missions=campaign.missions)),
        "papers": PAPERS.items(),
        "paper": paper,
    }
    response = render(request, "missions/print/room.html", context)
    if "paper" in request.GET:
        remember_paper(request, response, paper)
    return response


def _game_group(game: Game, names: dict[int, str], url: Address) -> PrintGroup:
    """Sheets of a game that can be printed now."""
    active, opposing = names.get(game.active, ""), names.get(game.opposing, "")
    lines = []
    if game.mission:
        lines.append(PrintLine(f"Briefing: {missions()[game.mission].name}", address("briefing", url)))
    if game.step not in COMING:
        lines.append(PrintLine(f"Play sheet of {active}", address("play-sheet-active", url)))
        lines.append(PrintLine(f"Play sheet of {opposing}", address("play-sheet-opposing", url)))
    lines.append(PrintLine("Result form", address("result-form", url)))
    return PrintGroup(f"{active} against {opposing}", url, lines)


def _fleet_lines(url: Address) -> list[PrintLine]:
    return [
        PrintLine("Roster sheet", address("roster-pdf", url)),
        PrintLine("Deck to cut out", address("deck", url)),
        PrintLine("Deck with backs", address("deck-with-backs", url), "For both sides of the paper."),
    ]


def _mission_group(mission: Mission, base: Address) -> PrintGroup:
    lines = (
        PrintLine("Briefing", address("mission-briefing", base, mission.number)),
        PrintLine("Result form", address("mission-form", base, mission.number)),
    )
    return PrintGroup(f"{mission.number} · {mission.name}", "", lines)


def _evening_lines(campaign_id: int) -> list[PrintLine]:
    return [
        _line(
            "Everything for the evening",
            "evening",
            campaign_id,
            "One file: the tables, then briefing, play sheets and result form of each game.",
        ),
        _line("Tables", "tables", campaign_id, "Tonight’s games, with a code that opens each."),
    ]


def _wall_lines(campaign_id: int, *, rosters: bool) -> list[PrintLine]:
    everybody = _line("All rosters", "rosters-pdf", campaign_id, "One file: a roster sheet of each fleet.")
    return [
        *([everybody] if rosters else []),
        _line("Standings poster", "standings-poster", campaign_id, "For the wall, with a code."),
        _line("Season book", "season-book", campaign_id, "Standings, charts, every game, the fallen."),
    ]


def _blank_lines(campaign_id: int, *, missions: bool) -> list[PrintLine]:
    card = "Statuses, fates, squadrons and fleet assets." if missions else "Statuses, fates and squadrons."
    return [
        _line("Reference card", "reference-card", campaign_id, card),
        _line("Blank roster", "blank-roster", campaign_id, "A fleet to write by hand."),
        _line("Card backs", "card-backs", campaign_id, "For decks of any fleet."),
    ]


def _line(label: str, route: str, campaign_id: int, about: str) -> PrintLine:
    return PrintLine(label, address(route, campaign_id), about)
