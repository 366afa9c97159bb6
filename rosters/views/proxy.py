"""Naming somebody who stands in for an absent player, and ending that."""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from league.http import done, refusing
from league.kernel.refusal import NotYours
from league.permissions import member_access_or_404
from league.rules.campaign import REASON_LENGTH
from league.selectors import campaigns, port_rows
from league.services.acts import act
from league.views.common import form_page, posted
from league.views.found import address_of
from rosters.forms import MemberForm
from rosters.rules.orders import AppointProxy
from rosters.views.fleet_frame import fleet_frame


class ProxyForm(MemberForm):
    """Choice of a proxy. Everybody can read the reason; it may be left blank."""

    member = forms.TypedChoiceField(
        label="Proxy",
        coerce=int,
        error_messages={
            "required": "Choose who stands in.",
            "invalid_choice": "Choose somebody else who plays in this campaign.",
        },
    )
    reason = forms.CharField(
        label="Why (if you like)",
        required=False,
        max_length=REASON_LENGTH,
        help_text="Everybody in the campaign can read it.",
        error_messages={"max_length": f"Keep it to {REASON_LENGTH} characters."},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def proxy(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Appoint a proxy for the owner; posted with `end`, end it."""
    access = member_access_or_404(request, campaign_id)
    assert access.member is not None
    row = next(iter(port_rows.fleets(campaign_id, [number])), None)
    if row is None:
        raise Http404("There is no such fleet.")
    names = {each.number: each.name for each in campaigns.all_members(campaign_id)}
    keeps = access.organises or access.member.number == row.member
    if not keeps and access.member.number != row.proxy:
        raise NotYours("not_yours", "Only its owner or an organiser can name a proxy for this fleet.")
    url = address_of(request)
    if request.method == "POST" and "end" in request.POST:
        act(campaign_id, access.member, AppointProxy(number, 0))
        return done(request, url, "Nobody stands in any more.")
    people = [
        each
        for each in campaigns.members(campaign_id)
        if each.role != "visitor" and each.user_id is not None and each.number not in (row.member, row.proxy)
    ]
    form = ProxyForm(posted(request), people=people)

    def send() -> HttpResponse:
        data = form.cleaned_data
        act(campaign_id, access.member, AppointProxy(number, data["member"], data["reason"]))
        return done(request, url, f"{names.get(data['member'], 'Somebody')} stands in from now on.")

    context = fleet_frame(
        request,
        access,
        row,
        here="Proxy",
        owner=names.get(row.member, "Its owner"),
        present=names.get(row.proxy, "somebody") if row.proxy else "",
        people=people,
        keeps=keeps,
        url=url,
    )
    return form_page(request, "rosters/proxy.html", context, form, send)
