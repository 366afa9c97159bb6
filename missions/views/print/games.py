"""Sheets of a game on paper, and the print room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from league.http import printed_origin, refusing
from league.kernel.refusal import Refusal
from league.models import Round, Shard
from league.pdf import answer, campaign_key, paper_of, sheet
from league.permissions import Visit, visit_or_404
from missions.models import Game
from missions.presenters.print.play_sheet import ForceSheet, force_sheet, table_notes
from missions.presenters.print.result_form import STAYED, result_form
from missions.rules.assets.text import Reminder, reminders, warnings
from missions.rules.content.briefing import Note, briefings
from missions.rules.content.mission_data import Mission, missions
from missions.rules.content.table import set_up
from missions.rules.content.victory import mission_of
from missions.rules.game.state import SIDES, GameState, SideName, other
from missions.rules.views import GameView, view_for
from missions.selectors import games as select
from rosters.presenters.roster.print import entry_words
from rosters.rules.state import FleetState
from rosters.selectors.fleets import fleets_of

UNDER_WAY = ("play", "report", "confirm")
COMING = ("pregame", "draw")
NO_SHEET = {
    "pregame": "There is no play sheet yet: the squadrons of this game are still secret. Until they are "
    "turned over the print room has the mission’s briefing, the blank result form and both roster "
    "sheets.",
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
    seqs = seqs_of(visit, game)
    key = f"play:{campaign_key(visit.campaign)}:{number}:{side}:{seqs}"
    return answer(
        sheet(key, paper, lambda: _play_html(visit, game, side, as_of(seqs))), f"play-sheet-{number}-{side}"
    )


@require_safe
def result_form_pdf(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The blank result form with a code that leads to the game's page."""
    visit = visit_or_404(request, campaign_id)
    paper = paper_of(request)
    game = select.game_or_404(visit.campaign, number)
    address = f"{printed_origin(request)}/campaigns/{campaign_id}/games/{number}/"
    seqs = seqs_of(visit, game)
    key = f"form:{campaign_key(visit.campaign)}:{number}:{seqs}:{address}"
    pdf = sheet(key, paper, lambda: _form_html(visit, game, address, as_of(seqs)))
    return answer(pdf, f"result-form-{number}")


@dataclass(frozen=True, slots=True)
class PrintLine:
    """A sheet of the print room: what it is called and its address, without the paper."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class PrintGroup:
    """Sheets that belong together. `url` is where their subject is, "" without one; `side` is a fleet's."""

    title: str
    url: str
    lines: Sequence[PrintLine]
    side: str = ""


@require_safe
def print_room(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Everything of the campaign that can be put on paper: games, fleets, missions, the book."""
    visit = visit_or_404(request, campaign_id)
    campaign, base = visit.campaign, f"/campaigns/{campaign_id}/"
    fleets = list(fleets_of(campaign))
    names = {fleet.number: fleet.name for fleet in fleets}
    rows = Game.objects.filter(campaign=campaign, step__in=(*COMING, *UNDER_WAY)).order_by("-number")
    context = {
        "campaign": campaign,
        "games": [_game_group(game, names, f"{base}games/{game.number}/") for game in rows],
        "fleets": [
            PrintGroup(fleet.name, url, _fleet_lines(url), fleet.side)
            for fleet in fleets
            for url in (f"{base}fleets/{fleet.number}/",)
        ],
        "missions": [_mission_group(each, f"{base}print/") for each in missions().values()]
        if campaign.missions
        else [],
        "wall": PrintGroup(campaign.name, base, _wall_lines(f"{base}print/")),
        "papers": PAPERS,
        "trail": [("Campaigns", "/campaigns/"), (campaign.name, base)],
    }
    return render(request, "missions/print_room.html", context)


def _game_group(game: Game, names: dict[int, str], url: str) -> PrintGroup:
    """What can be printed of a game by now."""
    active, opposing = names.get(game.active, ""), names.get(game.opposing, "")
    lines = []
    if game.mission:
        lines.append(PrintLine(f"Briefing: {missions()[game.mission].name}", f"{url}briefing.pdf"))
    if game.step not in COMING:
        lines.append(PrintLine(f"Play sheet of {active}", f"{url}play-sheet-active.pdf"))
        lines.append(PrintLine(f"Play sheet of {opposing}", f"{url}play-sheet-opposing.pdf"))
    lines.append(PrintLine("Result form", f"{url}result-form.pdf"))
    return PrintGroup(f"{active} against {opposing}", url, lines)


def _fleet_lines(url: str) -> list[PrintLine]:
    return [
        PrintLine("Roster sheet", f"{url}roster.pdf"),
        PrintLine("Deck to cut out", f"{url}deck.pdf"),
        PrintLine("Deck with backs, for both sides of the paper", f"{url}deck-with-backs.pdf"),
    ]


def _mission_group(mission: Mission, base: str) -> PrintGroup:
    url = f"{base}missions/{mission.number}/"
    lines = (PrintLine("Briefing", f"{url}briefing.pdf"), PrintLine("Result form", f"{url}result-form.pdf"))
    return PrintGroup(f"{mission.number} · {mission.name}", "", lines)


def _wall_lines(url: str) -> list[PrintLine]:
    return [
        PrintLine("Season book", f"{url}season-book.pdf"),
        PrintLine("Card backs", f"{url}card-backs.pdf"),
    ]


def seqs_of(visit: Visit, game: GameState) -> str:
    """The points of the log at which the game and its fleets changed last: what a sheet of it depends on."""
    rows = Shard.objects.filter(campaign=visit.campaign).filter(
        part__in=("missions", "rosters"), key__in=(game.id, game.active, game.opposing)
    )
    return ",".join(str(seq) for seq in rows.order_by("part", "key").values_list("seq", flat=True))


def as_of(seqs: str) -> str:
    """The newest of some points of the log, in words."""
    return entry_words(max(int(seq) for seq in seqs.split(",")))


def occasion(visit: Visit, game: GameState) -> str:
    """When the game is played: "Round 3", or that it is a friendly game of no round."""
    ordinal = Round.objects.filter(campaign=visit.campaign, number=game.round).values_list(
        "ordinal", flat=True
    )
    said = f"Round {ordinal[0]}" if game.round and ordinal else ""
    if not game.friendly:
        return said
    return f"{said}, friendly game" if said else "Friendly game"


def by_side(visit: Visit, game: GameState) -> dict[SideName, FleetState]:
    """Both fleets as they stand now."""
    fleets = select.fleets_of(visit.campaign, game)
    return {side: fleets[game.fleet_of(side)] for side in SIDES}


def _play_html(visit: Visit, game: GameState, side: SideName, at: str) -> str:
    fleets = by_side(visit, game)
    names = {each: fleet.name for each, fleet in fleets.items()}
    mission = mission_of(game)
    withdraws = mission is not None and mission.sides[side].may_withdraw
    context = {
        "campaign": visit.campaign.name,
        "occasion": occasion(visit, game),
        "force": force_sheet(view_for(game, "public"), side, fleets[side], *_assets_of(game, side)),
        "opponent": names[other(side)],
        "table": table_notes(set_up(game), names, mission.name if mission else ""),
        "aims": _aims(mission, side) if mission else (),
        "fates": (*STAYED, "withdrew") if withdraws else STAYED,
        "as_of": at,
    }
    return render_to_string("print/play_sheet.html", context)


def _aims(mission: Mission, side: SideName) -> list[tuple[str, Note]]:
    """When each side wins the mission, the sheet's own first."""
    words = briefings()[mission.number]
    wins: dict[SideName, tuple[Note, ...]] = {"active": words.active_wins, "opposing": words.opposing_wins}
    said = (("You win", side), ("The opponent wins", other(side)))
    return [(who, note) for who, each in said for note in wins[each]]


def _assets_of(game: GameState, side: SideName) -> tuple[tuple[Reminder, ...], tuple[Reminder, ...]]:
    """What the side's own assets ask for at the table, and what it has to know of the opponent's; both
    commitments lie open by then (CR-076)."""
    if game.pregame is None:
        return (), ()
    return reminders(game.pregame, side), warnings(game.pregame, side)


def _form_html(visit: Visit, game: GameState, address: str, at: str) -> str:
    fleets, view = by_side(visit, game), view_for(game, "public")
    context = {
        "campaign": visit.campaign.name,
        "occasion": occasion(visit, game),
        "names": {side: fleet.name for side, fleet in fleets.items()},
        "form": result_form(
            _forces(view, fleets), mission_of(game), view.pregame.effects if view.pregame else ()
        ),
        "address": address,
        "qr": _code(address),
        "as_of": at,
    }
    return render_to_string("print/result_form.html", context)


def _forces(view: GameView, fleets: dict[SideName, FleetState]) -> dict[SideName, ForceSheet]:
    return {side: force_sheet(view, side, fleet) for side, fleet in fleets.items()}


def _code(address: str) -> SafeString:
    code = segno.make(address, error="m").svg_inline(
        scale=3, border=0, title="Code that opens this game", omitsize=True
    )
    return mark_safe(code)  # noqa: S308  drawn by the library from our own address
