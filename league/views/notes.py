"""House notes: what a club agrees on beside the rules."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from league.forms import LinesField
from league.http import done, refusing
from league.kernel.refusal import Stale
from league.models import Campaign
from league.rules.campaign import NOTES_LENGTH, SetHouseNotes, notes_mark
from league.services.acts import act
from league.views.common import base_of, form_page, frame, organiser_access, posted


class NotesForm(forms.Form):
    """The notes as plain text; blank takes them away."""

    notes = LinesField(
        label="House notes",
        max_length=NOTES_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text="Plain text: an empty line begins a new paragraph, addresses become links. "
        f"Up to {NOTES_LENGTH} characters.",
        error_messages={"max_length": f"Keep the house notes to {NOTES_LENGTH} characters."},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def house_notes(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Write the house notes; everybody reads them on the campaign page."""
    access = organiser_access(request, campaign_id, "write the house notes")
    form = NotesForm(posted(request), initial={"notes": access.campaign.notes})

    def send() -> HttpResponse:
        try:
            order = SetHouseNotes(form.cleaned_data["notes"], request.POST.get("known", ""))
            act(campaign_id, access.member, order)
        except Stale:
            now = Campaign.objects.values_list("notes", flat=True).get(pk=campaign_id)
            context.update(now=now, known=notes_mark(now))
            raise
        return done(request, base_of(access), "The house notes are on the campaign's page.")

    context = frame(request, access, "More", known=notes_mark(access.campaign.notes))
    return form_page(request, "league/notes.html", context, form, send)
