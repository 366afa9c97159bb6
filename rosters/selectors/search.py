"""Fleets and cards that a reader finds by typing."""

from __future__ import annotations

from collections.abc import Iterable

from league.addresses import address, campaign_address, fleet_address
from league.rules.phrases import SIDE_NAMES
from league.selectors.search import ALL, Asked, Hit, provides_hits
from rosters.catalogue import ShipCard
from rosters.catalogue.loader import catalogue
from rosters.catalogue.search import Card, CardFilter, find_cards, plain
from rosters.models import Fleet


@provides_hits
def _fleets(asked: Asked) -> Iterable[Hit]:
    rows = Fleet.objects.filter(asked.visible() & asked.named()).select_related("campaign")
    for each in rows.order_by(*asked.nearest())[:ALL]:
        url = fleet_address(campaign_address(each.campaign_id), each.slug)
        about = f"{SIDE_NAMES.get(each.side, each.side)}, in {each.campaign.name}"
        yield Hit("Fleets", each.name, about, url, each.side)


@provides_hits
def _cards(asked: Asked) -> Iterable[Hit]:
    """Cards of the catalogue; those whose name has the text come first. No query."""
    wanted = plain(asked.text)
    if not wanted or wanted.isdecimal():
        return
    found = sorted(
        find_cards(catalogue(), CardFilter(text=asked.text)), key=lambda card: _order(card, wanted)
    )
    for card in found[:ALL]:
        if isinstance(card, ShipCard):
            about = f"{card.ship_name}, {SIDE_NAMES[card.side]}"
            yield Hit("Cards", card.name, about, address("ship-card", card.id), "ship")
        else:
            yield Hit("Cards", card.name, f"{card.slot} upgrade", address("upgrade-card", card.id), "cards")


def _order(card: Card, wanted: str) -> tuple[bool, bool]:
    name = plain(card.name)
    return not name.startswith(wanted), wanted not in name
