"""Reading when a point of the log was: its day and the round that was running then."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from league.models import Act, EventRow
from league.rules.rounds import OpenRound


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of the log: its entry, its day (UTC, None for an empty log), and the ordinal of the latest
    round that was opened by then (0: none)."""

    entry: int
    day: date | None
    round: int


def moment(campaign_id: int, seq: int) -> Moment:
    """The moment of the entry `seq`. Two queries."""
    at = EventRow.objects.filter(campaign_id=campaign_id, seq=seq).values_list("at", flat=True).first()
    opened = Act.objects.filter(campaign_id=campaign_id, number__lte=seq, name=OpenRound.name, undone=False)
    return Moment(seq, at.date() if at else None, opened.count())
