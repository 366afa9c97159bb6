"""Downloads of a campaign, restoring one from a file, and the places of members without an account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from league.accounts import NAME_LENGTH as PERSON_LENGTH
from league.accounts import display_name
from league.addresses import address, campaign_address
from league.http import done, refusing
from league.kernel.refusal import NotYours
from league.naming import file_stem
from league.permissions import member_access_or_404
from league.presenters.spreadsheet import csv_text
from league.selectors.downloads import sheet, sheets
from league.services import archive as archives
from league.services.places import LINK_DAYS, empty_places, own_place, place_for, place_token, take_place
from league.store.archive_file import FILE_LIMIT, bad
from league.views.common import form_page, frame, organiser_access, posted
from league.views.inbox import ROLE_WORDS
from league.views.people import qr_svg


class RestoreForm(forms.Form):
    """The file to restore a campaign from, whose place in it the person takes, whose name is `own`,
    and whether everybody may read it."""

    archive = forms.FileField(
        label="Archive of a campaign",
        help_text="The .zip file from a campaign’s downloads page, as it was downloaded, "
        f"of at most {FILE_LIMIT // 2**20} MB.",
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        error_messages={
            "required": "Choose the .zip file that was downloaded from a campaign’s page.",
            "empty": "This file is empty. Choose the .zip file that was downloaded from a campaign’s page.",
            "invalid": "Choose the .zip file that was downloaded from a campaign’s page.",
        },
    )
    name = forms.CharField(
        label="Your name in that campaign",
        required=False,
        max_length=PERSON_LENGTH,
        error_messages={"max_length": f"A name has at most {PERSON_LENGTH} characters."},
    )
    public = forms.BooleanField(
        label="Anyone can watch",
        required=False,
        help_text="Anyone can then read the copy, with everything that the members wrote. If you do not "
        "tick this, the copy exists for its members only, even if the campaign was public.",
    )

    def __init__(self, *args: Any, own: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = (
            "You get this member’s place with its fleet and history. If you leave it empty, that is the "
            f"place of {own}; if nobody there is called {own}, you get a new place."
        )


def _attachment(data: bytes | str, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(data, content_type=kind, headers=headers)


@require_safe
@refusing
def downloads(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Downloads: the whole campaign as a file, and tables for spreadsheets."""
    access = member_access_or_404(request, campaign_id)
    context = frame(
        request,
        access,
        "More",
        sheets=sheets(),
        left_out=archives.will_be_left_out(campaign_id),
        empty=len(empty_places(access.campaign)) if access.organises else 0,
    )
    return render(request, "league/downloads.html", context)


@require_safe
def archive(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The whole campaign as one file, for its members."""
    access = member_access_or_404(request, campaign_id)
    made = archives.archive(access.campaign.pk)
    return _attachment(made.data, "application/zip", made.name)


@require_safe
def table(request: HttpRequest, campaign_id: int, slug: str) -> HttpResponse:
    """A table for spreadsheets, for the campaign's members."""
    access = member_access_or_404(request, campaign_id)
    found = sheet(slug)
    if found is None:
        raise Http404("There is no such table.")
    name = f"{file_stem(access.campaign.name, 'campaign')}-{found.slug}.csv"
    return _attachment(csv_text(found.columns, found.rows(campaign_id)), "text/csv; charset=utf-8", name)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def restore(request: HttpRequest) -> HttpResponse:
    """Make a campaign from an archive; the person who does so becomes its organiser."""
    assert request.user.is_authenticated
    files = request.FILES if request.method == "POST" else None
    person: Any = request.user
    form = RestoreForm(posted(request), files, own=display_name(person))

    def send() -> HttpResponse:
        file = form.cleaned_data["archive"]
        if file.size > FILE_LIMIT:
            raise bad(f"This file is too large: an archive has at most {FILE_LIMIT // 2**20} MB.")
        name, public = form.cleaned_data["name"], form.cleaned_data["public"]
        campaign = archives.restore_uploaded(request.user, file.read(), name, public=public).campaign
        to = "places" if empty_places(campaign) else "campaign"
        return done(request, address(to, campaign.pk), f"{campaign.name} is restored. You organise it.")

    context = {"trail": [("Campaigns", address("campaigns"))]}
    return form_page(request, "league/restore.html", context, form, send)


@require_safe
@refusing
def places(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The members without an account, each with a link by which the right person takes the place over."""
    access = organiser_access(request, campaign_id, "give places away")
    assert access.member is not None
    shown = []
    for place in empty_places(access.campaign):
        try:
            link = request.build_absolute_uri(address("place-claim", place_token(access.member, place)))
        except NotYours as refusal:
            shown.append((place, ROLE_WORDS[place.role], "", refusal.message))
        else:
            shown.append(
                (place, ROLE_WORDS[place.role], link, qr_svg(link, f"QR code of {place.name}’s link"))
            )
    return render(request, "league/places.html", frame(request, access, "More", shown=shown, days=LINK_DAYS))


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """Take over a place by its link: the link alone shows the place; taking it needs an account."""
    own = own_place(request.user, token) if request.user.is_authenticated else None
    if own is not None:
        return done(
            request, campaign_address(own.campaign_id), f"You have your place in {own.campaign.name}."
        )
    place = place_for(request.user, token)
    if request.method == "POST" and request.user.is_authenticated:
        taken = take_place(request.user, token)
        return done(request, campaign_address(taken.campaign_id), f"Welcome back to {taken.campaign.name}.")
    context = {"place": place, "campaign": place.campaign, "role": ROLE_WORDS[place.role], "token": token}
    return render(request, "league/claim.html", context)
