"""The manual: its front page with the search, and its pages. They are the same for everybody."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.http import wants_part
from league.presenters.manual import contents, page_view, result_counts, whole_book
from league.rules.manual.contents import manual
from league.rules.manual.model import ROOT
from league.rules.manual.search import search
from league.rules.wording import chapters

SEARCH_LENGTH = 80
PAGE_SIZE = 25
PAGE_NUMBER = re.compile(r"[1-9][0-9]{0,3}")


@require_safe
@vary_on_headers("HX-Request")
def front(request: HttpRequest) -> HttpResponse:
    """The contents and every rule of a campaign; with `q` what the search finds. For htmx the part below the
    search field alone."""
    part = wants_part(request)
    query = " ".join(request.GET.get("q", "")[:SEARCH_LENGTH].split())
    context = {"query": query, "part": part}
    context |= _found(query, request.GET.get("page", "1")) if query else {"drawn": _front()}
    response = render(request, f"league/manual/front.html{'#results' if part else ''}", context)
    if part:
        response["HX-Replace-Url"] = search_address(query) if query else ROOT
    return response


@require_safe
def page(request: HttpRequest, path: str) -> HttpResponse:
    """One page of the manual. A search on it is one of the whole manual."""
    found = manual().page(path)
    if found is None:
        raise Http404("The manual has no such page.")
    if request.GET.get("q"):
        return redirect(search_address(request.GET["q"][:SEARCH_LENGTH]))
    context = {"page": found, "view": page_view(manual(), found), "drawn": _drawn(path)}
    return render(request, "league/manual/page.html", context)


def search_address(query: str) -> str:
    """The address of a search of the whole manual."""
    return f"{ROOT}?{urlencode({'q': query})}"


def _found(query: str, number: str) -> dict[str, object]:
    found = search(query)
    paginator = Paginator(found.topics, PAGE_SIZE)
    if not PAGE_NUMBER.fullmatch(number) or int(number) > paginator.num_pages:
        raise Http404(f"The search fills {paginator.num_pages} page(s); there is no page {number[:9]}.")
    shown = paginator.page(int(number))
    pager_query = f"{urlencode({'q': query})}&"
    return {"found": found, "counted": result_counts(found), "shown": shown, "pager_query": pager_query}


@lru_cache(maxsize=1)
def _front() -> SafeString:
    """Contents and rules. Kept, because they never change and a page draws some hundred rules."""
    context = {"contents": contents(manual()), "chapters": whole_book(manual(), chapters())}
    return render_to_string("league/manual/contents.html", context)


@lru_cache(maxsize=128)
def _drawn(path: str) -> SafeString:
    """The body of a page, kept as that of the front page is."""
    found = manual().pages[path]
    view = page_view(manual(), found)
    context = {**found.content(), "page": found, "view": view, "contents": contents(manual(), found)}
    return render_to_string("league/manual/body.html", context)
