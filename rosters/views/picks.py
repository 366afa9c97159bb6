"""The menus of builder and desk (ship, slot, card, squadron): parts for a dialog, pages without script."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.addresses import address
from league.http import refusing, wants_part
from league.kernel.numbers import whole_number
from rosters.presenters import picks
from rosters.presenters.repairs import menu_at
from rosters.rules.purchases.offers import ship_offers
from rosters.rules.purchases.values import squadron_value
from rosters.rules.squadrons.types import epics_used
from rosters.rules.state import SQUADRON_CARDS, ShipState
from rosters.selectors import fleets as select
from rosters.views.fleet_frame import fleet_frame, models_left_to
from rosters.views.repairs import step_of
from rosters.views.workplace import Workplace, open_workplace

SHIPS_LISTED = 30
LONGEST_QUERY = 80


def _ship_or_404(at: Workplace, number: int) -> ShipState:
    found = at.fleet.ships.get(number)
    if found is None:
        raise Http404("That ship is not on this roster.")
    return found


@require_safe
@refusing
def ship(request: HttpRequest, campaign_id: int, number: int, page: str, ship: int) -> HttpResponse:
    """Menu of a ship."""
    at = open_workplace(request, campaign_id, number, page)
    found = _ship_or_404(at, ship)
    menu = picks.ship_menu(at.fleet, found, select.profile_of(at.campaign), at.mates)
    if at.page == "desk":
        menu = menu_at(step_of(request, at), menu)
    return _answer(request, at, "ship", menu.title, menu=menu)


@require_safe
@refusing
def slot(
    request: HttpRequest, campaign_id: int, number: int, page: str, ship: int, place: int
) -> HttpResponse:
    """Menu of a slot."""
    at = open_workplace(request, campaign_id, number, page)
    found = _ship_or_404(at, ship)
    try:
        offered = picks.slot_page(at.fleet, found, place, at.mates)
    except IndexError:
        raise Http404("That ship has no such slot any more.") from None
    go_on = request.GET.get("go") == "on"
    after = picks.next_slot(at.fleet, found, place, at.mates) if go_on else None
    return _answer(
        request,
        at,
        "slot",
        f"{offered.slot} of {offered.title}",
        offered=offered,
        index=place,
        go_on=go_on,
        skip_url=slot_url(at, ship, after) if after is not None else "",
    )


def slot_url(at: Workplace, ship: int, place: int) -> str:
    """Address of the menu of a slot that goes on to the next slot."""
    return f"{address('pick-slot', at.url, ship, place)}?go=on"


def onward(request: HttpRequest, before: Workplace, now: Workplace) -> str:
    """Address of the next slot to fill, if the order came from a menu that goes on: the first of a ship that
    was bought, or the one behind the slot that was filled. Otherwise ""."""
    if request.POST.get("go") != "on":
        return ""
    fresh = now.fleet.ships.keys() - before.fleet.ships.keys()
    number = next(iter(fresh), whole_number(request.POST.get("ship", "")))
    found = now.fleet.ships.get(number or 0)
    if found is None:
        return ""
    after = -1 if fresh else whole_number(request.POST.get("place", ""))
    place = picks.next_slot(now.fleet, found, -1 if after is None else after, now.mates)
    return "" if place is None else slot_url(now, found.id, place)


@require_safe
@refusing
def upgrade(request: HttpRequest, campaign_id: int, number: int, page: str, upgrade: int) -> HttpResponse:
    """Menu of an upgrade card."""
    at = open_workplace(request, campaign_id, number, page)
    found = at.fleet.upgrades.get(upgrade)
    if found is None:
        raise Http404("That card is not on this roster.")
    menu = picks.upgrade_menu(at.fleet, found, select.profile_of(at.campaign), at.mates)
    return _answer(request, at, "upgrade", menu.title, menu=menu)


@require_safe
@refusing
def squadron(request: HttpRequest, campaign_id: int, number: int, page: str, card: int) -> HttpResponse:
    """Laying out, designating and striking a squadron."""
    at = open_workplace(request, campaign_id, number, page)
    if card not in SQUADRON_CARDS:
        raise Http404("Squadrons have the cards 2 to 10.")
    laid = card in at.fleet.squadrons
    return _answer(
        request,
        at,
        "squadron",
        f"Squadron {card}" if laid else f"Add squadron {card}",
        card=card,
        laid=laid,
        types=picks.type_choices(at.fleet, card, select.profile_of(at.campaign)),
        points=squadron_value(at.fleet, card) if laid else 0,
        epics_used=epics_used(at.fleet),
    )


@require_safe
@refusing
def squadron_ships(request: HttpRequest, campaign_id: int, number: int, page: str, card: int) -> HttpResponse:
    """Ships to buy into one squadron, found by typing. A purchase goes on to the slots of the new ship."""
    at = open_workplace(request, campaign_id, number, page)
    if card not in at.fleet.squadrons:
        raise Http404("That squadron is not laid out.")
    query = request.GET.get("q", "")[:LONGEST_QUERY]
    context = _context(request, at, "sheet", f"A ship for squadron {card}")
    context |= {"card": card, "query": query, **found_ships(request, at, query, card)}
    searched = "q" in request.GET and wants_part(request)
    name = "#sheet" if searched else "#pick" if wants_part(request) else ""
    return render(request, f"rosters/picks/page.html{name}", context)


@require_safe
@refusing
def loose(request: HttpRequest, campaign_id: int, number: int, page: str) -> HttpResponse:
    """Upgrade cards for the inventory, found by typing."""
    at = open_workplace(request, campaign_id, number, page)
    query = request.GET.get("q", "")[:LONGEST_QUERY]
    offered = picks.loose_offers(at.fleet, query, at.mates)
    if "q" in request.GET and wants_part(request):
        summary = picks.found_words([(each.name, each.price, each.buyable) for each in offered], "card")
        context = _context(request, at, "loose", "") | {"offered": offered, "summary": summary, "part": True}
        return render(request, "rosters/picks/page.html#loose", context)
    return _answer(request, at, "loose", "A card for the inventory", offered=offered, query=query)


@require_safe
@refusing
def ships(request: HttpRequest, campaign_id: int, number: int, page: str) -> HttpResponse:
    """Ships to buy, found by typing."""
    at = open_workplace(request, campaign_id, number, page)
    query = request.GET.get("q", "")[:LONGEST_QUERY]
    place = whole_number(request.GET.get("squadron", ""))
    squadron = place if place in at.fleet.squadrons else None
    found = found_ships(request, at, query, squadron)
    return _answer(request, at, "ships", "Find a ship", query=query, **found)


def found_ships(request: HttpRequest, at: Workplace, query: str, squadron: int | None) -> dict[str, Any]:
    """The ships that the query finds, for a squadron or the inventory: as many as are worth reading, and how
    many more there are."""
    found = ship_offers(at.fleet, query, at.mates, squadron)
    left = models_left_to(request, at.access, at.fleet)
    return {
        "ships": picks.ships_found(found[:SHIPS_LISTED], left),
        "more": max(0, len(found) - SHIPS_LISTED),
        "targets": list(picks.squadron_targets(at.fleet)),
        "summary": picks.found_words([(each.name, each.price, each.buyable) for each in found], "ship"),
    }


def _answer(request: HttpRequest, at: Workplace, kind: str, title: str, **more: Any) -> HttpResponse:
    """The menu alone for the dialog, else a page of its own with the way back."""
    part = wants_part(request)
    context = _context(request, at, kind, title) | more | {"part": part and kind == "ships"}
    name = "#results" if kind == "ships" else "#pick"
    return render(request, f"rosters/picks/page.html{name if part else ''}", context)


def _context(request: HttpRequest, at: Workplace, kind: str, title: str) -> dict[str, Any]:
    current = "Repairs" if at.page == "desk" else "Build"
    context = fleet_frame(request, at.access, at.fleet, current, here=title or current)
    context["trail"].append((current, at.url))
    return context | {
        "live_campaign_id": None,
        "at": at,
        "kind": kind,
        "unfolds": wants_part(request),
        "title": title,
        "template": f"rosters/picks/{kind}.html",
    }
