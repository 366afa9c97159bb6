"""The fleet that an address names."""

from __future__ import annotations

from league.selectors.found import Found
from rosters.models import Fleet, FleetSlug

DIGITS = 18


def find_fleet(campaign_id: int, asked: str) -> Found | None:
    """The fleet of a slug, or of one that it had before it was renamed, or of the number that addresses once
    had. One query, two for an address that has moved."""
    if asked.isdecimal() and asked.isascii():
        return _by_number(campaign_id, int(asked)) if len(asked) <= DIGITS else None
    row = (
        FleetSlug.objects.filter(campaign_id=campaign_id, slug=asked).values_list("fleet", "current").first()
    )
    if row is None:
        return None
    number, current = row
    return Found(number, asked) if current else _by_number(campaign_id, number)


def _by_number(campaign_id: int, number: int) -> Found | None:
    slug = Fleet.objects.filter(campaign_id=campaign_id, number=number).values_list("slug", flat=True).first()
    return Found(number, slug) if slug else None
