"""Fetching and authorising in one call. Strangers get 404: a private campaign does not exist for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest

from league.models import Campaign, Member
from league.prepared import Prepared

KEPT = "campaign_access"
CLUB = "club_entry__club"
"""The club of a campaign comes with it, since each of its pages leads there."""

MEMBERSHIP: Prepared[Member] = Prepared(
    lambda campaign, user: Member.objects.select_related(f"campaign__{CLUB}").filter(
        campaign_id=campaign, user_id=user, active=True
    ),
    int,
    int,
)
PUBLIC_CAMPAIGN: Prepared[Campaign] = Prepared(
    lambda campaign: Campaign.objects.select_related(CLUB).filter(pk=campaign, public=True), int
)


@dataclass(frozen=True, slots=True)
class CampaignAccess:
    """A campaign as somebody visits it; `member` is None for those who only look at a public one."""

    campaign: Campaign
    member: Member | None

    @property
    def organises(self) -> bool:
        return self.member is not None and self.member.organises

    @property
    def plays(self) -> bool:
        return self.member is not None and self.member.active and self.member.role != "visitor"


def membership(user: Any, campaign: Campaign) -> Member | None:
    """The user's active membership, or None."""
    return _membership(user, campaign.pk)


def _membership(user: Any, campaign_id: int) -> Member | None:
    """The same with the campaign in it. One query."""
    if not user.is_authenticated:
        return None
    return MEMBERSHIP.first(campaign_id, user.pk)


def can_see_campaign(user: Any, campaign: Campaign) -> bool:
    """Public campaigns are seen by everybody, private ones by their members."""
    return campaign.public or membership(user, campaign) is not None


def keep_access(request: HttpRequest, access: CampaignAccess) -> None:
    """Spare the view of an address the question whether this visitor may see the campaign."""
    request.__dict__[KEPT] = access


def campaign_access_or_404(request: HttpRequest, campaign_id: int) -> CampaignAccess:
    """The campaign, if this visitor may see it. Raises Http404. The access that `keep_access` was given is
    used once: a second request needs the present state."""
    kept: CampaignAccess | None = request.__dict__.pop(KEPT, None)
    if kept is not None and kept.campaign.pk == campaign_id:
        return kept
    member = _membership(request.user, campaign_id)
    if member is not None:
        return CampaignAccess(member.campaign, member)
    campaign = PUBLIC_CAMPAIGN.first(campaign_id)
    if campaign is None:
        raise Http404("There is no such campaign.")
    return CampaignAccess(campaign, None)


def member_access_or_404(request: HttpRequest, campaign_id: int) -> CampaignAccess:
    """The campaign, if this visitor is one of its members. Raises Http404."""
    access = campaign_access_or_404(request, campaign_id)
    if access.member is None:
        raise Http404("There is no such campaign.")
    return access
