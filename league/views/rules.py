"""Landing page, help and the rules in our words."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.rules import wording

HELP_PAGES = ("league-night", "player", "organiser", "missions", "battles", "fair-draws")
SEARCH_LENGTH = 80


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """What Admiralty is."""
    return render(request, "league/landing.html")


@require_safe
def help_page(request: HttpRequest, page: str = "index") -> HttpResponse:
    """A page of help."""
    if page not in (*HELP_PAGES, "index"):
        raise Http404("There is no such page of help.")
    return render(request, f"league/help/{page}.html")


@require_safe
def rules(request: HttpRequest, book: str = "") -> HttpResponse:
    """Every rule of a book with an anchor, "#CR-042"; `q` searches."""
    read = wording.book(book)
    if read is None:
        raise Http404("There is no such book of rules.")
    search = request.GET.get("q", "")[:SEARCH_LENGTH].strip()
    found = {each.slug: each.holding(search) for each in wording.books()}
    counts = {slug: sum(len(each.rules) for each in chapters) for slug, chapters in found.items()}
    context = {
        "book": read,
        "books": [(each, counts[each.slug]) for each in wording.books()],
        "chapters": found[book],
        "search": search,
        "count": counts[book],
    }
    return render(request, "league/rules.html", context)
