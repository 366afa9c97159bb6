"""The line under the tabs of a campaign: the one thing that this reader can do next."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.permissions import member_access_or_404
from league.selectors.waiting import waiting_for


@require_safe
def next_step(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The most urgent task of the reader in this campaign, and how many tasks wait for them in all. A page
    that is itself the place of the task says so in its own words, so there the line is empty.
    """
    member_access_or_404(request, campaign_id)
    _, waiting = waiting_for(request.user)
    mine = [each for each in waiting if each.mine]
    here = urlsplit(request.headers.get("HX-Current-URL", "")).path
    found = next((each for each in mine if each.seat.campaign == campaign_id), None)
    response = render(
        request,
        "league/next.html",
        {
            "task": found,
            "at_it": found is not None and here.startswith(found.url),
            "count": len(mine),
            "campaign": campaign_id,
        },
    )
    response["Cache-Control"] = "private, no-store"
    return response
