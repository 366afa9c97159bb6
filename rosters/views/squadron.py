"""One squadron: its ships with their figures, and two of its versions side by side."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.addresses import address, fleet_address
from league.http import refusing
from league.kernel.refusal import Unreadable
from league.permissions import CampaignAccess, campaign_access_or_404
from league.posted import read_number
from league.selectors.campaigns import round_ordinals
from league.views.common import base_of
from rosters.presenters.roster.sheet import squadron_block
from rosters.presenters.versions import choices, compared
from rosters.rules.squadrons.versions import Version, before_the_latest
from rosters.rules.state import FleetState
from rosters.selectors import fleets as select
from rosters.selectors.versions import squadron_versions
from rosters.services import sharing
from rosters.views.fleet_frame import fleet_frame, models_of


@require_safe
def page(request: HttpRequest, campaign_id: int, number: int, card: int) -> HttpResponse:
    """The squadron as it stands; for everybody who may see the fleet."""
    access = campaign_access_or_404(request, campaign_id)
    fleet = squadron_or_404(access, number, card)
    context = context_of(request, access, fleet, card)
    context["models"] = models = models_of(request, access, fleet)
    context["lacks"] = models.of_squadron(card) if models else ""
    context["shares"] = sharing.may_withdraw(fleet, access.member)
    return render(request, "rosters/squadron/page.html", context)


def squadron_or_404(access: CampaignAccess, number: int, card: int) -> FleetState:
    """The fleet, if that card is one of its squadrons. Raises Http404."""
    fleet = select.fleet_or_404(access.campaign, number)
    if card not in fleet.squadrons:
        raise Http404("There is no such squadron in this fleet.")
    return fleet


def context_of(
    request: HttpRequest, access: CampaignAccess, fleet: FleetState, card: int, *, here: str = ""
) -> dict[str, Any]:
    """The context of every page about a squadron; `here` is the name of a page below the squadron's own."""
    base = fleet_address(base_of(access), fleet.slug)
    context = fleet_frame(request, access, fleet, "Roster", here=here or f"Squadron {card}") | {
        "live_campaign_id": None,
        "base": base,
        "card": card,
        "squadron": squadron_block(fleet, card),
    }
    if here:
        context["trail"].append((f"Squadron {card}", address("squadron", base, card)))
    return context


@require_safe
@refusing
def versions(request: HttpRequest, campaign_id: int, number: int, card: int) -> HttpResponse:
    """Two versions of the squadron side by side: `from` and `to`, by default the newest and the one before
    it that stood at a game or at the end of a post-game phase."""
    access = campaign_access_or_404(request, campaign_id)
    fleet = squadron_or_404(access, number, card)
    found = squadron_versions(access.campaign, number, card)
    before, after = _chosen(request, found)
    context = context_of(request, access, fleet, card, here="Versions") | {
        "choices": choices(found, round_ordinals(campaign_id)),
        "before": before,
        "after": after,
        "compared": compared(before, after, card) if before else None,
    }
    return render(request, "rosters/squadron/versions.html", context)


def _chosen(request: HttpRequest, found: list[Version]) -> tuple[Version | None, Version]:
    after = _numbered(request, "to", found) or found[-1]
    return _numbered(request, "from", found) or before_the_latest(found), after


def _numbered(request: HttpRequest, field: str, found: list[Version]) -> Version | None:
    """The version that the query names, None if it names none. Raises `Unreadable` for one that is not
    there."""
    text = request.GET.get(field, "")
    if not text:
        return None
    number = read_number(text, "The version", field=field)
    if not 1 <= number <= len(found):
        raise Unreadable(
            "no_version", f"The squadron has versions 1 to {len(found)}. Choose two of them.", field=field
        )
    return found[number - 1]
