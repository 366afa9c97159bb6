"""Every address of the site, filled in with one game's numbers, and everything that is answered there."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator

from django.contrib import admin
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from league.models import Act
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


def addresses(table: Table) -> list[str]:
    """An address for every route, about this game, its fleets, its round and its latest act."""
    acts = Act.objects.filter(campaign=table.league.campaign).order_by("-number")
    latest = acts.values_list("number", flat=True)[0]
    ours = [each for each in routes(get_resolver().url_patterns) if not each.startswith(LEFT_OUT)]
    return [_address(route, table, latest) for route in ours if route != STREAM]


def _address(route: str, table: Table, latest: int) -> str:
    known = {
        "campaign_id": table.league.campaign.pk,
        "number": _number(route, table, latest),
        "game": table.number,
        "fleet": table.game.active,
        "ship": min(table.game.ships, default=1),
        "slug": "rosters",
    }
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda hit: str(known.get(hit[1], 2)), route)


def _number(route: str, table: Table, latest: int) -> int:
    if "fleets/" in route:
        return table.game.active
    if "rounds/" in route:
        return table.game.round
    if "timeline/" in route:
        return latest
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
