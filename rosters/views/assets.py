"""Taking or declining the asset that a victory offers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from league.addresses import address, fleet_address
from league.http import done, refusing, seen_from
from league.kernel.decision import Order
from league.kernel.refusal import Refusal
from league.permissions import CampaignAccess, member_access_or_404
from league.posted import read_order
from league.services.acts import act
from rosters.presenters.messages import message_for
from rosters.rules.orders import DeclineAsset, TakeAsset
from rosters.rules.state import FleetState
from rosters.selectors import fleets as select
from rosters.views.build import context_of
from rosters.views.fleets import roster_context
from rosters.views.workplace import workplace

NONE = "none"
"""Value of the answer that takes no asset."""


@require_POST
@refusing
def choose(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Carry out the choice of an asset; back to the page it was made on."""
    access = member_access_or_404(request, campaign_id)
    fleet = select.fleet_or_404(access.campaign, number)
    try:
        message = _carry_out(request, access, fleet)
    except Refusal as refusal:
        if refusal.field != "give_up":
            raise
        return _asked_again(request, access, number, refusal)
    base = fleet_address(campaign_id, fleet.slug)
    return done(request, address("fleet-work", base, "desk") if _at_desk(request) else base, message)


def _carry_out(request: HttpRequest, access: CampaignAccess, fleet: FleetState) -> str:
    """Carry out the posted choice; returns what was done, in a sentence. Raises `Refusal`."""
    button: type[Order] = DeclineAsset if request.POST.get("kind") == NONE else TakeAsset
    order = read_order(button, request.POST, fleet=fleet.id, missing="Choose one of the assets, or none.")
    seen = seen_from(request, f"rosters:{fleet.id}")
    return message_for(act(access.campaign.pk, access.member, order, seen=seen).events)


def _at_desk(request: HttpRequest) -> bool:
    return request.POST.get("page") == "desk"


def _asked_again(request: HttpRequest, access: CampaignAccess, number: int, refusal: Refusal) -> HttpResponse:
    """The page that the choice was made on, with what was chosen and the reason beside its field."""
    if _at_desk(request):
        page, context = "desk", context_of(request, workplace(request, access.campaign.pk, number, "desk"))
    else:
        page, context = "fleet", roster_context(request, access, number)
    context |= {"offer_kind": request.POST.get("kind", ""), "offer_refused": refusal}
    return render(request, f"rosters/{page}/page.html", context, status=refusal.status)
