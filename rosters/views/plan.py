"""A plan for a fleet: orders tried on a copy, compared with today, then carried out or thrown away."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league import limits
from league.addresses import address
from league.http import done, refusing, seen_from, wants_part
from league.kernel.decision import Order
from league.kernel.refusal import Refusal
from league.posted import known_order, read_number, read_order
from rosters.presenters.board import board, findings, sheet_of
from rosters.presenters.messages import message_for, unready
from rosters.presenters.picks import squadron_targets
from rosters.presenters.plan import PlanView, plan_view
from rosters.rules.access import CLOSED
from rosters.rules.desk.planning import PLANNABLE, Plan, follow
from rosters.rules.desk.what_if import Imagined
from rosters.rules.legality import Moment
from rosters.rules.state import FleetState
from rosters.selectors import fleets as select
from rosters.services.plans import carry_out_plan
from rosters.views.fleet_frame import fleet_frame
from rosters.views.picks import onward
from rosters.views.planned import Kept, keep, kept
from rosters.views.what_if import imagined_in
from rosters.views.workplace import PLAN, Workplace, actor_in, open_workplace, proposed, workplace

TAKE, THROW_AWAY = "take_plan", "throw_plan_away"
IMAGINE, BACK, DROP = "imagine", "undo", "drop_step"


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def page(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The copy with everything that can be tried on it; a post adds a step, or ends the plan."""
    if request.method != "POST":
        at = workplace(request, campaign_id, number, PLAN)
        return render(request, "rosters/plan/page.html", _context(request, at))
    at = open_workplace(request, campaign_id, number, PLAN)
    do = request.POST.get("do", "")
    if do == TAKE:
        return _taken(request, at)
    message = _change(request, at, do)
    now = workplace(request, campaign_id, number, PLAN)
    if do == THROW_AWAY:
        return done(request, now.base, message)
    if not wants_part(request):
        return done(request, now.url, message)
    messages.success(request, message)
    response = render(request, "rosters/plan/page.html#builder", _context(request, now) | {"part": True})
    going_on = {"roster-changed": {}, "roster-goes-on": {"url": onward(request, at, now)}}
    response["HX-Trigger-After-Settle"] = json.dumps(going_on)
    return response


def _change(request: HttpRequest, at: Workplace, do: str) -> str:
    """Change the kept plan as the post says; returns what was done, in a sentence. Raises `Refusal`."""
    now = kept(request, at.campaign.pk, at.fleet.id)
    plan = now.plan
    if do == THROW_AWAY:
        keep(request, at.campaign.pk, at.fleet.id, Kept())
        return "The plan is thrown away. Nothing was changed."
    if do == IMAGINE:
        found = imagined_in(request.POST, _today(at))
        message = (
            "The copy shows the fleet after that game."
            if found
            else "The copy shows the fleet as it is today."
        )
        changed = replace(plan, imagined=found)
    elif do == BACK:
        if not plan.steps:
            raise Refusal("no_step", "The plan has no step to take back.")
        message, changed = "The last step is taken back.", replace(plan, steps=plan.steps[:-1])
    elif do == DROP:
        serial = read_number(request.POST.get("step", ""), "The step")
        message, changed = "The step is dropped.", plan.without(serial)
    else:
        order = (
            proposed(at)
            if do == "take_proposal"
            else read_order(known_order(PLANNABLE, do), request.POST, fleet=at.fleet.id)
        )
        message, changed = _with_step(at, now, order)
    later = Kept(changed, select.seq_of(at.campaign, at.fleet.id), now.serial + 1)
    keep(request, at.campaign.pk, at.fleet.id, later)
    return message


def _with_step(at: Workplace, now: Kept, order: Order) -> tuple[str, Plan]:
    """The effect of the order in words, and the plan with it as its last step. Raises `Refusal` if it is not
    possible there."""
    if len(now.plan.steps) >= limits.PLAN_STEPS:
        raise Refusal(
            "plan_full",
            f"A plan has up to {limits.PLAN_STEPS} steps. Take it over, or take a step back first.",
        )
    if _view(at, now.plan).refused:
        raise Refusal("plan_broken", "Drop the step that is no longer possible, then go on planning.")
    changed = now.plan.with_step(order, now.serial)
    found = follow(
        _today(at),
        select.profile_of(at.campaign),
        changed,
        actor_in(at.access),
        now=timezone.now().isoformat(),
        mates=at.mates,
    )
    if found.refusal is not None:
        raise found.refusal
    return f"Planned: {message_for(found.done[-1])}", changed


def _taken(request: HttpRequest, at: Workplace) -> HttpResponse:
    """Carry the plan out and forget it. Raises `Refusal`; then the plan stays."""
    plan = kept(request, at.campaign.pk, at.fleet.id).plan
    if not plan.steps:
        raise Refusal("no_step", "The plan has no step yet. Plan a purchase or a move first.")
    seen = seen_from(request, f"rosters:{at.fleet.id}")
    before = _today(at)
    count = carry_out_plan(at.campaign.pk, at.access.member, plan, seen)
    keep(request, at.campaign.pk, at.fleet.id, Kept())
    steps = "one step is" if count == 1 else f"{count} steps are"
    where = address("fleet-work", at.base, "build" if at.draft else "desk")
    said = f"The plan is carried out: {steps} done. You can undo them one by one."
    return done(request, where, unready(said, before, _today(at)))


def _today(at: Workplace) -> FleetState:
    return select.fleet_or_404(at.campaign, at.fleet.id)


def _view(at: Workplace, plan: Plan) -> PlanView:
    """The plan worked out on the fleet of today. One query."""
    doc = select.doc_or_404(at.campaign, at.fleet.id)
    return plan_view(doc, select.profile_of(at.campaign), plan, actor_in(at.access), at.mate_docs)


def _context(request: HttpRequest, at: Workplace) -> dict[str, Any]:
    """The context of the page: the copy, the steps and the comparison."""
    context = fleet_frame(request, at.access, at.fleet, "What if", here="Plan") | {
        "live_campaign_id": None,
        "at": at,
    }
    context["trail"].append(("What if", address("fleet-what-if", at.base)))
    if not at.open:
        return context
    now, profile, today = (
        kept(request, at.campaign.pk, at.fleet.id),
        select.profile_of(at.campaign),
        _today(at),
    )
    moment: Moment = "start" if at.draft else "close"
    return context | {
        "kept": now,
        "view": _view(at, now.plan),
        "changed": bool(now.plan.steps) and now.seq != select.seq_of(at.campaign, at.fleet.id),
        "closed": CLOSED.get(today.standing, "").format(name=at.fleet.name),
        "imagined": _imagined_words(now.plan.imagined),
        "sheet": sheet_of(at.doc, profile, moment, at.mate_docs),
        "findings": findings(at.doc, profile, moment, at.mate_docs),
        "board": board(at.doc, profile, moment, at.mate_docs, work=at.url),
        "targets": list(squadron_targets(at.fleet)),
    }


def _imagined_words(imagined: Imagined | None) -> str:
    """The game that comes before the steps, in words; "" without one."""
    if imagined is None:
        return ""
    ships = len(imagined.losses)
    parts = [f"{ships} ship{'s' * (ships != 1)} lost"] if ships else []
    parts += [f"{imagined.points} FP earned"] if imagined.points else []
    parts += ["a defeat"] if imagined.defeat else []
    return ", ".join(parts)
