"""Sheets of a game on paper, and the print room."""

from __future__ import annotations

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from league.models import Round, Shard
from league.pdf import answer, paper_of, sheet
from league.permissions import Visit, visit_or_404
from missions.models import Game
from missions.presenters.play_sheet import force_sheet, table_notes
from missions.rules.state import SIDES, GameState, SideName
from missions.rules.table import set_up
from missions.rules.views import view_for
from missions.selectors import games as select
from rosters.presenters.roster_sheet import RosterSheet, roster_sheet
from rosters.rules.state import FleetState
from rosters.selectors.fleets import fleets_of, profile_of

UNDER_WAY = ("play", "report", "confirm")
PAPERS = (("a4", "A4"), ("letter", "Letter"))


def play_sheet_pdf(request: HttpRequest, campaign_id: int, number: int, side: SideName) -> HttpResponse:
    """The play sheet of one side's force, once it is drawn and until the result is confirmed."""
    visit = visit_or_404(request, campaign_id)
    paper = paper_of(request)
    game = select.game_or_404(visit.campaign, number)
    if game.step not in UNDER_WAY:
        raise Http404(
            "Play sheets are printed once the squadrons are drawn and until the result is confirmed."
        )
    key = f"play:{campaign_id}:{number}:{side}:{_as_of(visit, game)}:{visit.campaign.name}"
    return answer(sheet(key, paper, lambda: _play_html(visit, game, side)), f"play-sheet-{number}-{side}")


def result_form_pdf(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The blank result form with a code that leads to the game's page."""
    visit = visit_or_404(request, campaign_id)
    paper = paper_of(request)
    game = select.game_or_404(visit.campaign, number)
    address = request.build_absolute_uri(f"/campaigns/{campaign_id}/games/{number}/")
    key = f"form:{campaign_id}:{number}:{_as_of(visit, game)}:{visit.campaign.name}:{address}"
    return answer(sheet(key, paper, lambda: _form_html(visit, game, address)), f"result-form-{number}")


def print_room(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Everything of the campaign that can be put on paper."""
    visit = visit_or_404(request, campaign_id)
    fleets = list(fleets_of(visit.campaign))
    names = {fleet.number: fleet.name for fleet in fleets}
    games = [
        (game, names.get(game.active, ""), names.get(game.opposing, ""))
        for game in Game.objects.filter(campaign=visit.campaign, step__in=("draw", *UNDER_WAY)).order_by(
            "-number"
        )
    ]
    trail = [("Campaigns", "/campaigns/"), (visit.campaign.name, f"/campaigns/{campaign_id}/")]
    context = {"campaign": visit.campaign, "fleets": fleets, "games": games, "papers": PAPERS, "trail": trail}
    return render(request, "missions/print_room.html", context)


def _as_of(visit: Visit, game: GameState) -> str:
    rows = Shard.objects.filter(campaign=visit.campaign).filter(
        part__in=("missions", "rosters"), key__in=(game.id, game.active, game.opposing)
    )
    return ",".join(str(seq) for seq in rows.order_by("part", "key").values_list("seq", flat=True))


def _sheets(visit: Visit, fleets: dict[int, FleetState], game: GameState) -> dict[SideName, RosterSheet]:
    profile = profile_of(visit.campaign)
    return {side: roster_sheet(fleets[game.fleet_of(side)], profile) for side in SIDES}


def _ordinal(visit: Visit, game: GameState) -> int:
    return Round.objects.values_list("ordinal", flat=True).get(campaign=visit.campaign, number=game.round)


def _play_html(visit: Visit, game: GameState, side: SideName) -> str:
    fleets = select.fleets_of(visit.campaign, game)
    sheets = _sheets(visit, fleets, game)
    view = view_for(game, "public")
    names = {each: sheets[each].name for each in SIDES}
    context = {
        "campaign": visit.campaign.name,
        "round": _ordinal(visit, game),
        "force": force_sheet(view, side, sheets[side]),
        "opponent": names["opposing" if side == "active" else "active"],
        "table": table_notes(set_up(game), names),
    }
    return render_to_string("print/play_sheet.html", context)


def _form_html(visit: Visit, game: GameState, address: str) -> str:
    sheets = _sheets(visit, select.fleets_of(visit.campaign, game), game)
    view = view_for(game, "public")
    code = segno.make(address, error="m").svg_inline(
        scale=3, border=0, title="Code that opens this game", omitsize=True
    )
    context = {
        "campaign": visit.campaign.name,
        "round": _ordinal(visit, game),
        "names": {side: sheets[side].name for side in SIDES},
        "forces": [force_sheet(view, side, sheets[side]) for side in SIDES],
        "address": address,
        "qr": mark_safe(code),  # noqa: S308  drawn by the library from our own address
    }
    return render_to_string("print/result_form.html", context)
