"""Search: a page, and the part of it that the search in front of every page shows while somebody types."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.http import LARGEST_NUMBER, wants_part
from league.selectors.search import ALL, LONGEST, MOST, read, search


@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    """Campaigns, clubs, fleets, people, games and cards with the typed words in their names. At most twelve
    queries."""
    text = request.GET.get("q", "")[:LONGEST]
    here = request.GET.get("here", "")
    number = int(here) if here.isdecimal() and len(here) < len(str(LARGEST_NUMBER)) else 0
    found = search(request.user, text, number)
    part = wants_part(request)
    context = {
        "query": text.strip().replace("\0", ""),
        "asked": bool(read(text)),
        "found": [
            (kind, hits[:MOST] if part else hits, max(0, len(hits) - MOST)) for kind, hits in found.items()
        ],
        "count": sum(map(len, found.values())),
        "cut": any(len(hits) == ALL for hits in found.values()),
        "all": ALL,
        "here_number": number or "",
        "part": part,
    }
    template = "league/search/page.html#results" if part else "league/search/page.html"
    return render(request, template, context)
