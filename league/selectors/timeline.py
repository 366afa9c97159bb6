"""Acts and their events, newest first, in pages by key: a page costs the same in a log of any length."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

import msgspec
from django.db.models import Q

from league.kernel.events import ActUndone, Event
from league.kernel.history import Logged
from league.models import Act, EventRow
from league.prepared import Prepared
from league.selectors.sought import EVERYTHING, Sought, sought_acts
from league.store.log import events_of

PAGE = 30
SOUGHT_PAGE = 10
"""Entries of a fleet or a game say more than others, so a page of what was sought has fewer."""
DRAFTS = ("save_report_line", "save_report_facts", "report_rest_unhurt", "press_ready", "save_choices")
"""Acts that only prepare what a later act completes."""


@dataclass(frozen=True, slots=True)
class Undoing:
    """The last undoing of an act: the act that did it, its reason, all that it undid, by number, and the
    member who did it."""

    act: int
    reason: str
    turned: tuple[int, ...]
    by: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One act with its events; `undoing` is how it was undone, None while it counts."""

    act: Act
    events: Sequence[Logged]
    undoing: Undoing | None = None

    @property
    def undone_because(self) -> str | None:
        """The reason it was undone with, None while it counts."""
        return (self.undoing.reason if self.undoing else "") if self.act.undone else None


@dataclass(frozen=True, slots=True)
class TimelineSlice:
    """A page of the timeline; `older` is the `before` of the next page, None at the beginning of the log. It
    may have no entries and go on."""

    entries: Sequence[Entry]
    older: int | None


def timeline(
    campaign_id: int, *, before: int | None = None, sought: Sought = EVERYTHING, limit: int | None = None
) -> TimelineSlice:
    """Acts below the number `before` (default: from the newest), as far as they are sought: `limit` of them,
    or as many as a page has.

    Three queries at most.
    """
    if limit is None:
        limit = PAGE if sought == EVERYTHING else SOUGHT_PAGE
    further = None
    if sought != EVERYTHING:
        acts, further = sought_acts(campaign_id, before, sought, limit + 1)
    elif before is not None:
        found = Act.objects.filter(campaign_id=campaign_id, number__lt=before)
        acts = list(found.order_by("-number")[: limit + 1])
    else:
        acts = _newest(limit + 1).rows(campaign_id)
    shown = acts[:limit]
    return TimelineSlice(_entries(campaign_id, shown), shown[-1].number if len(acts) > limit else further)


def latest(campaign_id: int, limit: int) -> TimelineSlice:
    """The newest acts without those that only prepare others. Three queries at most."""
    return TimelineSlice(_entries(campaign_id, _completed(limit).rows(campaign_id)), None)


def acts_numbered(campaign_id: int, numbers: Sequence[int]) -> TimelineSlice:
    """The acts with these numbers, newest first. Three queries at most."""
    return TimelineSlice(_entries(campaign_id, NUMBERED.rows(campaign_id, list(numbers))), None)


def beginnings(campaign_id: int, numbers: Iterable[int]) -> dict[int, tuple[datetime, list[Event]]]:
    """Time and events of the acts with these numbers. One query, none for none."""
    found: dict[int, tuple[datetime, list[Event]]] = {}
    wanted = sorted(numbers)
    for each in events_of(campaign_id, wanted) if wanted else ():
        found.setdefault(each.act, (each.at, []))[1].append(each.event)
    return found


@lru_cache(maxsize=8)
def _newest(limit: int) -> Prepared[Act]:
    return Prepared(
        lambda campaign: Act.objects.filter(campaign_id=campaign).order_by("-number")[:limit], int
    )


@lru_cache(maxsize=8)
def _completed(limit: int) -> Prepared[Act]:
    acts = Act.objects.exclude(name__in=DRAFTS).order_by("-number")
    return Prepared(lambda campaign: acts.filter(campaign_id=campaign)[:limit], int)


NUMBERED: Prepared[Act] = Prepared(
    lambda campaign, numbers: Act.objects.filter(campaign_id=campaign, number__in=numbers).order_by(
        "-number"
    ),
    int,
    list,
)


def _entries(campaign_id: int, shown: Sequence[Act]) -> list[Entry]:
    events: dict[int, list[Logged]] = defaultdict(list)
    for each in events_of(campaign_id, [act.number for act in shown]):
        events[each.act].append(each)
    undone = undoings_of(campaign_id, [act.number for act in shown if act.undone])
    return [Entry(act, events[act.number], undone.get(act.number)) for act in shown]


def undoings_of(campaign_id: int, undone: Sequence[int]) -> dict[int, Undoing]:
    """The last undoing of each of these acts. One query, which reads little more than their undoings.

    The database finds the number wherever it stands in the payload; the decoded event says what it is.
    """
    if not undone:
        return {}
    of_these = Q()
    for number in undone:
        of_these |= Q(payload__contains=f'"act":{number},') | Q(payload__contains=f'"act":{number}}}')
    undoings = EventRow.objects.filter(campaign_id=campaign_id, kind=ActUndone.kind)
    rows = undoings.filter(act__in=undoings.filter(of_these).values("act")).order_by("seq")
    turned: dict[tuple[int, int], list[ActUndone]] = defaultdict(list)
    for act, payload, by in rows.values_list("act", "payload", "actor"):
        turned[act, by].append(msgspec.json.decode(payload, type=ActUndone))
    wanted = set(undone)
    return {
        event.act: Undoing(act, event.reason, tuple(each.act for each in events), by)
        for (act, by), events in turned.items()
        for event in events
        if event.act in wanted
    }


def still_undone(campaign_id: int, numbers: Iterable[int]) -> dict[int, Act]:
    """The acts among these that do not count now, by number. One query, none for none."""
    wanted = sorted(numbers)
    if not wanted:
        return {}
    rows = Act.objects.filter(campaign_id=campaign_id, number__in=wanted, undone=True)
    return {each.number: each for each in rows.only("number", "name", "actor")}
