"""An organiser sets a roster right: points, marks, lost names, elimination; every form asks why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from league.addresses import Address, address, fleet_address
from league.forms import ReasonForm
from league.http import done, gone, refusing, seen_from
from league.kernel.decision import Order
from league.permissions import CampaignAccess
from league.services.acts import act
from league.views.common import base_of, form_page, organiser_access, posted
from rosters.catalogue import catalogue
from rosters.forms import PointsForm, ShipForm
from rosters.presenters.override import (
    Words,
    elimination_words,
    name_words,
    points_words,
    ship_place,
    ship_state,
    ship_words,
    upgrade_words,
)
from rosters.rules.labels import ship_name, upgrade_name
from rosters.rules.orders import (
    AdjustPoints,
    RestoreName,
    SetShipStatus,
    SetUpgradeStatus,
    StrikeElimination,
)
from rosters.rules.overrides.orders import overridable, upgrades_to_set
from rosters.rules.state import FleetState
from rosters.selectors import fleets as select
from rosters.views.fleet_frame import fleet_frame


@dataclass(frozen=True, slots=True)
class Item:
    """A thing that can be set right, what it is now, and where that is done."""

    name: str
    state: str
    url: str
    where: str = ""


def _place(request: HttpRequest, campaign_id: int, number: int) -> tuple[CampaignAccess, FleetState]:
    access = organiser_access(request, campaign_id, "adjust a fleet")
    return access, select.fleet_or_404(access.campaign, number)


def _fleet_place(access: CampaignAccess, fleet: FleetState) -> Address:
    return fleet_address(base_of(access), fleet.slug)


def _frame(request: HttpRequest, access: CampaignAccess, fleet: FleetState, **more: Any) -> dict[str, Any]:
    url = _fleet_place(access, fleet)
    at = Address.at("override", url)
    context = fleet_frame(request, access, fleet, here="Adjust", url=url, override_url=at, **more)
    if request.path != at:
        context["trail"].append(("Adjust", at))
    return context


@require_safe
@refusing
def override(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Everything that can be set right on a fleet."""
    access, fleet = _place(request, campaign_id, number)
    url = Address.at("override", _fleet_place(access, fleet))
    names = catalogue().names
    closed = "The campaign has ended. Reopen it first." if access.campaign.phase == "ended" else ""
    context = _frame(
        request,
        access,
        fleet,
        closed=closed or overridable(fleet),
        points=not closed and not overridable(fleet, "draft"),
        ships=[
            Item(ship_name(ship), ship_state(ship), address("override-ship", url, ship.id), ship_place(ship))
            for ship in sorted(fleet.ships.values(), key=lambda each: (each.squadron or 99, each.id))
        ],
        upgrades=[
            Item(upgrade_name(each), "MIA" if each.mia else "", address("override-upgrade", url, each.id))
            for each in upgrades_to_set(fleet)
        ],
        lost=[Item(names[each].name, "KIA", address("override-name", url, each)) for each in fleet.killed],
        missions=access.campaign.missions,
    )
    return render(request, "rosters/override.html", context)


def _ask(
    request: HttpRequest,
    access: CampaignAccess,
    fleet: FleetState,
    form: ReasonForm,
    words: Words,
    order: Any,
    closed: str = "",
) -> HttpResponse:
    """A page around one form; `order()` makes the order of what was filled in, `closed` is why it would be
    refused."""

    def send() -> HttpResponse:
        made: Order = order()
        seen = seen_from(request, f"rosters:{fleet.id}")
        act(access.campaign.pk, access.member, made, seen=seen, own_too=True)
        return done(request, _fleet_place(access, fleet), words.done)

    back = Address.at("override", _fleet_place(access, fleet))
    context = _frame(request, access, fleet, words=words, back=back, seen=access.campaign.head_seq)
    context["closed"] = closed if request.method != "POST" else ""
    return form_page(request, "league/reason.html", context, form, send)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def points(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Give or take Fleet Points; a ledger line tells why (CR-003)."""
    access, fleet = _place(request, campaign_id, number)
    form = PointsForm(posted(request))
    return _ask(
        request,
        access,
        fleet,
        form,
        points_words(fleet),
        lambda: AdjustPoints(fleet.id, form.cleaned_data["amount"], form.cleaned_data["reason"]),
        overridable(fleet, "draft"),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def ship(request: HttpRequest, campaign_id: int, number: int, ship: int) -> HttpResponse:
    """Set rank and marks of a ship."""
    access, fleet = _place(request, campaign_id, number)
    state = fleet.ships.get(ship)
    if state is None:
        raise Http404("There is no such ship.")
    form = ShipForm(posted(request), initial=ShipForm.initial_of(state), ship=state)

    def order() -> SetShipStatus:
        data = form.cleaned_data
        damaged, crippled = form.marked("damaged"), form.marked("crippled")
        return SetShipStatus(fleet.id, ship, data["rank"], data["mia"], damaged, crippled, data["reason"])

    return _ask(request, access, fleet, form, ship_words(state), order)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def upgrade(request: HttpRequest, campaign_id: int, number: int, upgrade: int) -> HttpResponse:
    """Say that an upgrade is missing, or bring it back."""
    access, fleet = _place(request, campaign_id, number)
    state = fleet.upgrades.get(upgrade)
    if state is None:
        raise Http404("There is no such upgrade.")
    form = ReasonForm(posted(request))
    return _ask(
        request,
        access,
        fleet,
        form,
        upgrade_words(state),
        lambda: SetUpgradeStatus(fleet.id, upgrade, not state.mia, form.cleaned_data["reason"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def name(request: HttpRequest, campaign_id: int, number: int, persona: str) -> HttpResponse:
    """Let a unique name that was killed serve again (CR-040)."""
    access, fleet = _place(request, campaign_id, number)
    unique = catalogue().names.get(persona)
    if unique is None:
        raise Http404("There is no such name.")
    if persona not in fleet.killed:
        return gone(
            request,
            Address.at("override", _fleet_place(access, fleet)),
            f"{fleet.name} has not lost {unique.name}, or may use it again already: nothing was changed.",
        )
    known, form = unique.name, ReasonForm(posted(request))
    return _ask(
        request,
        access,
        fleet,
        form,
        name_words(known),
        lambda: RestoreName(fleet.id, persona, form.cleaned_data["reason"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def elimination(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Let an eliminated fleet take part again (CR-150)."""
    access, fleet = _place(request, campaign_id, number)
    form = ReasonForm(posted(request))
    return _ask(
        request,
        access,
        fleet,
        form,
        elimination_words(fleet),
        lambda: StrikeElimination(fleet.id, form.cleaned_data["reason"]),
    )
