"""Roster sheets on paper."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from league.http import refusing
from league.kernel.refusal import Refusal
from league.naming import file_stem
from league.pdf import answer, campaign_key, paper_of, sheet
from league.permissions import CampaignAccess, campaign_access_or_404
from league.presenters.dates import as_of_words
from league.selectors.campaigns import member_names, round_ordinals
from league.selectors.moments import moment
from rosters.presenters.assets import places_of
from rosters.presenters.collection import FleetModels
from rosters.presenters.fleet_page import history_line, memorial_lines
from rosters.presenters.roster.print import blank_roster, printed_roster
from rosters.presenters.roster.sheet import roster_sheet
from rosters.rules.state import FleetState
from rosters.selectors import fleets as select
from rosters.views.fleet_frame import models_of


@require_safe
def roster_pdf(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The fleet's roster sheet; the same fleet at the same point of the log gives the same bytes, and others
    once the campaign has ended. Its owner's has the models that they lack."""
    access = campaign_access_or_404(request, campaign_id)
    paper = paper_of(request)
    state = select.fleet_or_404(access.campaign, number)
    seq = select.seq_of(access.campaign, number)
    owner = member_names(campaign_id, [state.member]).get(state.member, "")
    ended = access.campaign.phase == "ended"
    models = models_of(request, access, state)
    lacks = (*models.squadrons, models.together) if models and models.asked else ()
    key = f"roster:{campaign_key(access.campaign)}:{number}:{seq}:{ended}:{owner}:{lacks}"
    pdf = sheet(key, paper, lambda: roster_html(access, state, owner, seq, models))
    return answer(pdf, f"{file_stem(state.name, 'fleet')}-roster")


@require_safe
@refusing
def rosters_pdf(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The roster sheets of all fleets that have not left, in one file."""
    access = campaign_access_or_404(request, campaign_id)
    campaign, paper = access.campaign, paper_of(request)
    fleets = [each for each in select.fleets_of(campaign) if each.standing != "retired"]
    if not fleets:
        raise Refusal("no_fleet", "There is no fleet to print yet. Found one first.", rule="CR-001")
    owners = member_names(campaign.pk, {each.member for each in fleets})
    seqs = select.seqs_of(campaign)
    listed = [(each.number, owners.get(each.member, ""), seqs[each.number]) for each in fleets]

    def html() -> list[str]:
        return [
            roster_html(access, select.fleet_or_404(campaign, number), owner, seq)
            for number, owner, seq in listed
        ]

    facts = hashlib.sha256(repr((listed, campaign.phase)).encode()).hexdigest()
    pdf = sheet(f"rosters:{campaign_key(campaign)}:{facts}", paper, html)
    return answer(pdf, f"{file_stem(campaign.name, 'campaign')}-rosters")


def roster_html(
    access: CampaignAccess, state: FleetState, owner: str, seq: int, models: FleetModels | None = None
) -> str:
    """The page that the press sets, as of the entry `seq`."""
    campaign = access.campaign
    ordinals = round_ordinals(campaign.pk)
    events = select.standing_events(campaign, state.id, select.GAMES)
    history = [history_line(each.at, each.event, {}, ordinals) for each in events][::-1]  # type: ignore[arg-type]
    losses = [(each.at, each.event) for each in select.standing_events(campaign, state.id, select.LOSSES)]
    roster = printed_roster(
        roster_sheet(state, select.profile_of(campaign), ended=campaign.phase == "ended"),
        campaign=campaign.name,
        owner=owner,
        record=f"{state.victories}–{state.defeats}–{state.draws}",
        history=history,
        memorial=memorial_lines(losses, {}),  # type: ignore[arg-type]
        assets=places_of(state) if campaign.missions or state.assets else (),
        as_of=as_of_words(moment(campaign.pk, seq)),
    )
    return render_to_string("print/roster/page.html", {"roster": roster, "models": models})


@require_safe
def blank_roster_pdf(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """An empty roster to fill in with a pencil."""
    campaign_access_or_404(request, campaign_id)
    paper = paper_of(request)
    context = {"roster": blank_roster()}
    pdf = sheet("blank-roster", paper, lambda: render_to_string("print/roster/blank.html", context))
    return answer(pdf, "blank-roster")
