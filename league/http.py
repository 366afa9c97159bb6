"""Answers made from refusals, in one place for every view."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from league.addresses import address, campaign_address
from league.edge.bodies import TO_NOTICES
from league.kernel.refusal import Busy, Refusal, Unreadable
from league.logs import security
from league.ways import campaign_tabs

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


SECURITY = (403, 429)
"""Statuses of refusals that the security log has: orders that were not one's own, and too many of them."""
SEQ_DIGITS = 18
LARGEST_NUMBER = 2**63 - 1
"""Largest number that a column of either database holds."""


def refusing(view: View[P]) -> View[P]:
    """Turn a `Refusal` into its sentence: a message part for htmx, else a page with the way back.

    The status is 403, 409 or 422.

    Everything else that goes wrong is a bug and stays an error.
    """

    @wraps(view)
    def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            return refusal_response(request, refusal)

    return answered


def refusal_response(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The answer to a refused order. htmx shows it in `#notices` without touching the rest of the page."""
    if refusal.status in SECURITY:
        security.refused(request, refusal.status, refusal.code)
    campaign = request.resolver_match.kwargs.get("campaign_id") if request.resolver_match else None
    ways = campaign_tabs(campaign_address(campaign)) if campaign else []
    context = {"refusal": refusal, "back": back(request), "ways": ways}
    part = wants_part(request)
    template = "components/refusal.html" if part else "errors/refused.html"
    response = render(request, template, context, status=refusal.status)
    if part:
        for name, value in TO_NOTICES.items():
            response[name] = value
    if isinstance(refusal, Busy):
        response["Retry-After"] = str(refusal.retry)
    return response


class PagesWhenBusy(MiddlewareMixin):
    """Answer 503 with a sentence when any view raises `Busy`."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return refusal_response(request, exception) if isinstance(exception, Busy) else None


class PagesOfOneReader(MiddlewareMixin):
    """A page for somebody who is signed in is kept by no cache but their own browser's, which asks each time
    whether it is still right."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.has_header("Cache-Control") and request.user.is_authenticated:
            response["Cache-Control"] = "private, no-cache"
        return response


class PagesForButtons(MiddlewareMixin):
    """Friendly 405 page for addresses that only take a POST."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.status_code != 405 or request.method != "GET":
            return response
        page = render(request, "errors/405.html", status=405)
        page["Allow"] = response["Allow"]
        return page


class Utf8Only(MiddlewareMixin):
    """400 for a request in another charset. Browsers send UTF-8; some of Python's other codecs decode no text
    at all."""

    def process_request(self, request: HttpRequest) -> None:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower() != "utf-8":
            raise BadRequest("This site reads UTF-8 only.")


class AddressesThatFit(MiddlewareMixin):
    """404 for an address with a number or a text that no database can look up."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        for value in kwargs.values():
            too_large = isinstance(value, int) and value > LARGEST_NUMBER
            if too_large or (isinstance(value, str) and "\0" in value):
                raise Http404("There is nothing with that number or name.")


def back(request: HttpRequest) -> str:
    """Address that the visitor came from if it is one of ours, else the inbox."""
    referer = request.META.get("HTTP_REFERER", "")
    prefix = f"{request.scheme}://{request.get_host()}/"
    return referer if referer.startswith(prefix) else address("inbox")


def printed_origin(request: HttpRequest) -> str:
    """Scheme, host and port for addresses on paper: SITE_URL if that is set.

    Otherwise the host that the visitor uses, if ALLOWED_HOSTS names it exactly, at the site's own port or
    none. A host that somebody makes up becomes the first name of that list, so there are few origins.
    """
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    host, port = split_domain_port(request.get_host())
    names = [name.lower() for name in settings.ALLOWED_HOSTS if not name.startswith(("*", "."))]
    if host not in names:
        host, port = (names or ["localhost"])[0], str(settings.PORT)
    if port not in ("", str(settings.PORT)):
        port = str(settings.PORT)
    return f"{request.scheme}://{host}:{port}" if port else f"{request.scheme}://{host}"


def done(request: HttpRequest, to: str, message: str = "") -> HttpResponse:
    """The answer to an order that was carried out: a redirect, with a message to show there."""
    if message:
        messages.success(request, message)
    if wants_part(request):
        response = HttpResponse(status=204)
        response["HX-Redirect"] = to
        return response
    return HttpResponseRedirect(to)


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of a page. If it restores a page from the browser's history, it needs the
    whole one."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request


def gone(request: HttpRequest, to: str, message: str) -> HttpResponse:
    """The answer to an order about something that is there no longer: the way leads to what is there."""
    messages.error(request, message)
    return HttpResponseRedirect(to)


def seen_from(request: HttpRequest, *labels: str) -> dict[str, int]:
    """Sequence number from the page's hidden field `seen`, for each of the labelled shards; {} without one.
    Raises `Unreadable` for anything else than a number."""
    raw = request.POST.get("seen", "")
    if raw and not (raw.isascii() and raw.isdecimal() and len(raw) <= SEQ_DIGITS):
        raise Unreadable("no_seen", "This page is out of order. Reload it.")
    return {label: int(raw) for label in labels} if raw else {}
