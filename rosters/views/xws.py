"""Squadrons from and for other programs, in the XWS format."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from league.forms import take_refusal
from league.http import done, refusing, seen_from
from league.kernel.refusal import NotYours, Refusal
from league.naming import file_stem
from league.permissions import campaign_access_or_404
from league.services.acts import act
from league.views.common import posted
from rosters.forms import XwsForm
from rosters.presenters.importing import (
    bought_words,
    button_words,
    free_card,
    import_lines,
    places,
    sum_words,
)
from rosters.presenters.messages import unready
from rosters.presenters.roster.sheet import squadron_block
from rosters.rules.orders import ImportXws, XwsPreview, preview_xws
from rosters.rules.purchases.xws import export_squadron
from rosters.rules.squadrons.types import type_findings
from rosters.selectors import fleets as select
from rosters.views.fleet_frame import fleet_frame
from rosters.views.workplace import Workplace, again, workplace


@require_safe
@refusing
def export(request: HttpRequest, campaign_id: int, number: int, card: int) -> HttpResponse:
    """A squadron as an XWS file; for everybody who may see the fleet."""
    access = campaign_access_or_404(request, campaign_id)
    fleet = select.fleet_or_404(access.campaign, number)
    if card not in fleet.squadrons:
        raise Http404("There is no such squadron in this fleet.")
    text = json.dumps(export_squadron(fleet, card), ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json")
    name = f"{file_stem(fleet.name, 'fleet')}-{card}.xws"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def import_squadron(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Paste or choose a squadron, look at what it would buy, then buy."""
    at = workplace(request, campaign_id, number, "build")
    if not at.draft or not at.open:
        return HttpResponseRedirect(at.url)
    form = XwsForm(posted(request), request.FILES or None, initial={"squadron": free_card(at.fleet)})
    plan, status = None, 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                plan = _preview(at, form)
                if request.POST.get("step") == "buy":
                    return _buy(request, at, form, plan)
                status = 200
            except NotYours:
                raise
            except Refusal as refusal:
                take_refusal(form, refusal)
                status = refusal.status
    context = (
        fleet_frame(request, at.access, at.fleet, "Build", here="Import")
        | {
            "live_campaign_id": None,
            "at": at,
            "form": form,
            "plan": plan,
            "places": list(places(at.fleet)),
        }
        | _previewed(at, plan, form)
    )
    context["trail"].append(("Build", at.url))
    return render(request, "rosters/import/page.html", context, status=status)


def _previewed(at: Workplace, plan: XwsPreview | None, form: XwsForm) -> dict[str, Any]:
    """The purchase in words, and the squadron that was chosen as it would be after it, with its faults."""
    if plan is None:
        return {}
    card = form.cleaned_data.get("squadron")
    return {
        "ships": import_lines(plan),
        "sum": sum_words(plan, at.fleet),
        "button": button_words(plan, card),
    } | _squadron_after(at, plan, card)


def _squadron_after(at: Workplace, plan: XwsPreview, card: int | None) -> dict[str, Any]:
    if card not in plan.after.squadrons:
        return {}
    faults = type_findings(plan.after, card, select.profile_of(at.campaign))
    return {"card": card, "formed": squadron_block(plan.after, card), "faults": faults}


def _preview(at: Workplace, form: XwsForm) -> XwsPreview:
    data = form.cleaned_data
    return preview_xws(at.fleet, data["text"], select.profile_of(at.campaign), data["squadron"], at.mates)


def _buy(request: HttpRequest, at: Workplace, form: XwsForm, plan: XwsPreview) -> HttpResponse:
    squadron, text = form.cleaned_data["squadron"], form.cleaned_data["text"]
    seen = seen_from(request, f"rosters:{at.fleet.id}")
    bought = act(
        at.campaign.pk, at.access.member, ImportXws(at.fleet.id, squadron, text), seen=seen, own_too=True
    )
    said = bought_words(plan, squadron, bought.events)
    return done(request, at.url, unready(said, at.fleet, again(at).fleet))
