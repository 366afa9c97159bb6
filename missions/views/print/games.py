"""Sheets of a game on paper."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from league.http import printed_origin, refusing
from league.kernel.refusal import Refusal
from league.models import Round, Shard
from league.pdf import answer, campaign_key, paper_of, sheet
from league.permissions import CampaignAccess, campaign_access_or_404
from league.presenters.dates import as_of_words
from league.presenters.pictures import code
from league.selectors.moments import moment
from league.views.found import address_of
from missions.presenters.print.absent import NO_SHEET
from missions.presenters.print.play_sheet import ForceSheet, force_sheet, table_notes
from missions.presenters.print.result_form import fate_words, result_form
from missions.rules.assets.text import Reminder, reminders, warnings
from missions.rules.content.briefing import Note, briefings
from missions.rules.content.mission_data import Mission
from missions.rules.content.table import set_up
from missions.rules.content.victory import mission_of
from missions.rules.game.secrets import GameView, view_for
from missions.rules.game.state import SIDES, GameState, SideName, other
from missions.selectors import games as select
from rosters.rules.state import FleetState

UNDER_WAY = ("play", "report", "confirm")
COMING = ("pregame", "draw")


@require_safe
@refusing
def play_sheet_pdf(request: HttpRequest, campaign_id: int, number: int, side: SideName) -> HttpResponse:
    """The play sheet of one side's force, once it is drawn and until the result is confirmed.

    Before and after, a sentence says what to print instead.
    """
    access = campaign_access_or_404(request, campaign_id)
    paper = paper_of(request)
    game = select.game_or_404(access.campaign, number)
    if game.step not in UNDER_WAY:
        raise Refusal("no_sheet", NO_SHEET[game.step], rule="CR-061")
    seqs = seqs_of(access, game)
    key = f"play:{campaign_key(access.campaign)}:{number}:{side}:{seqs}"
    return answer(
        sheet(key, paper, lambda: play_html(access, game, side, as_of(access, seqs))),
        f"play-sheet-{game.number}-{side}",
    )


@require_safe
def result_form_pdf(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The blank result form with a code that leads to the game's page."""
    access = campaign_access_or_404(request, campaign_id)
    paper = paper_of(request)
    game = select.game_or_404(access.campaign, number)
    address = printed_origin(request) + address_of(request)
    seqs = seqs_of(access, game)
    key = f"form:{campaign_key(access.campaign)}:{number}:{seqs}:{address}"
    pdf = sheet(key, paper, lambda: form_html(access, game, address, as_of(access, seqs)))
    return answer(pdf, f"result-form-{game.number}")


def seqs_of(access: CampaignAccess, game: GameState) -> str:
    """The points of the log at which the game and its fleets changed last: what a sheet of it depends on."""
    rows = Shard.objects.filter(campaign=access.campaign).filter(
        part__in=("missions", "rosters"), key__in=(game.id, game.active, game.opposing)
    )
    return ",".join(str(seq) for seq in rows.order_by("part", "key").values_list("seq", flat=True))


def as_of(access: CampaignAccess, seqs: str) -> str:
    """The newest of some points of the log, in words. Two queries."""
    return as_of_words(moment(access.campaign.pk, max(int(seq) for seq in seqs.split(","))))


def occasion(access: CampaignAccess, game: GameState) -> str:
    """Round of the game: "Round 3", or a note that it is a friendly game."""
    ordinal = Round.objects.filter(campaign=access.campaign, number=game.round).values_list(
        "ordinal", flat=True
    )
    words = f"Round {ordinal[0]}" if game.round and ordinal else ""
    if not game.friendly:
        return words
    return f"{words}, friendly game" if words else "Friendly game"


def by_side(access: CampaignAccess, game: GameState) -> dict[SideName, FleetState]:
    """Both fleets as they stand now."""
    fleets = select.fleets_of(access.campaign, game)
    return {side: fleets[game.fleet_of(side)] for side in SIDES}


def play_html(access: CampaignAccess, game: GameState, side: SideName, at: str) -> str:
    fleets = by_side(access, game)
    names = {each: fleet.name for each, fleet in fleets.items()}
    mission = mission_of(game)
    context = {
        "campaign": access.campaign.name,
        "occasion": occasion(access, game),
        "force": force_sheet(view_for(game, "public"), side, fleets[side], *_assets_of(game, side)),
        "opponent": names[other(side)],
        "table": table_notes(set_up(game), names, mission.name if mission else ""),
        "aims": _aims(mission, side) if mission else (),
        "fates": fate_words(mission, side),
        "as_of": at,
    }
    return render_to_string("print/play_sheet.html", context)


def _aims(mission: Mission, side: SideName) -> list[tuple[str, Note]]:
    """Conditions for each side to win the mission, the sheet's own side first."""
    words = briefings()[mission.number]
    wins: dict[SideName, tuple[Note, ...]] = {"active": words.active_wins, "opposing": words.opposing_wins}
    aims = (("You win", side), ("The opponent wins", other(side)))
    return [(who, note) for who, each in aims for note in wins[each]]


def _assets_of(game: GameState, side: SideName) -> tuple[tuple[Reminder, ...], tuple[Reminder, ...]]:
    """Reminders of the side's own assets at the table, and warnings about the opponent's; both commitments
    are open by then (CR-076)."""
    if game.pregame is None:
        return (), ()
    return reminders(game.pregame, side), warnings(game.pregame, side)


def form_html(access: CampaignAccess, game: GameState, address: str, at: str) -> str:
    fleets, view = by_side(access, game), view_for(game, "public")
    context = {
        "campaign": access.campaign.name,
        "occasion": occasion(access, game),
        "names": {side: fleet.name for side, fleet in fleets.items()},
        "form": result_form(
            _forces(view, fleets), mission_of(game), view.pregame.effects if view.pregame else ()
        ),
        "address": address,
        "qr": code(address, "Code that opens this game"),
        "as_of": at,
    }
    return render_to_string("print/result_form.html", context)


def _forces(view: GameView, fleets: dict[SideName, FleetState]) -> dict[SideName, ForceSheet]:
    return {side: force_sheet(view, side, fleet) for side, fleet in fleets.items()}
