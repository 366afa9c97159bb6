"""Beginning the campaign that goes on from one that has ended."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from league.addresses import campaign_address
from league.forms import CampaignForm
from league.http import done, refusing
from league.models import Campaign, Member
from league.permissions import CampaignAccess
from league.selectors.players import may_know
from league.services.succession import next_name, obstacle, succeed
from league.views.common import form_page, frame, organiser_access, posted


@dataclass(frozen=True, slots=True)
class Related:
    """The campaigns before and after one, as far as a reader may see them; None if there is none."""

    before: Campaign | None = None
    after: Campaign | None = None


def related(request: HttpRequest, access: CampaignAccess) -> Related:
    """The predecessor and the successor. One query, none for a campaign that can have neither."""
    campaign = access.campaign
    if campaign.predecessor_id is None and campaign.phase != "ended":
        return Related()
    rows = Campaign.objects.filter(Q(pk=campaign.predecessor_id) | Q(predecessor=campaign))
    seen = list(rows.filter(may_know(request.user)))
    return Related(
        next((each for each in seen if each.pk == campaign.predecessor_id), None),
        next((each for each in seen if each.predecessor_id == campaign.pk), None),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def successor(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Begin the next campaign from this one."""
    access = organiser_access(request, campaign_id, "begin the next campaign")
    campaign = access.campaign
    initial = {"campaign_name": next_name(campaign.name), "public": campaign.public}
    form = CampaignForm(posted(request), initial=initial, profile_fixed=True)

    def send() -> HttpResponse:
        assert access.member is not None
        data = form.cleaned_data
        first = succeed(access.member, data["campaign_name"], data["public"])
        return done(
            request,
            campaign_address(first.campaign_id),
            "The next campaign is ready, with everybody in it who can sign in. Now found the fleets.",
        )

    people = Member.objects.filter(campaign=campaign, active=True, user__is_active=True).order_by("number")
    context = frame(request, access, "More", people=people, closed=obstacle(campaign))
    context["no_lead"] = all(each.role != "organiser" for each in people)
    return form_page(request, "league/successor.html", context, form, send)
