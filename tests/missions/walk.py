"""Every address of the site, filled in with one game's numbers, and everything that is answered there."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from league.models import Act
from league.views.rules import HELP_PAGES
from missions.views import acting
from tests import verbs
from tests.missions.tables import Table

# The stream never ends; what it says is tested with the live pages. Signing out would end the walk.
STREAM, LEFT_OUT = "stream/<int:campaign_id>/", ("accounts/", "admin/")
HTMX = {"HX-Request": "true"}


def routes(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    """Every route of the urlconf, includes followed."""
    for each in patterns:
        route = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, route)
        else:
            yield route


def own_routes() -> list[str]:
    """Every route that is walked: all but those of other people's apps and the stream."""
    found = [each for each in routes(get_resolver().url_patterns) if not each.startswith(LEFT_OUT)]
    return [each for each in found if each != STREAM]


def addresses(table: Table) -> list[str]:
    """The addresses of every route, about this game, its fleets, its round and its latest act."""
    return [each for route in own_routes() for each in addresses_of(route, table)]


def addresses_of(route: str, table: Table) -> list[str]:
    """An address for each thing that the route's last part may name."""
    names = re.findall(r"<(?:\w+:)?\w+>", route)
    several = SEVERAL.get(names[-1] if names else "", (None,))
    if names and names[-1] == "<slug:doing>":
        several = ROUND_BUTTONS if "/rounds/" in route else tuple(acting.SAID)
    return [_address(route, table, last) for last in several]


# What a part of an address may be, where every value is another page or button.
ROUND_BUTTONS = ("check-in", "check-in-all", "check-out", "match", "choose", "finish", "close")
SEVERAL: dict[str, tuple[object, ...]] = {
    "<slug:page>": HELP_PAGES,
    "<slug:slug>": ("standings", "games", "rosters"),
    "<work:page>": ("build", "desk"),
}


def _address(route: str, table: Table, last: object) -> str:
    fleet = verbs.fleet_of(table.organiser.seat, table.game.active)
    known: dict[str, Any] = {
        "campaign_id": table.league.campaign.pk,
        "number": _number(route, table),
        "game": table.number,
        "fleet": fleet.id,
        "ship": min(table.game.ships if "/games/" in route else fleet.ships, default=1),
        "upgrade": min(fleet.upgrades, default=1),
        "asset": min(fleet.assets, default=1),
        "card_id": "r2astromech" if "upgrades" in route else "rebel-xwing-rookiepilot",
        "page": "desk" if fleet.standing == "desk" else "build",
    }
    names = re.findall(r"<(?:\w+:)?(\w+)>", route)
    if last is not None:
        known[names[-1]] = last
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda hit: str(known.get(hit[1], 2)), route)


def _number(route: str, table: Table) -> int:
    if "fleets/" in route:
        return table.game.active
    if "rounds/" in route:
        return table.game.round
    if "timeline/" in route:
        acts = Act.objects.filter(campaign=table.league.campaign).order_by("-number")
        return acts.values_list("number", flat=True)[0]
    if "print/missions/" in route:
        return 3
    return table.organiser.seat.number if "members/" in route else table.number


def admin_addresses(rows: int = 12) -> list[str]:
    """The lists of the admin, and the latest rows of each."""
    found = ["/admin/"]
    for model in admin.site._registry:
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        keys = model._default_manager.order_by("-pk").values_list("pk", flat=True)[:rows]
        found += [base, *(f"{base}{key}/change/" for key in keys)]
    return found


def answers(client: Client, places: list[str], *, parts: bool = True) -> dict[str, str]:
    """What each address answers to a plain request, and with `parts` to an htmx request: body and headers in
    one text."""
    found = {}
    for place in places:
        for kind, headers in (("", None), (" (htmx)", HTMX))[: 2 if parts else 1]:
            answer = client.get(place, headers=headers)
            assert answer.status_code < 500, place
            body = answer.getvalue() if answer.streaming else answer.content
            text = unpacked(body) if body.startswith(b"PK") else body.decode(errors="replace")
            found[place + kind] = f"{answer.status_code} {answer.headers} {text}"
    return found


def unpacked(data: bytes) -> str:
    """All that can be read in a zip."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return "\n".join(opened.read(name).decode(errors="replace") for name in opened.namelist())
