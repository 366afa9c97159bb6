"""From refusals to answers: one place for every view."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from league.kernel.refusal import Refusal

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


SEQ_DIGITS = 18


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
    context = {"refusal": refusal, "back": back(request)}
    if getattr(request, "htmx", False):
        response = render(request, "components/refusal.html", context, status=refusal.status)
        response["HX-Retarget"] = "#notices"
        response["HX-Reswap"] = "innerHTML show:window:top"
        return response
    return render(request, "errors/refused.html", context, status=refusal.status)


class PagesForButtons(MiddlewareMixin):
    """Whoever opens the address of a button gets a sentence and a way on, not a blank page."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.status_code != 405 or request.method != "GET":
            return response
        page = render(request, "errors/405.html", status=405)
        page["Allow"] = response["Allow"]
        return page


def back(request: HttpRequest) -> str:
    """Where the visitor came from, if that was a page of ours; else the desk."""
    referer = request.META.get("HTTP_REFERER", "")
    prefix = f"{request.scheme}://{request.get_host()}/"
    return referer if referer.startswith(prefix) else "/desk/"


def done(request: HttpRequest, to: str, message: str = "") -> HttpResponse:
    """The answer to an order that was carried out: a redirect, with a message to show there."""
    if message:
        messages.success(request, message)
    if getattr(request, "htmx", False):
        response = HttpResponse(status=204)
        response["HX-Redirect"] = to
        return response
    return HttpResponseRedirect(to)


def gone(request: HttpRequest, to: str, message: str) -> HttpResponse:
    """The answer to an order about something that is there no longer: the way leads to what is there."""
    messages.error(request, message)
    return HttpResponseRedirect(to)


def seen_from(request: HttpRequest, *labels: str) -> dict[str, int]:
    """What the page had seen: its hidden field `seen` (a seq) for each of the labelled shards."""
    raw = request.POST.get("seen", "")
    return {label: int(raw) for label in labels} if raw.isdecimal() and len(raw) <= SEQ_DIGITS else {}
