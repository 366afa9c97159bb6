"""Shared by the campaign's pages: access, the frame around a page, forms with refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from league.addresses import Address, address, campaign_address
from league.forms import take_refusal
from league.http import refusal_response
from league.kernel.decision import Actor, Order
from league.kernel.refusal import NotYours, Refusal
from league.permissions import CampaignAccess, member_access_or_404
from league.rules.state import LeagueState
from league.selectors.clubs import club_of
from league.selectors.undoing import last_act, start_to_undo
from league.services.acts import preview
from league.ways import campaign_tabs


def organiser_access(request: HttpRequest, campaign_id: int, doing: str) -> CampaignAccess:
    """The campaign, if this visitor organises it. Strangers get 404, other members `NotYours`.

    `doing` completes the sentence "Only an organiser can …".
    """
    access = member_access_or_404(request, campaign_id)
    if not access.organises:
        raise NotYours("organisers_only", f"Only an organiser can {doing}. Ask yours to do it.")
    return access


def base_of(access: CampaignAccess) -> Address:
    """The campaign's address."""
    return campaign_address(access.campaign.pk)


def undo_url(access: CampaignAccess, name: str) -> str:
    """The page that undoes the last act of that kind, "" without one; `name` is its order's. One query for
    organisers, none for others, who get ""."""
    number = last_act(access.campaign, name) if access.organises else 0
    return address("undo", base_of(access), number) if number else ""


def undo_start_url(access: CampaignAccess, league: LeagueState) -> str:
    """The page that undoes the start of the campaign, "" if the reader cannot undo it or nobody can any more.
    Queries as in `start_to_undo`."""
    if access.member is None:
        return ""
    number = start_to_undo(access.campaign, league, Actor(access.member.number, access.member.role))  # type: ignore[arg-type]
    return address("undo", base_of(access), number) if number else ""


def frame(request: HttpRequest, access: CampaignAccess, tab: str = "", **more: Any) -> dict[str, Any]:
    """The context of a campaign page: campaign, reader, tabs, the way to it, live updates. `tab` is the one
    that it belongs to; a page below a tab has it in its way."""
    base, campaign = base_of(access), access.campaign
    tabs = campaign_tabs(base, tab)
    club = club_of(access)
    trail = [(club.name, address("club", club.slug)) if club else ("Campaigns", address("campaigns"))]
    trail.append((f"{campaign.name} (copy)" if campaign.restored_at else campaign.name, base))
    trail += [(each.label, each.url) for each in tabs[1:] if each.here and each.url != request.path]
    return {
        "campaign": campaign,
        "access": access,
        "me": access.member,
        "organises": access.organises,
        "base": base,
        "tabs": tabs,
        "trail": trail,
        "club": club,
        "live_campaign_id": campaign.pk,
        "news_campaign_id": campaign.pk if access.member else None,
        **more,
    }


def form_page(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    form: forms.BaseForm,
    send: Callable[[], HttpResponse],
) -> HttpResponse:
    """A page around one form. A well-formed post is sent on; a refusal that comes of it is shown in the form.

    Answers 422 for a form that cannot be read and the refusal's status for one that was declined.
    """
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                return send()
            except NotYours as refusal:
                return refusal_response(request, refusal)
            except Refusal as refusal:
                take_refusal(form, refusal)
                context["refusal"] = refusal
                status = refusal.status
    return render(request, template, {**context, "form": form}, status=status)


def why_closed(access: CampaignAccess, order: Order) -> str:
    """Reason why an order would be refused now, whatever its reason; "" when it would not."""
    try:
        preview(access.campaign.pk, access.member, order)
    except Refusal as refusal:
        return refusal.message
    return ""


def posted(request: HttpRequest) -> QueryDict | None:
    """The posted fields to bind a form to, or None."""
    return request.POST if request.method == "POST" else None


def number_or_404(text: str) -> int:
    """A number from an address's query. Raises Http404."""
    if not text.isdecimal() or len(text) > 15:
        raise Http404("That is no number.")
    return int(text)
