"""Photos of a game: the page of all of them, adding, captions, deleting, and the pictures themselves."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league import limits
from league.addresses import Address, address
from league.http import done, refusing
from league.kernel.refusal import Refusal
from league.naming import file_stem
from league.permissions import CampaignAccess, campaign_access_or_404, member_access_or_404
from league.selectors.campaigns import member_names
from league.views.common import form_page, frame, posted
from league.views.found import address_of
from missions.models.photo import CAPTION_LENGTH
from missions.presenters.photos import photo_card, photo_lines
from missions.selectors.games import OpenedGame, opened_or_404
from missions.selectors.photos import photo_or_404, photos_of, row_of
from missions.services.photos import door, files

OPEN_SECONDS = 600
"""Time for which any cache may keep a picture of a public campaign."""


class CaptionForm(forms.Form):
    """Words about a photo."""

    caption = forms.CharField(
        label="Caption",
        max_length=CAPTION_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="In plain words, for everybody and for people who cannot see it: “Two X-wings behind the "
        "burning transport”.",
        error_messages={
            "required": "Say in a few words what the photo shows: some people cannot see it.",
            "max_length": f"Keep it to {CAPTION_LENGTH} characters.",
        },
    )


class PhotoForm(CaptionForm):
    """A new photo."""

    photo = forms.FileField(
        label="Photo",
        # A phone that keeps its photos in another format changes them for this list.
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp", "data-photo": ""}),
        help_text=f"JPEG, PNG or WebP, at most {limits.PHOTO_BYTES // 2**20} MB and "
        f"{limits.PHOTO_MEGAPIXELS_WHOLE} million pixels (JPEG: {limits.PHOTO_MEGAPIXELS}). The place and "
        "the camera that it tells of are not kept.",
        error_messages={
            "required": "Choose a photo in JPEG, PNG or WebP format.",
            "invalid": "Choose a photo in JPEG, PNG or WebP format.",
            "empty": "This file is empty. Choose a photo in JPEG, PNG or WebP format.",
        },
    )
    field_order = ("photo", "caption")


@require_safe
def photos(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """All photos of a game with their captions. Two queries beside those of the game."""
    access = campaign_access_or_404(request, campaign_id)
    opened, home = opened_or_404(access.campaign, number), address_of(request)
    found = photos_of(campaign_id, [number]).get(number, [])
    names = member_names(campaign_id, {each.member for each in found}) if found else {}
    own = (each.number for each in found if door.may_change(each.user, access.member))
    context = _context(request, access, opened, home)
    context["lines"] = photo_lines(home, found, names, own)
    context["full"] = len(found) >= limits.PHOTOS_PER_GAME
    context["adding"] = _may_add(access, opened) and not context["full"]
    context["not_over"] = opened.game.step != "done"
    return render(request, "missions/photos/page.html", context)


def _may_add(access: CampaignAccess, opened: OpenedGame) -> bool:
    try:
        door.refuse_adding(opened.state, opened.game, access.member)
    except Refusal:
        return False
    return True


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def photo_new(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Add a photo to a game that is over."""
    access = member_access_or_404(request, campaign_id)
    opened, home = opened_or_404(access.campaign, number), address_of(request)
    door.refuse_adding(opened.state, opened.game, access.member)

    def send() -> HttpResponse:
        assert access.member is not None
        data = form.cleaned_data["photo"].read(limits.PHOTO_BYTES + 1)
        door.add_photo(access.member, opened.state, opened.game, data, form.cleaned_data["caption"])
        return done(request, address("photos", home), "The photo is added.")

    form = PhotoForm(posted(request), request.FILES or None)
    context = _context(request, access, opened, home)
    context["trail"].append(("Photos", address("photos", home)))
    return form_page(request, "missions/photos/new.html", context, form, send)


def _context(
    request: HttpRequest, access: CampaignAccess, opened: OpenedGame, home: Address
) -> dict[str, Any]:
    """The frame of a page below a game, with the names of the two fleets."""
    fleets = [opened.fleets[each].name for each in (opened.game.active, opened.game.opposing)]
    context = frame(request, access, "More", game=home, fleets=fleets)
    context["trail"].append(("Story", address("story", access.campaign.pk)))
    context["trail"].append((" against ".join(fleets), home))
    return context


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def photo(request: HttpRequest, campaign_id: int, number: int, photo: int) -> HttpResponse:
    """Change an own photo's caption, or look at a photo before deleting it."""
    access, home = member_access_or_404(request, campaign_id), address_of(request)
    found = photo_or_404(campaign_id, photo, number)
    door.refuse_changing(found, access.member)
    form = CaptionForm(posted(request), initial={"caption": found.caption})

    def send() -> HttpResponse:
        door.change_caption(access.member, found, form.cleaned_data["caption"])
        return done(request, address("photos", home), "The caption is changed.")

    mine = access.member is not None and access.member.user_id == found.user_id
    context = frame(request, access, "More", game=home, photo=photo_card(home, row_of(found)), mine=mine)
    context["trail"].append(("Story", address("story", access.campaign.pk)))
    context["trail"].append(("Photos", address("photos", home)))
    return form_page(request, "missions/photos/change.html", context, form, send)


@require_POST
@refusing
def photo_delete(request: HttpRequest, campaign_id: int, number: int, photo: int) -> HttpResponse:
    """Delete a photo for good."""
    access = member_access_or_404(request, campaign_id)
    door.delete_photo(access.member, photo_or_404(campaign_id, photo, number))
    return done(request, address("photos", address_of(request)), "The photo is deleted.")


@require_safe
def picture(request: HttpRequest, campaign_id: int, photo: int, size: files.Size) -> HttpResponse:
    """A picture of a photo, for those who may see its campaign. Raises Http404 for all others."""
    access = campaign_access_or_404(request, campaign_id)
    found = photo_or_404(campaign_id, photo)
    mark = f'"{found.key}-{size}"'
    answer = get_conditional_response(request, etag=mark)
    if answer is None:
        data = files.read(found, size)
        if data is None:
            raise Http404("This picture is gone.")
        name = f"{file_stem(access.campaign.name, 'campaign')}-photo-{found.pk}.jpg"
        answer = HttpResponse(data, content_type="image/jpeg")
        answer["Content-Disposition"] = f'inline; filename="{name}"'
    shared = f"public, max-age={OPEN_SECONDS}" if access.campaign.public else "private, no-cache"
    answer["Cache-Control"] = shared
    answer["ETag"] = mark
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cross-Origin-Resource-Policy"] = "same-origin"
    return answer
