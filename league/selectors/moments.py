"""Reading when a point of the log was: its time and the round that was running then."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from league.models import Act, EventRow
from league.rules.events import RoundOpened
from league.store.log import columns_of, read


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of the log: its time (None for an empty log), and the number of the latest round that was
    opened by then (0: none)."""

    at: datetime | None
    round: int


def moment(campaign_id: int, seq: int) -> Moment:
    """The moment of the event with the number `seq`. Two queries."""
    at = EventRow.objects.filter(campaign_id=campaign_id, seq=seq).values_list("at", flat=True).first()
    opened = EventRow.objects.filter(campaign_id=campaign_id, seq__lte=seq, kind=RoundOpened.kind)
    standing = Act.objects.filter(campaign_id=campaign_id, undone=False).values("number")
    newest = read(columns_of(opened.filter(act__in=standing), "-seq")[:1])
    return Moment(at, next((each.event.number for each in newest if isinstance(each.event, RoundOpened)), 0))
