"""The fleet that an address names, by its slug. `league.views.found` redirects old slugs."""

from __future__ import annotations

from league.prepared import Prepared
from league.selectors.found import Found
from rosters.models import Fleet, FleetSlug

DIGITS = 18

SLUGS: Prepared[tuple[int, bool]] = Prepared(
    lambda campaign, slug: (
        FleetSlug.objects.filter(campaign_id=campaign, slug=slug)
        .order_by("pk")
        .values_list("fleet", "current")
    ),
    int,
    str,
)


def find_fleet(campaign_id: int, wanted: str) -> Found | None:
    """The fleet of a slug, or of one that it had before it was renamed, or of the number that addresses once
    had. One query, two for an address that has moved."""
    if wanted.isdecimal() and wanted.isascii():
        return _by_number(campaign_id, int(wanted)) if len(wanted) <= DIGITS else None
    row = SLUGS.first(campaign_id, wanted)
    if row is None:
        return None
    number, current = row
    return Found(number, wanted) if current else _by_number(campaign_id, number)


def _by_number(campaign_id: int, number: int) -> Found | None:
    slug = Fleet.objects.filter(campaign_id=campaign_id, number=number).values_list("slug", flat=True).first()
    return Found(number, slug) if slug else None
