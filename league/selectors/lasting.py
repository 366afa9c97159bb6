"""Facts that a process works out from a campaign's log and keeps until an event can change them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.cache import caches

from league.kernel.events import ActRedone, ActUndone
from league.models import Campaign, EventRow
from league.prepared import Prepared

TURNS = (ActUndone.kind, ActRedone.kind)
"""Kinds of events after which other acts count than before."""
READ = 100
"""New events that are looked at. After more of them a fact is worked out again."""

Found = TypeVar("Found")

SINCE: Prepared[tuple[str]] = Prepared(
    lambda campaign, head: (
        EventRow.objects.filter(campaign_id=campaign, seq__gt=head)
        .order_by("seq")
        .values_list("kind")[: READ + 1]
    ),
    int,
    int,
)


@dataclass(frozen=True, slots=True)
class _Kept:
    """A fact as it was at the campaign's event `head`, worked out from the log and from what was `given`."""

    head: int
    given: object
    found: Any


def lasting(
    campaign: Campaign,
    name: str,
    kinds: Collection[str],
    make: Callable[[], Found],
    *,
    given: object = (),
    lasts: Callable[[Found], bool] = lambda found: True,
) -> Found:
    """The result of `make`, which reads the campaign's log and what is `given`. It is the same for every
    reader for whom `name` is the same.

    It is kept until an event of these kinds is added or something else is given; without `lasts`, until any
    event is added. No query beside those of `make`, or one after each act of the campaign."""
    key = f"{name}:{campaign.pk}@{campaign.created_at.timestamp()}"
    kept: _Kept | None = caches["seasons"].get(key)
    if kept is None or kept.given != given or not _stands(campaign, kept, kinds, lasts):
        kept = _Kept(campaign.head_seq, given, make())
    elif kept.head == campaign.head_seq:
        return kept.found  # type: ignore[no-any-return]
    caches["seasons"].set(key, _Kept(campaign.head_seq, given, kept.found), None)
    return kept.found  # type: ignore[no-any-return]


def _stands(campaign: Campaign, kept: _Kept, kinds: Collection[str], lasts: Callable[[Any], bool]) -> bool:
    if kept.head == campaign.head_seq:
        return True
    if kept.head > campaign.head_seq or not lasts(kept.found):
        return False
    added = SINCE.rows(campaign.pk, kept.head)
    return len(added) <= READ and not any(kind in kinds for (kind,) in added)
