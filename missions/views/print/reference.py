"""The reference card for the table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from league.pdf import answer, paper_of, sheet
from league.permissions import campaign_access_or_404
from missions.presenters.print.reference_card import reference_card


@require_safe
def reference_card_pdf(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Statuses, fates and types of squadron; on its back, in a campaign with missions, the fleet assets."""
    campaign = campaign_access_or_404(request, campaign_id).campaign
    paper = paper_of(request)
    card = reference_card(with_assets=campaign.missions)
    key = f"reference-card:{campaign.missions}"
    pdf = sheet(key, paper, lambda: render_to_string("print/reference_card.html", {"card": card}))
    return answer(pdf, "reference-card")
