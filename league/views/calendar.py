"""The private calendar of an account: its address on the account page, and the file that calendars fetch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_POST, require_safe

from league.addresses import address
from league.http import done, printed_origin, refusing
from league.posted import read_order
from league.services.feeds import feed_of, fetched, make_address, withdraw_address


@dataclass(frozen=True, slots=True)
class ChangeCalendar:
    """A new address, or none any more."""

    doing: Literal["new", "withdraw"]


@login_required
@require_POST
@refusing
def account_calendar(request: HttpRequest) -> HttpResponse:
    """Make a new address, or withdraw it."""
    if read_order(ChangeCalendar, request.POST).doing == "withdraw":
        withdraw_address(request.user)
        return done(request, address("account"), "The address is withdrawn. Calendars get nothing from it.")
    make_address(request.user)
    return done(request, address("account"), "Your calendar has a new address. An older one does not work.")


@require_safe
@refusing
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The game nights and agreed games of the account with that token; no session is asked for."""
    feed = feed_of(token)
    if feed is None:
        raise Http404("There is no such calendar.")
    text, etag, changed = fetched(feed, printed_origin(request))
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Disposition": 'inline; filename="game-nights.ics"',
    }
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8", headers=headers)
    response["ETag"], response["Last-Modified"] = etag, f"{changed:%a, %d %b %Y %H:%M:%S} GMT"
    found = get_conditional_response(request, etag, int(changed.timestamp()), response)
    assert isinstance(found, HttpResponse)
    return found
