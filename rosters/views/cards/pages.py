"""The public card browser: the list with its filters, and a page for each card."""

from __future__ import annotations

from functools import lru_cache

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.addresses import address
from league.http import wants_part
from rosters.catalogue import ShipCard, catalogue
from rosters.catalogue.search import Card, find_cards
from rosters.presenters.cards.pages import ShipCardPage, card_row, ship_card_page, upgrade_card_page
from rosters.selectors.owners import owners_of
from rosters.views.cards.filter import KINDS, CardFilterForm

PAGE_SIZE = 24


@require_safe
@vary_on_headers("HX-Request")
def card_list(request: HttpRequest) -> HttpResponse:
    """The list; for htmx its results alone. Parameters that cannot be read are answered with 422."""
    form = CardFilterForm(request.GET)
    context: dict[str, object] = {"form": form, "kinds": KINDS, "kind": request.GET.get("kind") or "all"}
    if not form.is_valid():
        context["sentences"] = form.sentences()
        return _answer(request, context, form, status=422)
    page = _page(form)
    context |= {
        "page": page,
        "rows": [row_markup(card.id, isinstance(card, ShipCard)) for card in page.object_list],
        "query": f"{query}&" if (query := form.query()) else "",
    }
    return _answer(request, context, form)


@require_safe
def ship_card(request: HttpRequest, card_id: str) -> HttpResponse:
    """The page of a ship card."""
    card = catalogue().ship_cards.get(card_id)
    if card is None:
        raise Http404("There is no such ship card.")
    context = {"card": _ship_page(card_id), "owners": owners_of(request.user, card_id)}
    return render(request, "rosters/cards/ship.html", context)


@lru_cache(maxsize=512)
def _ship_page(card_id: str) -> ShipCardPage:
    """The page's own facts. Kept, because cards never change."""
    return ship_card_page(catalogue().ship_cards[card_id], catalogue())


@require_safe
def upgrade_card(request: HttpRequest, card_id: str) -> HttpResponse:
    """The page of an upgrade card."""
    card = catalogue().upgrades.get(card_id)
    if card is None:
        raise Http404("There is no such upgrade card.")
    context = {"card": upgrade_card_page(card, catalogue()), "owners": owners_of(request.user, card_id)}
    return render(request, "rosters/cards/upgrade.html", context)


@lru_cache(maxsize=1024)
def row_markup(card_id: str, is_ship: bool) -> SafeString:
    """A card as a line of a list. Kept, because cards never change and a page draws two dozen of them."""
    cards = catalogue()
    card = cards.ship_cards[card_id] if is_ship else cards.upgrades[card_id]
    return render_to_string("rosters/cards/row.html", {"row": card_row(card, cards)})


def _page(form: CardFilterForm) -> Page[Card]:
    paginator = Paginator(find_cards(catalogue(), form.wanted()), PAGE_SIZE)
    number = form.cleaned_data["page"] or 1
    if number > paginator.num_pages:
        raise Http404(f"These filters fill {paginator.num_pages} page(s); there is no page {number}.")
    return paginator.page(number)


def _answer(
    request: HttpRequest, context: dict[str, object], form: CardFilterForm, status: int = 200
) -> HttpResponse:
    """The page, or for htmx the part with the results; the address then says what is shown."""
    part = wants_part(request)
    context["part"] = part
    template = "rosters/cards/list.html#results" if part else "rosters/cards/list.html"
    response = render(request, template, context, status=status)
    if part and status == 200:
        shown = form.query(page=str(form.cleaned_data["page"] or ""))
        response["HX-Push-Url"] = address("cards") + (f"?{shown}" if shown else "")
    return response
