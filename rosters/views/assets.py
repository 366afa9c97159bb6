"""Taking or declining the asset that a victory offers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from league.addresses import address, fleet_address
from league.http import done, refusing, seen_from
from league.kernel.decision import Order
from league.permissions import member_access_or_404
from league.posted import read_order
from league.services.acts import act
from rosters.presenters.messages import message_for
from rosters.rules.orders import DeclineAsset, TakeAsset
from rosters.selectors import fleets as select

NONE = "none"
"""Value of the answer that takes no asset."""


@require_POST
@refusing
def choose(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Carry out the choice of an asset; back to the page it was made on."""
    access = member_access_or_404(request, campaign_id)
    fleet = select.fleet_or_404(access.campaign, number)
    button: type[Order] = DeclineAsset if request.POST.get("kind") == NONE else TakeAsset
    order = read_order(button, request.POST, fleet=fleet.id, missing="Choose one of the assets, or none.")
    seen = seen_from(request, f"rosters:{fleet.id}")
    message = message_for(act(campaign_id, access.member, order, seen=seen).events)
    base = fleet_address(campaign_id, fleet.slug)
    at_desk = request.POST.get("page") == "desk"
    return done(request, address("fleet-work", base, "desk") if at_desk else base, message)
