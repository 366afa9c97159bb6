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
from league.selectors import campaigns, providers
from league.services.acts import act
from league.views.common import base_of, form_page, frame, organiser_access, posted
from league.views.found import place_of
from rosters.rules.fleets.ending import LIVING, contenders
from rosters.rules.orders import HandOverFleet, LeaveCampaign, RemoveMember


class HeirForm(forms.Form):
    """Choice of the fleet's new owner."""

    member = forms.TypedChoiceField(
        label="New commander",
        coerce=int,
        error_messages={
            "required": "Choose who gets the fleet.",
            "invalid_choice": "Choose a member of this campaign who commands no fleet.",
        },
    )

    def __init__(self, *args: Any, people: list[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["member"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [("", "Choose a member"), *((each.number, each.name) for each in people)]


def _going(access: CampaignAccess, member: int) -> dict[str, Any]:
    """Consequences of a member's leaving: the `fleet`, and whether that `ends` the campaign (CR-152). Two
    queries."""
    campaign = access.campaign
    fleet = providers.own_fleets([(campaign.pk, member)]).get(campaign.pk)
    ends = False
    if fleet is not None and fleet.standing in LIVING and campaign.phase == "running":
        stay = (each for each in providers.fleets(campaign.pk) if each.number != fleet.number)
        ends = contenders(stay, teams=campaign.format == "team") < 2
    return {"fleet": fleet, "ends": ends}


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def leave(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Leave; the own fleet is retired, a draft dissolved."""
    access = member_access_or_404(request, campaign_id)
    assert access.member is not None
    if request.method == "POST":
        act(campaign_id, access.member, LeaveCampaign())
        return done(request, address("desk"), f"You have left {access.campaign.name}.")
    context = frame(request, access, "Members", person=access.member, **_going(access, access.member.number))
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
    context = frame(request, access, "Members", person=person, **_going(access, number))
    return render(request, "rosters/leave.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def hand_over_fleet(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Give a fleet to another member who has none; by its owner or an organiser."""
    access = member_access_or_404(request, campaign_id)
    assert access.member is not None
    rows = providers.fleets(campaign_id)
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
        return done(request, place_of(request), f"{row.name} has a new commander.")

    context = frame(request, access, fleet=row, heirs=heirs)
    return form_page(request, "rosters/hand_over.html", context, form, send)
