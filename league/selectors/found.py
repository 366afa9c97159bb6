"""Targets of an address: rounds, and the shape in which the apps above answer for fleets and games."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from league.models import Round
from league.prepared import Prepared

ROUNDS: Prepared[tuple[int, int]] = Prepared(
    lambda campaign, wanted: Round.objects.filter(
        Q(ordinal=wanted) | Q(number=wanted), campaign_id=campaign
    ).values_list("number", "ordinal"),
    int,
    int,
)


@dataclass(frozen=True, slots=True)
class Found:
    """Something that an address names. `number` identifies it in its campaign; `name` is what its address has
    now: the number that people know it by, or the slug of its name."""

    number: int
    name: int | str


def closest(rows: list[tuple[int, int]], wanted: int) -> Found | None:
    """Pick the (number, ordinal) pair that people know by that number, else the one that used to have the
    number in its address."""
    rows.sort(key=lambda row: row[1] != wanted)
    return Found(*rows[0]) if rows else None


def find_round(campaign_id: int, wanted: int) -> Found | None:
    """The round with that number. One query."""
    return closest(ROUNDS.rows(campaign_id, wanted), wanted)
