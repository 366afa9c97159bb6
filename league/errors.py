"""The pages behind errors. Unlike Django's own they never read what was posted: that may be the error."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseServerError,
)
from django.shortcuts import render
from django.template.loader import render_to_string

from league.edge.bodies import TO_NOTICES, No

UNSAVED = No(
    503,
    "Nothing can be saved just now",
    "The database does not answer, or its disk is full. Your last step was not saved. Try it again in a "
    "minute. If it stays so, tell the person who runs this server.",
    retry=60,
)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Status 400. The page knows nothing of a request that could not be read."""
    return HttpResponseBadRequest(render_to_string("400.html"))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Status 403."""
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Status 404."""
    return render(request, "404.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """Status 500, from a template that needs nothing; 503 if the database could not work."""
    if isinstance(sys.exception(), OperationalError | InterfaceError):
        return _unsaved(request)
    return HttpResponseServerError(render_to_string("500.html"))


def _unsaved(request: HttpRequest) -> HttpResponse:
    """Status 503: the disk is full, or the database is gone or held by somebody else for too long."""
    part = "HX-Request" in request.headers
    page = render_to_string("errors/no_part.html" if part else "errors/bare.html", {"no": UNSAVED})
    answer = HttpResponse(page, status=UNSAVED.status)
    answer["Retry-After"] = str(UNSAVED.retry)
    if part:
        for name, value in TO_NOTICES.items():
            answer[name] = value
    return answer
