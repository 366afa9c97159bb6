"""Every address of the site, filled in with one game's numbers, and everything that is answered there."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib import admin
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from league.models import Act
from league.views.rules import HELP_PAGES
from missions.battles.selectors.battles import of_game
from missions.rules.game.sides import SideName
from missions.rules.game.state import GameState
from missions.views.game import actions
from rosters.rules.state import FleetState
from tests import verbs
from tests.missions.tables import Table

# The stream never ends, so that not every walk can listen. Signing out would end the walk.
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


@cache
def own_routes() -> tuple[str, ...]:
    """Every route that is walked: all but those of other people's apps and the stream."""
    found = [each for each in routes(get_resolver().url_patterns) if not each.startswith(LEFT_OUT)]
    return tuple(each for each in found if each != STREAM)


def addresses(table: Table) -> list[str]:
    """The addresses of every route, about this game, its fleets, its round and its latest act."""
    facts = facts_of(table)
    return [each for route in own_routes() for each in addresses_of(route, table, facts)]


def addresses_of(route: str, table: Table, facts: Facts | None = None) -> list[str]:
    """An address for each thing that the route's last part may name."""
    names = re.findall(r"<(?:\w+:)?\w+>", route)
    several = SEVERAL.get(names[-1] if names else "", (None,))
    if names and names[-1] == "<slug:doing>":
        several = ROUND_BUTTONS if "/rounds/" in route else tuple(actions.BUTTONS)
    known = facts or facts_of(table)
    return [_address(route, known, last) for last in several]


# Values of a part of an address, if every value is another page or button.
ROUND_BUTTONS = ("check-in", "check-in-all", "check-out", "match", "choose", "finish", "close")
SEVERAL: dict[str, tuple[object, ...]] = {
    "<slug:page>": HELP_PAGES,
    "<path:path>": ("missions", "missions/blockade", "assets", "fighters"),
    "<slug:slug>": ("standings", "games", "rosters"),
    "<work:page>": ("build", "desk", "plan"),
}


@dataclass(frozen=True)
class Facts:
    """Values for the addresses of a table."""

    table: Table
    game: GameState
    fleet: FleetState
    act: int
    battle: str = "2"


def facts_of(table: Table, side: SideName = "active") -> Facts:
    """The table's game, a side's fleet, the campaign's latest act and the game's battle, as they are now."""
    game = table.game
    acts = Act.objects.filter(campaign=table.league.campaign).order_by("-number")
    latest = acts.values_list("number", flat=True)[0]
    battle = of_game(table.league.campaign.pk, game.id)
    fleet = verbs.fleet_of(table.organiser.seat, game.fleet_of(side))
    return Facts(table, game, fleet, latest, battle.public_id if battle else "2")


def _address(route: str, facts: Facts, last: object) -> str:
    game, fleet = facts.game, facts.fleet
    known: dict[str, Any] = {
        "campaign_id": facts.table.league.campaign.pk,
        "number": _number(route, facts),
        "game": game.number,
        "fleet": fleet.id,
        "ship": min(game.ships if "/games/" in route else fleet.ships, default=1),
        "upgrade": min(fleet.upgrades, default=1),
        "asset": min(fleet.assets, default=1),
        "card_id": "r2astromech" if "upgrades" in route else "rebel-xwing-rookiepilot",
        "public_id": facts.battle,
        "page": "desk" if fleet.standing == "desk" else "build",
    }
    names = re.findall(r"<(?:\w+:)?(\w+)>", route)
    if last is not None:
        known[names[-1]] = last
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda hit: str(known.get(hit[1], 2)), route)


def _number(route: str, facts: Facts) -> int | str:
    if "fleets/" in route:
        return facts.fleet.slug
    if "rounds/" in route:
        return verbs.round_of(facts.table.organiser.seat).number
    if "timeline/" in route:
        return facts.act
    if "print/missions/" in route:
        return 3
    return facts.table.organiser.seat.number if "members/" in route else facts.game.number


def admin_addresses(rows: int = 12) -> list[str]:
    """The lists of the admin, and the latest rows of each."""
    found = ["/admin/"]
    for model in admin.site._registry:
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        keys = model._default_manager.order_by("-pk").values_list("pk", flat=True)[:rows]
        found += [base, *(f"{base}{key}/change/" for key in keys)]
    return found


def answers(client: Client, places: list[str]) -> dict[str, str]:
    """Answer of each address: body and headers in one text."""
    found = {}
    for place in places:
        answer = client.get(place)
        assert answer.status_code < 500, place
        found[place] = text_of(answer)
    return found


def text_of(answer: HttpResponseBase) -> str:
    """All that can be read in an answer: status, headers and body, a zip's files one by one. Of a stream,
    which never ends, the first message."""
    if answer.headers.get("Content-Type") == "text/event-stream":
        body: bytes = async_to_sync(_first)(answer.streaming_content)  # type: ignore[attr-defined]
    else:
        body = answer.getvalue()  # type: ignore[attr-defined]
    text = unpacked(body) if body.startswith(b"PK") else body.decode(errors="replace")
    return f"{answer.status_code} {answer.headers} {text}"


async def _first(stream: AsyncGenerator[bytes, None]) -> bytes:
    try:
        return await anext(stream)
    finally:
        await stream.aclose()


def unpacked(data: bytes) -> str:
    """All that can be read in a zip."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return "\n".join(opened.read(name).decode(errors="replace") for name in opened.namelist())
