"""The pages of things of which a page knows no more than their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from league.addresses import Address, game_address
from league.kernel.events import Event
from league.selectors.port_rows import game_names


def game_addresses(campaign_id: int, numbers: Iterable[int | None]) -> Mapping[int, Address]:
    """The pages of these games. One query; nothing is asked for none."""
    found = game_names(campaign_id, (number for number in numbers if number))
    return {number: game_address(campaign_id, game.ordinal) for number, game in found.items() if game.ordinal}


def addresses_told_of(campaign_id: int, events: Iterable[Event]) -> Mapping[int, Address]:
    """The pages of the games that these events are about. One query; nothing is asked for none."""
    return game_addresses(campaign_id, [getattr(event, "game", None) for event in events])


def game_address_of(campaign_id: int, number: int | None) -> Address | str:
    """The page of a game; "" for none. One query at most."""
    return game_addresses(campaign_id, [number]).get(number or 0, "")
