"""Links to squadrons: the page on which an owner shares one, and the pages behind the link."""

from __future__ import annotations

import json
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from league.addresses import address, fleet_address
from league.http import done, refusing
from league.kernel.refusal import NotYours, Unreadable
from league.naming import file_stem
from league.painting import svg
from league.pdf import picture
from league.permissions import campaign_access_or_404
from league.views.common import base_of
from rosters.models import SharedSquadron
from rosters.presenters.shared import SharedView, picture_of
from rosters.rules.purchases.xws import export_squadron
from rosters.selectors.fleets import decode_fleet
from rosters.selectors.shared import link_of, shared_or_404
from rosters.services import sharing
from rosters.views.squadron import context_of, squadron_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def manage(request: HttpRequest, campaign_id: int, number: int, card: int) -> HttpResponse:
    """Look at what a link would show, share the squadron, bring the link up to date, or withdraw it."""
    access = campaign_access_or_404(request, campaign_id)
    fleet = squadron_or_404(access, number, card)
    if not sharing.may_withdraw(fleet, access.member):
        raise NotYours(
            "not_your_squadron", f"Only the commander of {fleet.name} can share its squadrons. Ask them."
        )
    here = address("squadron-share", fleet_address(base_of(access), fleet.slug), card)
    if request.method == "POST":
        if request.POST.get("do") == "share":
            sharing.share(access.member, access.campaign, fleet, card)
            return done(request, here, "Everybody with the link can see the squadron as it is now.")
        if request.POST.get("do") == "withdraw":
            sharing.withdraw(access.member, access.campaign, fleet, card)
            return done(request, here, "The link is withdrawn: it leads nowhere now.")
        raise Unreadable(
            "nothing_to_do", "Share the squadron, or withdraw its link: press one of the buttons."
        )
    link = link_of(access.campaign, number, card)
    context = context_of(request, access, fleet, card, here="Share") | {
        "link": link,
        "url": request.build_absolute_uri(address("shared", link.token)) if link else "",
        "picture": address("shared-png", link.token) if link else "",
        "shown": view_of(link) if link else None,
        "moved": link is not None and link.doc != sharing.snapshot(fleet, card),
        "may_share": sharing.may_share(fleet, access.member),
    }
    return render(request, "rosters/shared/manage.html", context)


def view_of(link: SharedSquadron) -> SharedView:
    """The snapshot behind a link."""
    return SharedView(decode_fleet(link.doc), link.card, link.shared_at.date())


@require_safe
def page(request: HttpRequest, token: str) -> HttpResponse:
    """The squadron behind a link, for everybody who has it."""
    link = shared_or_404(token)
    view = view_of(link)
    context = {
        "view": view,
        "squadron": view.squadron,
        "token": token,
        "shared_at": link.shared_at,
        "xws": json.dumps(export_squadron(view.fleet, view.card), ensure_ascii=False),
        "url": request.build_absolute_uri(address("shared", token)),
        "picture": request.build_absolute_uri(address("shared-png", token)),
    }
    return _kept_from_search(render(request, "rosters/shared/page.html", context))


@require_safe
def as_svg(request: HttpRequest, token: str) -> HttpResponse:
    """The picture as SVG."""
    view = view_of(shared_or_404(token))
    return _kept_from_search(HttpResponse(svg(picture_of(view)), content_type="image/svg+xml"))


@require_safe
def as_png(request: HttpRequest, token: str) -> HttpResponse:
    """The picture as PNG; the same snapshot is painted once."""
    link = shared_or_404(token)
    view = view_of(link)
    key = f"shared:{sha256(link.doc.encode()).hexdigest()}:{view.card}:{view.day}"
    painted = picture(key, lambda: picture_of(view))
    return _kept_from_search(HttpResponse(painted, content_type="image/png"))


@require_safe
def as_xws(request: HttpRequest, token: str) -> HttpResponse:
    """The squadron as an XWS file."""
    view = view_of(shared_or_404(token))
    text = json.dumps(export_squadron(view.fleet, view.card), ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json")
    name = f"{file_stem(view.fleet.name, 'fleet')}-{view.card}.xws"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return _kept_from_search(response)


def _kept_from_search(response: HttpResponse) -> HttpResponse:
    """Ask search engines to leave it out, and browsers to ask again: the link can be withdrawn."""
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "private, no-cache"
    return response
