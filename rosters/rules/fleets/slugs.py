"""The name of a fleet as its address has it: "Dawn Patrol" is at dawn-patrol."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from itertools import chain, count

from rosters.rules.state import FleetState, RostersState

RESERVED = frozenset({"new"})
"""Words that mean something else in an address."""
PLAIN = "fleet"
SLUG_LENGTH = 60
"""Letters of a slug without the number behind it."""
APOSTROPHES = frozenset("'’‘ʼ`´")
LETTERS = "LMN"
"""Unicode categories of what stays: letters, the marks on them, figures."""


def slug_of(name: str) -> str:
    """A name in small letters, with hyphens between its words. Letters of every script stay; those of the
    Latin one lose their accents. Never empty and never a mere number, which is an old address."""
    signs = ""
    for letter in unicodedata.normalize("NFC", name.casefold()):
        signs += _sign(letter, signs[-1:])
    slug = "-".join(signs.split())[:SLUG_LENGTH].rstrip("-")
    if not slug:
        return PLAIN
    return f"{PLAIN}-{slug}" if slug in RESERVED or slug.isnumeric() else slug


def _sign(letter: str, before: str) -> str:
    """Slug of a letter after the one `before`: a blank between words, nothing for an apostrophe."""
    latin = "".join(
        sign for sign in unicodedata.normalize("NFKD", letter) if sign.isascii() and sign.isalnum()
    )
    kind = unicodedata.category(letter)[0]
    if latin:
        return latin.lower()
    if letter in APOSTROPHES or (kind == "M" and before.isascii()):
        return ""
    return letter if kind in LETTERS else " "


def free_slug(name: str, taken: Collection[str]) -> str:
    """The slug of a name, with the first number from 2 behind it that makes it one of its own."""
    slug = slug_of(name)
    numbered = (f"{slug}-{number}" for number in count(2))
    return next(each for each in chain((slug,), numbered) if each not in taken)


def logged_slug(logged: str, name: str, taken: Collection[str]) -> str:
    """The slug that the log gives a fleet of that name. It gives another one if the log is older than
    slugs, is somebody else's work, or has given the same slug away meanwhile."""
    base = slug_of(name)
    number = logged.removeprefix(base)
    fits = logged.startswith(base) and (not number or (number[0] == "-" and number[1:].isdecimal()))
    return logged if fits and logged not in taken else free_slug(name, taken)


def slugs_of(fleet: FleetState) -> tuple[str, ...]:
    """Every slug that leads to the fleet, the present one last."""
    return (*(each for each in fleet.former_slugs if each != fleet.slug), fleet.slug)


def taken_slugs(rosters: RostersState, besides: int = 0) -> frozenset[str]:
    """Every slug that leads to another fleet than that one. A renamed fleet keeps its former slugs. If it
    takes an earlier name again, it gets its old slug back."""
    others = (fleet for fleet in rosters.fleets.values() if fleet.id != besides)
    return frozenset(slug for fleet in others for slug in slugs_of(fleet))


def move_to(fleet: FleetState, slug: str) -> None:
    """Give a fleet another slug; those it had before are kept in order."""
    before = [each for each in slugs_of(fleet) if each != slug]
    fleet.slug, fleet.former_slugs = slug, before
