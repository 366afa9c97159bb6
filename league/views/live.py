"""The stream of one campaign: numbers only, to those who may see it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from league.live import CAMPAIGN, Stream, head_answer, streaming
from league.permissions import campaign_access_or_404


@require_GET
def stream(request: HttpRequest, campaign_id: int) -> Stream:
    """Server-sent events: the head sequence at once, then each time it changes. 404 for strangers."""
    campaign_access_or_404(request, campaign_id)
    return streaming((CAMPAIGN, campaign_id), {"campaign": campaign_id})


@require_GET
def head(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The same message as JSON with an ETag. 404 for strangers."""
    campaign = campaign_access_or_404(request, campaign_id).campaign
    return head_answer(request, str(campaign_id), {"campaign": campaign_id}, campaign.head_seq)
