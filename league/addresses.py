"""Addresses of pages, made from the names of their routes. No other module puts an address together.

`address("member", campaign, 3)` is the address of a route; its parts are numbers and names in the order of
the route, and an `Address` stands for the parts that led to it. Django's `reverse` says the same and takes
twenty times as long; a page has hundreds of links.
"""

from __future__ import annotations

from functools import cache
from typing import Self
from urllib.parse import quote

from django.urls import NoReverseMatch, get_resolver

# Characters that Django leaves unquoted in an address.
UNQUOTED = "/~:@!$&'()*+,;="


class Address(str):
    """The address of a thing, which knows the parts it was made of: `address("report", game)` leads from a
    game's own page to the report of the same game."""

    __slots__ = ("parts",)

    parts: tuple[int | str, ...]

    @classmethod
    def at(cls, route: str, *parts: int | str) -> Self:
        """The page of that route. Raises `NoReverseMatch` like `address`."""
        made = cls(address(route, *parts))
        made.parts = _flat(parts)
        return made


def address(route: str, *parts: int | str) -> str:
    """The address of the route with that name. Raises `NoReverseMatch` for an unknown name or another number
    of parts than the route has."""
    flat = _flat(parts)
    pattern = _pattern(route, len(flat))
    for part in flat:
        if type(part) is not int:
            return pattern % tuple(_quoted(route, each) for each in flat)
    return pattern % flat


def _flat(parts: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """The parts, with those of an address instead of the address."""
    if parts and isinstance(parts[0], Address):
        return parts[0].parts + parts[1:]
    return parts


def _quoted(route: str, part: int | str) -> str:
    text = str(part)
    if not text:
        raise NoReverseMatch(f"A part of the address of {route} is empty.")
    return text if text.isalnum() and text.isascii() else quote(text, safe=UNQUOTED)


@cache
def _pattern(route: str, count: int) -> str:
    """A route with a %s for each of its parts. The site lies at the root of its host."""
    for possibilities, *_ in get_resolver().reverse_dict.getlist(route):
        for pattern, names in possibilities:
            if len(names) == count:
                return "/" + str(pattern % dict.fromkeys(names, "%s"))
    raise NoReverseMatch(f"No route is called {route} and has {count} parts.")


def campaign_address(campaign: int) -> Address:
    """The page of a campaign."""
    return Address.at("campaign", campaign)


def round_address(campaign: int | Address, number: int) -> Address:
    """The page of a round, by the number that people know it by."""
    return Address.at("round", campaign, number)


def fleet_address(campaign: int | Address, slug: str) -> Address:
    """The page of a fleet, by its slug."""
    return Address.at("fleet", campaign, slug)


def game_address(campaign: int | Address, number: int) -> Address:
    """The page of a game, by the number that people know it by."""
    return Address.at("game", campaign, number)
