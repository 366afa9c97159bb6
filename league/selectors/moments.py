"""Reading when a point of the log was: its time and the round that was running then."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from league.models import Act, EventRow
from league.rules.rounds import OpenRound


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of the log: its time (None for an empty log), and the ordinal of the latest round that was
    opened by then (0: none)."""

    at: datetime | None
    round: int


def moment(campaign_id: int, seq: int) -> Moment:
    """The moment of the event with the number `seq`. Two queries."""
    at = EventRow.objects.filter(campaign_id=campaign_id, seq=seq).values_list("at", flat=True).first()
    opened = Act.objects.filter(campaign_id=campaign_id, number__lte=seq, name=OpenRound.name, undone=False)
    return Moment(at, opened.count())
