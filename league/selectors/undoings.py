"""The last undoing of acts: by whom, and for what reason."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import msgspec
from django.db.models import OuterRef, Q, Subquery

from league.kernel.events import ActUndone
from league.models import EventRow, Member


@dataclass(frozen=True, slots=True)
class UndoneBy:
    """The member who last undid an act, by number and name, and their reason ("" if they gave none)."""

    member: int
    name: str
    reason: str

    def told_to(self, reader: int) -> UndoneBy:
        """The same for a member who reads it: their own name is "You"."""
        return replace(self, name="You") if self.member == reader else self


def undone_by(acts: Collection[tuple[int, int]]) -> dict[tuple[int, int], UndoneBy]:
    """The last undoing of each of these acts, by campaign and number. One query, none for none.

    The database finds the number wherever it stands in the payload; the decoded event says what it is.
    """
    if not acts:
        return {}
    wanted = Q()
    for campaign, act in acts:
        number = Q(payload__contains=f'"act":{act},') | Q(payload__contains=f'"act":{act}}}')
        wanted |= Q(campaign_id=campaign) & number
    members = Member.objects.filter(campaign=OuterRef("campaign"), number=OuterRef("actor"))
    rows = (
        EventRow.objects.filter(wanted, kind=ActUndone.kind)
        .order_by("seq")
        .values_list("campaign_id", "payload", "actor", Subquery(members.values("name")[:1]))
    )
    found: dict[tuple[int, int], UndoneBy] = {}
    for campaign, payload, actor, name in rows:
        event = msgspec.json.decode(payload, type=ActUndone)
        if (campaign, event.act) in acts:
            found[campaign, event.act] = UndoneBy(actor, name or "An organiser", event.reason)
    return found
