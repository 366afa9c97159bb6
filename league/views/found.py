"""Numbers for views, found by the addresses that people read; old addresses lead to new ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect

from league.addresses import Address, address
from league.permissions import campaign_access_or_404, keep_access
from league.selectors.found import Found, find_round

View = Callable[..., HttpResponse]
ADDRESS = "address"
MOVED, MOVED_WITH_ITS_BODY = 301, 308


def found_at(route: str, find: Callable[[int, Any], Found | None]) -> Callable[[View], View]:
    """Look up the `number` of an address by `find` before the view, which gets the thing's own number.
    `route` is that of the thing's page.

    Strangers to a private campaign get its 404 first. An old address redirects, a post with its body, so that
    a page that was open meanwhile still works. Nothing of that is kept by browsers: an address that leads
    elsewhere today can be a thing's own tomorrow.
    """

    def wrap(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, campaign_id: int, number: int | str, **rest: Any) -> HttpResponse:
            access = campaign_access_or_404(request, campaign_id)
            found = find(campaign_id, number)
            if found is None:
                raise Http404("There is nothing at this address.")
            if found.name != number:
                return _moved(request, found.name)
            request.__dict__[ADDRESS] = Address.at(route, campaign_id, found.name)
            keep_access(request, access)
            return view(request, campaign_id=campaign_id, number=found.number, **rest)

        return answer

    return wrap


def address_of(request: HttpRequest) -> Address:
    """The page of the round, fleet or game that the request's address is of, or below which it lies."""
    found: Address = request.__dict__[ADDRESS]
    return found


def _moved(request: HttpRequest, name: int | str) -> HttpResponse:
    match = request.resolver_match
    assert match is not None and match.url_name
    parts = {**match.captured_kwargs, "number": name}  # type: ignore[attr-defined]
    query = f"?{request.META['QUERY_STRING']}" if request.META.get("QUERY_STRING") else ""
    response = HttpResponseRedirect(address(match.url_name, *parts.values()) + query)
    response.status_code = MOVED if request.method in ("GET", "HEAD") else MOVED_WITH_ITS_BODY
    response["Cache-Control"] = "no-store"
    return response


at_round = found_at("round", find_round)
