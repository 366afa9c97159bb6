"""Missions and decks on paper: briefings, blank forms, squadron and asset cards."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from league.http import refusing
from league.kernel.refusal import Refusal
from league.naming import file_stem
from league.pdf import answer, campaign_key, paper_of, sheet
from league.permissions import CampaignAccess, campaign_access_or_404
from league.presenters.dates import when_words
from league.presenters.pictures import behind
from league.selectors.moments import moment
from missions.presenters.print.absent import NO_MISSION, NOT_CHOSEN
from missions.presenters.print.briefing import briefing_sheet
from missions.presenters.print.card_sheet import COLUMNS, ROWS, card_back, cut_marks
from missions.presenters.print.deck import deck
from missions.presenters.print.result_form import blank_form
from missions.rules.content.mission_data import Mission, missions
from missions.rules.content.victory import mission_of
from missions.rules.game.state import GameState, SideName
from missions.selectors import games as select
from missions.views.print.games import by_side, occasion
from rosters.presenters.assets import places_of
from rosters.presenters.roster.sheet import roster_sheet
from rosters.rules.state import FleetState
from rosters.selectors import fleets as rosters


@require_safe
@refusing
def briefing_pdf(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The briefing of a game's mission, with the names of its fleets."""
    access = campaign_access_or_404(request, campaign_id)
    paper = paper_of(request)
    game = select.game_or_404(access.campaign, number)
    mission = mission_of(game)
    if mission is None:
        raise Refusal("no_briefing", NO_MISSION if game.pregame is None else NOT_CHOSEN, rule="CR-073")
    names = {side: fleet.name for side, fleet in by_side(access, game).items()}
    key = f"briefing:{campaign_key(access.campaign)}:{number}:{mission.number}:{names}"
    pdf = sheet(key, paper, lambda: briefing_html(access, game, mission, names))
    return answer(pdf, f"briefing-{game.number}-{file_stem(mission.name, 'mission')}")


def briefing_html(
    access: CampaignAccess, game: GameState, mission: Mission, names: Mapping[SideName, str]
) -> str:
    context = {
        "campaign": access.campaign.name,
        "occasion": occasion(access, game),
        "names": names,
        "sheet": briefing_sheet(mission.number, names),
    }
    return render_to_string("print/briefing.html", context)


def mission_or_404(number: int) -> Mission:
    """One of the eight missions. Raises Http404."""
    if number not in missions():
        raise Http404("There are eight missions, 1 to 8.")
    return missions()[number]


@require_safe
def mission_briefing_pdf(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The briefing of a mission by itself, for the club."""
    campaign_access_or_404(request, campaign_id)
    paper = paper_of(request)
    mission = mission_or_404(number)
    context = {"sheet": briefing_sheet(number)}
    pdf = sheet(f"mission:{number}", paper, lambda: render_to_string("print/briefing.html", context))
    return answer(pdf, f"mission-{number}-{file_stem(mission.name, 'mission')}")


@require_safe
def mission_form_pdf(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """A result form of a mission without a game: every line is empty."""
    campaign_access_or_404(request, campaign_id)
    paper = paper_of(request)
    mission = mission_or_404(number)
    context = {
        "occasion": f"Mission {number}",
        "mission_name": mission.name,
        "form": blank_form(mission),
    }
    pdf = sheet(f"mission-form:{number}", paper, lambda: render_to_string("print/result_form.html", context))
    return answer(pdf, f"mission-{number}-result-form")


@require_safe
def deck_pdf(request: HttpRequest, campaign_id: int, number: int, *, backs: bool = False) -> HttpResponse:
    """A fleet's squadron and asset cards, nine to a page, to be cut out (CR-010). With `backs` for printing
    on both sides of the paper."""
    access = campaign_access_or_404(request, campaign_id)
    paper = paper_of(request)
    state = rosters.fleet_or_404(access.campaign, number)
    seq = rosters.seq_of(access.campaign, number)
    key = f"deck:{campaign_key(access.campaign)}:{number}:{seq}:{backs}"
    pdf = sheet(key, paper, lambda: deck_html(access, state, seq, paper, backs=backs))
    return answer(pdf, f"{file_stem(state.name, 'fleet')}-deck{'-with-backs' if backs else ''}")


def deck_html(access: CampaignAccess, state: FleetState, seq: int, paper: str, *, backs: bool = False) -> str:
    """The page of a fleet's deck that the press sets, as of the entry `seq`."""
    campaign = access.campaign
    cards = deck(
        roster_sheet(state, rosters.profile_of(campaign)),
        places_of(state) if campaign.missions else (),
        campaign=campaign.name,
        when=when_words(moment(campaign.pk, seq)),
        paper=paper,
        two_sided=backs,
    )
    return render_to_string("print/deck.html", {"deck": cards})


@require_safe
def card_backs_pdf(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """A page of nine card backs, all alike: no back tells a card, a suit or a fleet."""
    campaign_access_or_404(request, campaign_id)
    paper = paper_of(request)
    context = {
        "paper": paper,
        "marks": behind(cut_marks(paper)),
        "places": range(COLUMNS * ROWS),
        "back": behind(card_back()),
    }
    pdf = sheet("card-backs", paper, lambda: render_to_string("print/cards/backs.html", context))
    return answer(pdf, "card-backs")
