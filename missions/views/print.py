"""Sheets of a game on paper, and the print room."""

from __future__ import annotations

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from league.http import refusing
from league.kernel.refusal import Refusal
from league.models import Shard
from league.pdf import answer, paper_of, sheet
from league.permissions import Visit, visit_or_404
from missions.models import Game
from missions.presenters.play_sheet import force_sheet, table_notes
from missions.rules.state import SIDES, GameState, SideName, other
from missions.rules.table import set_up
from missions.rules.views import view_for
from missions.selectors import games as select
from rosters.rules.state import FleetState
from rosters.selectors.fleets import fleets_of

UNDER_WAY = ("play", "report", "confirm")
NO_SHEET = {
    "draw": "There is no play sheet yet: the squadrons of this game are still to be drawn. Until then the "
    "print room has its blank result form and the roster sheets of both fleets.",
    "done": "There is no play sheet any more: this game is over and its ships may have changed. The game’s "
    "page shows the result, and the print room has the roster sheets as they are now.",
    "void": "There is no play sheet: this game was called off. The print room has the sheets of the games "
    "under way and the roster sheets.",
}
PAPERS = (("a4", "A4"), ("letter", "Letter"))


@require_safe
@refusing
def play_sheet_pdf(request: HttpRequest, campaign_id: int, number: int, side: SideName) -> HttpResponse:
    """The play sheet of one side's force, once it is drawn and until the result is confirmed.

    Before and after, a sentence says what to print instead.
    """
    visit = visit_or_404(request, campaign_id)
    paper = paper_of(request)
    game = select.game_or_404(visit.campaign, number)
    if game.step not in UNDER_WAY:
        raise Refusal("no_sheet", NO_SHEET[game.step], rule="CR-061")
    key = f"play:{campaign_id}:{number}:{side}:{_as_of(visit, game)}:{visit.campaign.name}"
    return answer(sheet(key, paper, lambda: _play_html(visit, game, side)), f"play-sheet-{number}-{side}")


@require_safe
def result_form_pdf(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The blank result form with a code that leads to the game's page."""
    visit = visit_or_404(request, campaign_id)
    paper = paper_of(request)
    game = select.game_or_404(visit.campaign, number)
    address = request.build_absolute_uri(f"/campaigns/{campaign_id}/games/{number}/")
    key = f"form:{campaign_id}:{number}:{_as_of(visit, game)}:{visit.campaign.name}:{address}"
    return answer(sheet(key, paper, lambda: _form_html(visit, game, address)), f"result-form-{number}")


@require_safe
def print_room(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Everything of the campaign that can be put on paper."""
    visit = visit_or_404(request, campaign_id)
    fleets = list(fleets_of(visit.campaign))
    names = {fleet.number: fleet.name for fleet in fleets}
    rows = Game.objects.filter(campaign=visit.campaign, step__in=("draw", *UNDER_WAY)).order_by("-number")
    base = f"/campaigns/{campaign_id}/"
    context = {
        "campaign": visit.campaign,
        "base": base,
        "fleets": fleets,
        "games": [(game, _sheets_of(game, names, f"{base}games/{game.number}/")) for game in rows],
        "papers": PAPERS,
        "trail": [("Campaigns", "/campaigns/"), (visit.campaign.name, base)],
    }
    return render(request, "missions/print_room.html", context)


def _sheets_of(game: Game, names: dict[int, str], url: str) -> dict[str, object]:
    """What can be printed of a game: its title, and each sheet's label and address."""
    active, opposing = names.get(game.active, ""), names.get(game.opposing, "")
    sheets = [("Result form", f"{url}result-form.pdf")]
    if game.step != "draw":
        sheets.append((f"Play sheet of {active}", f"{url}play-sheet-active.pdf"))
        sheets.append((f"Play sheet of {opposing}", f"{url}play-sheet-opposing.pdf"))
    return {"title": f"{active} against {opposing}", "list": sheets}


def _as_of(visit: Visit, game: GameState) -> str:
    rows = Shard.objects.filter(campaign=visit.campaign).filter(
        part__in=("missions", "rosters"), key__in=(game.id, game.active, game.opposing)
    )
    return ",".join(str(seq) for seq in rows.order_by("part", "key").values_list("seq", flat=True))


def _play_html(visit: Visit, game: GameState, side: SideName) -> str:
    fleets = _by_side(visit, game)
    names = {each: fleet.name for each, fleet in fleets.items()}
    context = {
        "campaign": visit.campaign.name,
        "round": select.round_ordinal(visit.campaign, game),
        "force": force_sheet(view_for(game, "public"), side, fleets[side]),
        "opponent": names[other(side)],
        "table": table_notes(set_up(game), names),
    }
    return render_to_string("print/play_sheet.html", context)


def _by_side(visit: Visit, game: GameState) -> dict[SideName, FleetState]:
    fleets = select.fleets_of(visit.campaign, game)
    return {side: fleets[game.fleet_of(side)] for side in SIDES}


def _form_html(visit: Visit, game: GameState, address: str) -> str:
    fleets, view = _by_side(visit, game), view_for(game, "public")
    code = segno.make(address, error="m").svg_inline(
        scale=3, border=0, title="Code that opens this game", omitsize=True
    )
    context = {
        "campaign": visit.campaign.name,
        "round": select.round_ordinal(visit.campaign, game),
        "names": {side: fleet.name for side, fleet in fleets.items()},
        "forces": [force_sheet(view, side, fleet) for side, fleet in fleets.items()],
        "address": address,
        "qr": mark_safe(code),  # noqa: S308  drawn by the library from our own address
    }
    return render_to_string("print/result_form.html", context)
