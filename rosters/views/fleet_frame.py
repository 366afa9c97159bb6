"""The frame around every page about one fleet: the campaign's tabs, the fleet's own pages, the way to it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from league.addresses import address, fleet_address
from league.permissions import CampaignAccess
from league.views.common import base_of, frame
from rosters.presenters.collection import FleetModels, ModelsLeft, fleet_models, models_left
from rosters.presenters.fleet_page import Commanded, fleet_pages, work_page
from rosters.rules.state import FleetState
from rosters.selectors.collection import owned_models
from rosters.selectors.fleets import closing_act


def fleet_frame(
    request: HttpRequest,
    access: CampaignAccess,
    fleet: Commanded,
    current: str = "",
    *,
    here: str = "",
    **more: Any,
) -> dict[str, Any]:
    """The context of a page about a fleet. `current` is the one of the fleet's own pages that it is, "" for
    another; `here` is its short name in the way to it, which for the roster is the fleet's."""
    url = fleet_address(base_of(access), fleet.slug)
    member = access.member.number if access.member else 0
    work = work_page(fleet, member, organises=access.organises, ended=access.campaign.phase == "ended")
    context = frame(request, access, "Fleets", fleet=fleet, **more)
    if here:
        context["trail"].append((fleet.name, url))
    return context | {
        "fleet_pages": fleet_pages(url, current, work),
        "here": here or fleet.name,
        "at_my_fleet": member != 0 and member in (fleet.member, fleet.proxy),
    }


def reopen_url(access: CampaignAccess, fleet: FleetState) -> str:
    """The page on which an organiser undoes the last closing of the fleet's repairs; "" for all others, and
    if there is nothing to undo now. One query for organisers."""
    if not access.organises or access.campaign.phase != "running" or fleet.standing != "ready":
        return ""
    closing = closing_act(access.campaign, fleet.id)
    return address("undo", base_of(access), closing) if closing else ""


def models_of(request: HttpRequest, access: CampaignAccess, fleet: FleetState) -> FleetModels | None:
    """The models that a fleet lacks, for its owner; None for all others. One query for the owner."""
    if not _owns(access, fleet):
        return None
    return fleet_models(fleet, owned_models(request.user))


def models_left_to(request: HttpRequest, access: CampaignAccess, fleet: FleetState) -> ModelsLeft:
    """The models that are left for another ship, for the fleet's owner; nothing is said to all others. One
    query for the owner."""
    return models_left(fleet, owned_models(request.user) if _owns(access, fleet) else {})


def _owns(access: CampaignAccess, fleet: FleetState) -> bool:
    return access.member is not None and access.member.number == fleet.member
