"""Leaving a campaign, being removed from it, handing a fleet over."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods

from league.addresses import address
from league.http import done, refusing
from league.kernel.refusal import NotYours
from league.models import Member
from league.permissions import CampaignAccess, member_access_or_404
from league.selectors import campaigns, port_rows
from league.services.acts import act
from league.views.common import base_of, form_page, frame, organiser_access, posted
from league.views.found import address_of
from rosters.forms import MemberForm
from rosters.rules.fleets.ending import LIVING, contenders
from rosters.rules.fleets.people import goes_along, why_staying
from rosters.rules.orders import HandOverFleet, LeaveCampaign, RemoveMember
from rosters.views.fleet_frame import fleet_frame


class HeirForm(MemberForm):
    """Choice of the fleet's new owner."""

    member = forms.TypedChoiceField(
        label="New commander",
        coerce=int,
        error_messages={
            "required": "Choose who gets the fleet.",
            "invalid_choice": "Choose a member of this campaign who commands no fleet.",
        },
    )


def _going(access: CampaignAccess, person: Member) -> dict[str, Any]:
    """Consequences of a person's leaving: why they are `staying`, whether their `fleet` `goes` with them, and
    whether that `ends` the campaign (CR-152). Two queries."""
    campaign = access.campaign
    fleet = port_rows.own_fleets([(campaign.pk, person.number)]).get(campaign.pk)
    standing = fleet.standing if fleet is not None else ""
    ends = False
    alone = person.role == "organiser" and len(campaigns.members(campaign.pk)) == 1
    if fleet is not None and fleet.standing in LIVING and campaign.phase == "running":
        stay = (each for each in port_rows.fleets(campaign.pk) if each.number != fleet.number)
        ends = contenders(stay, teams=campaign.format == "team") < 2
    return {
        "person": person,
        "fleet": fleet,
        "staying": why_staying(person.role, standing, campaign.phase, alone=alone),
        "closes": alone,
        "goes": goes_along(standing, campaign.phase),
        "draft": standing == "draft",
        "teams": campaign.format == "team",
        "ends": ends,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def leave(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Leave; the own fleet is retired, a draft dissolved."""
    access = member_access_or_404(request, campaign_id)
    assert access.member is not None
    if request.method == "POST":
        act(campaign_id, access.member, LeaveCampaign())
        return done(request, address("inbox"), f"You have left {access.campaign.name}.")
    context = frame(request, access, "More", **_going(access, access.member))
    return render(request, "rosters/leave.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def remove(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Take a member out of the campaign."""
    access = organiser_access(request, campaign_id, "remove a member")
    person = get_object_or_404(Member, campaign_id=campaign_id, number=number, active=True)
    if request.method == "POST":
        act(campaign_id, access.member, RemoveMember(number))
        return done(
            request, address("members", base_of(access)), f"{person.name} is no longer in the campaign."
        )
    context = frame(request, access, "More", **_going(access, person))
    return render(request, "rosters/leave.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def hand_over_fleet(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Give a fleet to another member who has none; by its owner or an organiser."""
    access = member_access_or_404(request, campaign_id)
    assert access.member is not None
    rows = port_rows.fleets(campaign_id)
    row = next((each for each in rows if each.number == number), None)
    if row is None:
        raise Http404("There is no such fleet.")
    if row.member != access.member.number and not access.organises:
        raise NotYours("not_yours", "Only its commander or an organiser can hand a fleet over.")
    taken = {each.member for each in rows if each.standing not in ("retired", "eliminated")}
    heirs = [
        each
        for each in campaigns.members(campaign_id)
        if each.number not in taken and each.role != "visitor" and each.user_id is not None
    ]
    form = HeirForm(posted(request), people=heirs)

    def send() -> HttpResponse:
        act(campaign_id, access.member, HandOverFleet(number, form.cleaned_data["member"]))
        return done(request, address_of(request), f"{row.name} has a new commander.")

    names = campaigns.everybody(campaign_id)
    context = fleet_frame(
        request,
        access,
        row,
        here="Hand over",
        heirs=heirs,
        own=row.member == access.member.number,
        former=names.get(row.member, "the present commander"),
        stands_in=names.get(row.proxy, ""),
        asks_organiser=access.campaign.phase == "running" and row.standing not in ("draft", "retired"),
    )
    return form_page(request, "rosters/hand_over.html", context, form, send)
