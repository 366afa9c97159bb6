"""The roster builder and the repairs desk: two pages over the same board, with the same orders."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from league.http import done, refusing, wants_part
from league.kernel.refusal import Refusal
from league.rules.phrases import SIDE_NAMES
from league.rules.state import Profile
from league.selectors.addresses import game_address_of
from league.selectors.undoings import UndoneBy
from rosters.presenters.assets import asset_shelf
from rosters.presenters.board import board, findings, fix_at, sheet_of, to_fill
from rosters.presenters.desk_page import desk_page
from rosters.presenters.messages import unready
from rosters.presenters.moved import moved_on
from rosters.presenters.picks import squadron_targets
from rosters.presenters.repairs import FIRST, LAST, done_since, only_at, steps_of
from rosters.rules.fleets.names import SUITS
from rosters.rules.fleets.ready import is_ready, waits_for_start
from rosters.rules.legality import Moment
from rosters.rules.state import SQUADRON_CARDS
from rosters.selectors import fleets as select
from rosters.selectors.waiting import WORTH_SPENDING
from rosters.views.fleet_frame import fleet_frame, models_of, reopen_url
from rosters.views.picks import onward
from rosters.views.recent_changes import recent_words, recently_fallen
from rosters.views.repairs import happened, keep_step, step_of
from rosters.views.steps import Steps, steps_at
from rosters.views.workplace import PLAN, Workplace, again, carry_out, workplace

SIDES = tuple(SIDE_NAMES.items())
WORKED_ON = ("-draft", "-desk")  # ends of the standings in which a builder is open


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def work(request: HttpRequest, campaign_id: int, number: int, page: str) -> HttpResponse:
    """Builder or desk; a post carries out one order and shows the page as it is then."""
    at = workplace(request, campaign_id, number, page)
    if request.method != "POST":
        news = {"words": recent_words(at.campaign, number), "fallen": recently_fallen(at.campaign, number)}
        context = context_of(request, at) | news
        response = render(request, f"rosters/{page}/page.html", context)
        return keep_step(response, at, context["steps"].at) if "steps" in context else response
    try:
        message = carry_out(request, at)
    except Refusal as refusal:
        turning_back = request.POST.get("do") in ("undo", "redo") and refusal.status == HTTPStatus.CONFLICT
        now = again(at)
        if not turning_back or not wants_part(request) or _moved_on(at, now):
            raise
        messages.error(request, f"{refusal.message} The page shows the fleet as it is now.")
        return _part(request, now, status=refusal.status)
    if request.POST.get("do") in ("close_desk", "lock_fleet"):
        return done(request, at.base, message)
    now = again(at)
    message = unready(message, at.fleet, now.fleet)
    if not wants_part(request) or _heading(now) != _heading(at):
        return done(
            request, f"{now.url}?step={step_of(request, now)}" if page == "desk" else now.url, message
        )
    messages.success(request, message)
    response = _part(request, now)
    response["HX-Trigger-After-Settle"] = json.dumps(
        {"roster-changed": {}, "roster-goes-on": {"url": onward(request, at, now)}}
    )
    return response


def _part(request: HttpRequest, at: Workplace, status: int = 200) -> HttpResponse:
    """The part of the page that an order replaces, as the fleet is now."""
    context = context_of(request, at) | {"part": True}
    return render(request, f"rosters/{at.page}/page.html#builder", context, status=status)


def _moved_on(before: Workplace, now: Workplace) -> bool:
    """Whether more of the page has changed than the part that an order replaces."""
    return not now.open or now.standing != before.standing or _heading(now) != _heading(before)


@require_safe
@refusing
def moved(request: HttpRequest, campaign_id: int, number: int, page: str) -> HttpResponse:
    """Tell a page that the fleet has moved on by another hand: the campaign has started, or an organiser has
    closed the repairs or opened them again. `was` is how the fleet stood on the page; nothing is answered
    while it stands so. A builder that stays open gets its new next step. Another page is loaded again if
    there is something to work on now; if not, its content gives way to that of the page as it is."""
    at = workplace(request, campaign_id, number, page)
    was = request.GET.get("was", "")
    if page == PLAN or was == at.standing:
        return HttpResponse(status=204)
    said = moved_on(at.fleet, was, at.campaign.phase)
    opens = at.open and (page == "build" or at.fleet.standing == "desk")
    if opens and page == "build" and was.endswith(WORKED_ON):
        return render(request, "rosters/build/page.html#moved", context_of(request, at) | {"said": said})
    if said:
        messages.info(request, said)
    if opens:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    response = work(request, campaign_id, number, page)
    response["HX-Retarget"] = response["HX-Reselect"] = "#main"
    response["HX-Reswap"] = "outerHTML show:window:top"
    return response


def _heading(at: Workplace) -> tuple[str, str, str, bool]:
    """Heading and buttons above the part that an order replaces."""
    return at.fleet.name, at.fleet.suit, at.fleet.side, is_ready(at.fleet)


def context_of(request: HttpRequest, at: Workplace) -> dict[str, Any]:
    """Context of both pages. Ten queries at most."""
    profile = select.profile_of(at.campaign)
    moment: Moment = "start" if at.draft else "close" if at.fleet.standing == "desk" else "desk"
    sheet = sheet_of(at.doc, profile, moment, at.mate_docs)
    member = at.access.member if at.open else None
    step = step_of(request, at) if at.page == "desk" else ""
    steps = Steps() if step == FIRST else steps_at(at.campaign, member, at.fleet.id)
    here = "Repairs" if at.page == "desk" else "Build"
    context = fleet_frame(request, at.access, at.fleet, here, here=here) | {
        "live_campaign_id": None,
        "at": at,
        "sheet": sheet,
        "findings": findings(at.doc, profile, moment, at.mate_docs),
        "board": board(
            at.doc,
            profile,
            moment,
            at.mate_docs,
            home=at.base,
            work=at.url if at.open else None,
            only=only_at(step) if step else "",
        ),
        "targets": list(squadron_targets(at.fleet)),
        "last": steps.last,
        "last_words": steps.last_words,
        "undone": steps.undone,
        "undone_words": steps.undone_words,
        "sides": SIDES,
        "suits": SUITS,
        "ready": waits_for_start(at.fleet, at.campaign.phase, errors=bool(sheet.errors)),
        "models": models_of(request, at.access, at.fleet) if at.page == "build" else None,
        "much_left": at.draft and at.fleet.points >= WORTH_SPENDING,
        "to_fill": to_fill(sheet),
        "fix_at": fix_at(sheet),
        "first_card": 0 if at.fleet.squadrons else SQUADRON_CARDS[0],
        "empty": not (at.fleet.ships or at.fleet.upgrades or at.fleet.squadrons),
    }
    if at.page == "desk" and at.fleet.standing == "ready":
        context["closed_for"] = select.closed_for(at.campaign, at.fleet.id, at.fleet.member)
        context["reopen_url"] = reopen_url(at.access, at.fleet)
    if at.page == "desk" and at.fleet.standing != "desk":
        context["undone_result"] = _told(at, select.opening_undone(at.campaign, at.fleet.id))
    if at.page == "desk" and at.fleet.standing == "desk":
        context |= _open_desk(at, profile, step, errors=len(sheet.errors))
    return context


def _told(at: Workplace, undone: UndoneBy | None) -> UndoneBy | None:
    return undone.told_to(at.access.member.number) if undone and at.access.member else undone


def _open_desk(at: Workplace, profile: Profile, step: str, *, errors: int) -> dict[str, Any]:
    """The repairs at one of their steps."""
    desk = desk_page(at.doc, profile, at.mate_docs)
    offered, points = at.fleet.offer is not None, at.fleet.points
    steps = steps_of(desk, at.url, step, points=points, errors=errors, offered=offered)
    since = select.since_the_desk_opened(at.campaign, at.fleet.id) if steps.at == LAST else ()
    # The first step and the last one take all queries that a page may have for what they tell.
    told = steps.at in (FIRST, LAST)
    return {
        "desk": desk,
        "steps": steps,
        "done": done_since(each.event for each in since),
        "reopened": None if told else _told(at, select.closing_undone(at.campaign, at.fleet.id)),
        "game": game_address_of(at.campaign.pk, at.fleet.desk.game if at.fleet.desk else None),
        "happened": happened(at) if steps.at == FIRST else [],
        "shelf": asset_shelf(at.fleet, at.base, missions=at.campaign.missions),
    }
