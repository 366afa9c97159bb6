"""Campaigns and the copies of them that were restored on this site."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from league.models import Campaign, EventRow
from league.prepared import Prepared


@dataclass(frozen=True, slots=True)
class Copy:
    """A restored campaign: `of` is the number of the campaign that it is a copy of."""

    of: int
    restored: datetime


def _beginnings(campaigns: list[int]) -> QuerySet[Campaign, Beginning]:
    first = EventRow.objects.filter(campaign=OuterRef("pk"), seq=1)
    found = Campaign.objects.filter(pk__in=campaigns).annotate(
        began=Subquery(first.values("at")), how=Subquery(first.values("payload"))
    )
    return found.values_list("pk", "created_at", "began", "how").order_by("created_at", "pk")


Beginning = tuple[int, datetime, datetime | None, Any]
BEGINNINGS: Prepared[Beginning] = Prepared(_beginnings, list)


def copies_among(campaigns: Collection[int]) -> dict[int, Copy]:
    """The copies among these campaigns of others of them, by number. One query, none for fewer than two.

    An archive keeps the first event of a campaign with its moment, so copies have both in common. The one
    that this site has had longest is the original.
    """
    if len(campaigns) < 2:
        return {}
    originals: dict[tuple[datetime, str], int] = {}
    found: dict[int, Copy] = {}
    for number, made, began, how in BEGINNINGS.rows(sorted(campaigns)):
        if began is None:
            continue
        of = originals.setdefault((began, str(how)), number)
        if of != number:
            found[number] = Copy(of, made)
    return found
