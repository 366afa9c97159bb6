"""Reading a fleet: roster, ledger, history and memorial."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.addresses import Address, fleet_address
from league.permissions import CampaignAccess, campaign_access_or_404
from league.presenters.standings import state_word
from league.presenters.timeline import SYSTEM_NAME
from league.rules.command import commanders
from league.rules.standings import OUT
from league.selectors.addresses import addresses_told_of
from league.selectors.campaigns import member_names, round_ordinals
from league.selectors.players import people_in
from rosters.presenters.assets import asset_shelf
from rosters.presenters.board import board, findings, sheet_of
from rosters.presenters.fleet_page import history_line, memorial_lines
from rosters.presenters.value_chart import value_figure
from rosters.rules.fleets.ready import waits_for_start
from rosters.rules.legality import Moment
from rosters.rules.state import FleetState
from rosters.selectors import fleets as select
from rosters.views.fleet_frame import fleet_frame, models_of, reopen_url
from rosters.views.recent_changes import recent_words, recently_fallen, words

LINES = 30


def _standing_word(fleet: FleetState, phase: str, *, errors: bool) -> str:
    """The standing of the fleet in words; of a draft, whether it is called ready."""
    if waits_for_start(fleet, phase, errors=errors):
        return "Ready to start"
    return state_word(fleet.standing, phase == "ended")


@require_safe
def fleet(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The fleet's roster as it stands."""
    access = campaign_access_or_404(request, campaign_id)
    return render(request, "rosters/fleet/page.html", roster_context(request, access, number))


def roster_context(request: HttpRequest, access: CampaignAccess, number: int) -> dict[str, Any]:
    """The context of the fleet's own page. Raises Http404."""
    doc = select.doc_or_404(access.campaign, number)
    state, profile = select.decode_fleet(doc), select.profile_of(access.campaign)
    moment: Moment | None = "start" if state.standing == "draft" else None
    mates = () if state.standing in OUT else select.mate_docs(access.campaign, state)
    sheet = sheet_of(doc, profile, moment, mates)
    people = people_in(access, [state.member, state.proxy])
    return _context(request, access, state, "Roster") | {
        "sheet": sheet,
        "standing_word": _standing_word(state, access.campaign.phase, errors=bool(sheet.errors)),
        "board": board(doc, profile, moment, mates, home=_base(access, state)),
        "findings": "" if state.standing in OUT else findings(doc, profile, moment, mates),
        "owner": people.names.get(state.member, ""),
        "page": people.pages.get(state.member, ""),
        "proxy": people.names.get(state.proxy, "somebody") if state.proxy else "",
        "keeps": access.organises or (access.member is not None and access.member.number == state.member),
        "reopen_url": reopen_url(access, state),
        "shelf": asset_shelf(state, _base(access, state), missions=access.campaign.missions),
        "figure": value_figure(state.name, select.value_steps(access.campaign, number)),
        "words": recent_words(access.campaign, number),
        "fallen": recently_fallen(access.campaign, number),
        "live_campaign_id": access.campaign.pk,
        "models": models_of(request, access, state),
    }


@require_safe
def ledger(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Every change of Fleet Points with its balance (CR-003)."""
    access = campaign_access_or_404(request, campaign_id)
    state = select.fleet_or_404(access.campaign, number)
    page = Paginator(select.ledger(access.campaign, number), LINES).get_page(request.GET.get("page"))
    names = member_names(campaign_id, (line.actor for line in page))
    lines = [(line, names.get(line.actor, SYSTEM_NAME)) for line in page]
    context = _context(request, access, state, "Ledger") | {"page": page, "lines": lines}
    return render(request, "rosters/ledger.html", context)


@require_safe
def history(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The fleet's games (CR-121), and what organisers set right."""
    access = campaign_access_or_404(request, campaign_id)
    state = select.fleet_or_404(access.campaign, number)
    ordinals = round_ordinals(campaign_id)
    events = select.standing_events(access.campaign, number, select.GAMES)
    games = addresses_told_of(campaign_id, (each.event for each in events))
    lines = [history_line(each.at, each.event, games, ordinals) for each in events][::-1]  # type: ignore[arg-type]
    context = _context(request, access, state, "History") | {
        "lines": lines,
        "words": words(access.campaign, number),
    }
    return render(request, "rosters/history.html", context)


@require_safe
def memorial(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The memorial: cards that the fleet has lost."""
    access = campaign_access_or_404(request, campaign_id)
    state = select.fleet_or_404(access.campaign, number)
    events = [
        (each.at, each.event) for each in select.standing_events(access.campaign, number, select.LOSSES)
    ]
    ships = [ship.id for ship in state.ships.values() if ship.mia]
    awaited = ships + [upgrade.id for upgrade in state.upgrades.values() if upgrade.mia]
    games = addresses_told_of(campaign_id, (event for _, event in events))
    lines = memorial_lines(events, games, awaited)  # type: ignore[arg-type]
    return render(
        request, "rosters/memorial.html", _context(request, access, state, "Memorial") | {"lines": lines}
    )


def _context(request: HttpRequest, access: CampaignAccess, state: FleetState, current: str) -> dict[str, Any]:
    mine = access.member is not None and access.member.number in commanders(state)
    return fleet_frame(request, access, state, current, here="" if current == "Roster" else current) | {
        "base": _base(access, state),
        "mine": mine,
        "may_edit": (mine or access.organises) and access.campaign.phase != "ended",
        "current": current,
        "live_campaign_id": None,
    }


def _base(access: CampaignAccess, state: FleetState) -> Address:
    return fleet_address(access.campaign.pk, state.slug)
