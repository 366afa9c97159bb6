"""The pages behind errors. Unlike Django's own they never read what was posted: that may be the error."""

from __future__ import annotations

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseServerError,
)
from django.shortcuts import render
from django.template.loader import render_to_string


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
    """Status 500, from a template that needs nothing."""
    return HttpResponseServerError(render_to_string("500.html"))
