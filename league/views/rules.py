"""Landing page and help."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

HELP_PAGES = ("league-night", "player", "organiser", "missions", "battles", "fair-draws")


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """The landing page."""
    return render(request, "league/landing.html")


@require_safe
def help_page(request: HttpRequest, page: str = "index") -> HttpResponse:
    """A page of help."""
    if page not in (*HELP_PAGES, "index"):
        raise Http404("There is no such page of help.")
    return render(request, f"league/help/{page}.html")
