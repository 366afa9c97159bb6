"""Addresses of other squad builders, pasted in place of an XWS text.

An address of YASB for the first edition holds the numbers of its cards, so it is read here. The addresses of
all other builders hold numbers of other cards, or none at all: each is refused with the way to its XWS text.
Nothing is ever fetched from another site.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from league.kernel.refusal import Unreadable
from rosters.catalogue.yasb import YasbKind, yasb_cards

FIRST_EDITION = ("geordanr.github.io",)
SECOND_EDITION = ("raithos.github.io", "yasb.app", "xwing-legacy.com")
LAUNCH_BAY = ("launchbaynext.app", "launchbaynext.web.app")
NUMBERED = ("xwing-builder.co.uk", "x-wing.fabpsb.net", "meta-wing.com")
"""Builders whose addresses hold the number of a stored squadron and no cards."""
MOST_SHIPS = 60
"""Ships that are read of one squadron."""
HOSTS = (*FIRST_EDITION, *SECOND_EDITION, *LAUNCH_BAY, *NUMBERED)

_KNOWN = re.compile(
    rf"(?<![\w.-])(?:www\.)?(?P<host>{'|'.join(map(re.escape, HOSTS))})(?![\w.-])(?P<rest>[/?#][^\s<>\"']*)?",
    re.IGNORECASE,
)
_ANY = re.compile(r"\s*https?://\S+\s*", re.IGNORECASE)
_VERSION = re.compile(r"v(?P<version>\d{1,3})(?P<mark>[!Z])(?P<ships>.*)", re.DOTALL)
_NUMBER = re.compile(r"-?[0-9]{1,4}")
LAST_OF_FIRST_EDITION = 4
"""Version of the format with which YASB ended its first edition and began its second (on other hosts)."""
ADDONS = {"U": YasbKind.UPGRADE, "M": YasbKind.MODIFICATION, "T": YasbKind.TITLE}

SECOND = (
    "That address is of a squadron of the second edition. It holds only numbers of cards that are not in "
    "this campaign. Press “Export to XWS” in YASB and paste that text: cards of the same name are read as "
    "those of the first edition."
)
BAY = (
    "That address of Launch Bay Next holds only numbers of cards of the second edition. Export the squadron "
    "there as XWS and paste that text: cards of the same name are read as those of the first edition."
)
STORED = (
    "That address holds the number of a squadron that is stored elsewhere, and this site never opens another "
    "one. Export the squadron there as XWS and paste that text."
)
EXAMPLE = "https://geordanr.github.io/xwing/?f=Rebel%20Alliance&d=v4!s!3:-1,2:-1:-1:"
UNKNOWN = (
    "That is the address of a page, and this site never opens another one. Paste the squadron as XWS, or the "
    f"address of a squadron of YASB’s first edition. An address such as {EXAMPLE} works."
)
EMPTY = (
    "That address of YASB holds no squadron. Open the squadron there, copy its permalink and paste that; or "
    "press “Export to XWS” and paste that text."
)


@dataclass(frozen=True, slots=True)
class Addressed:
    """A squadron read from an address: `squad` as XWS, what no card of ours is behind, and how many ships are
    among that."""

    squad: dict[str, Any]
    unknown: tuple[str, ...]
    unknown_ships: int


def squadron_at(text: str) -> Addressed | None:
    """The squadron that an address in the text holds, or None if the text is no address. Raises
    `Unreadable` for an address from which no squadron can be read, with the way to its XWS text."""
    if text.lstrip().startswith("{"):
        return None
    found = _KNOWN.search(text)
    if found is None:
        if _ANY.fullmatch(text):
            raise _no("unknown_address", UNKNOWN)
        return None
    host, rest = found["host"].lower(), found["rest"] or ""
    if host in LAUNCH_BAY:
        raise _no("launch_bay", BAY)
    if host in NUMBERED:
        raise _no("stored_elsewhere", STORED)
    return _yasb(parse_qs(rest.partition("?")[2].partition("#")[0]), first=host in FIRST_EDITION)


def _no(code: str, sentence: str) -> Unreadable:
    return Unreadable(code, sentence, field="text")


def _yasb(query: dict[str, list[str]], *, first: bool) -> Addressed:
    serialized = query.get("d", [""])[0].strip()
    found = _VERSION.fullmatch(serialized)
    version = int(found["version"]) if found else 1
    if version > LAST_OF_FIRST_EDITION or (version == LAST_OF_FIRST_EDITION and not first):
        raise _no("second_edition", SECOND)
    ships = found["ships"] if found else serialized
    if version > 2:
        ships = ships.partition("!")[2]
    entries = [each for each in ships.split(";") if each.strip()]
    if not entries:
        raise _no("no_squadron", EMPTY)
    unknown: list[str] = []
    read = entries[: MOST_SHIPS + 1]
    pilots = [pilot for each in read for pilot in _pilot(each, version, unknown)]
    squad = {
        "faction": query.get("f", [""])[0],
        "name": query.get("sn", [""])[0],
        "pilots": pilots,
    }
    return Addressed(squad, tuple(unknown), len(read) - len(pilots))


def _pilot(entry: str, version: int, unknown: list[str]) -> Iterator[dict[str, Any]]:
    """The pilot with its upgrades as an XWS entry; nothing for a number without a card."""
    parts = [*entry.split(":"), "", "", "", "", ""]
    number = _number(parts[0])
    found = yasb_cards().pilots.get(number)
    if found is None:
        unknown.append(f"pilot {number} of YASB")
        return
    card, xws = found
    upgrades: dict[str, list[str]] = {}
    for kind, each in _carried(parts, version):
        upgrade = yasb_cards().upgrades.get((kind, each))
        if upgrade is None:
            unknown.append(f"{kind} {each} of YASB on {card.name}")
        else:
            upgrades.setdefault(str(upgrade.slot), []).append(upgrade.xws)
    yield {"ship": card.ship, "name": xws, "upgrades": upgrades}


def _carried(parts: list[str], version: int) -> Iterator[tuple[YasbKind, int]]:
    """The numbers of everything on a ship. The first version puts the title's upgrades before the
    modification, later ones put them last, each with the letter of its kind."""
    upgrades, title, modification, addons = parts[1:5]
    if version == 1:
        modification, upgrades, addons = parts[4], f"{upgrades},{parts[3]}", ""
    yield from ((YasbKind.UPGRADE, each) for each in _numbers(upgrades))
    yield from ((YasbKind.TITLE, each) for each in _numbers(title))
    yield from ((YasbKind.MODIFICATION, each) for each in _numbers(modification))
    for addon in filter(None, addons.split(",")):
        letter, _, number = addon.partition(".")
        if letter.upper() not in ADDONS:
            raise _cut_off(addon)
        yield from ((ADDONS[letter.upper()], each) for each in _numbers(number))


def _numbers(listed: str) -> list[int]:
    """The numbers of a list without the places that are empty, which YASB writes as -1."""
    return [number for number in map(_number, filter(None, listed.split(","))) if number >= 0]


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text.strip()):
        raise _cut_off(text)
    return int(text)


def _cut_off(part: str) -> Unreadable:
    return _no(
        "cut_off",
        f"“{part.strip()[:20]}” in that address is no card. Copy the whole address: it may be cut off.",
    )
