"""Repairs that an organiser closed for a player, or whose closing was undone, as far as that is news."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from league.models import Act, EventRow, Member
from league.rules.phrases import join_words
from league.selectors.undoings import undone_by
from league.store.log import decode
from rosters.rules.desk.orders import CloseDesk, CloseDesks
from rosters.rules.events import DeskClosed, SquadronStruck

NEWS_FOR = timedelta(days=3)
Key = tuple[int, int]
"""Numbers of a campaign and of a fleet in it."""


@dataclass(frozen=True, slots=True)
class ClosedFor:
    """Repairs that an organiser closed for their player: who did, when, the FP in hand then, and the
    squadrons that this disbanded (CR-019)."""

    by: str
    at: datetime
    points: int = 0
    struck: tuple[int, ...] = ()

    @property
    def disbanded(self) -> str:
        """Sentence about those squadrons, "" for none."""
        if not self.struck:
            return ""
        several = len(self.struck) > 1
        cards = join_words([str(each) for each in self.struck])
        words = ("Squadrons", "were", "their limits") if several else ("Squadron", "was", "its limits")
        return f"{words[0]} {cards} {words[1]} disbanded, as outside {words[2]}."

    def told(self, events: Iterable[object]) -> ClosedFor:
        """The same with what the events of the closing say."""
        listed = list(events)
        points = next((each.points for each in listed if isinstance(each, DeskClosed)), 0)
        return replace(
            self,
            points=points,
            struck=tuple(each.squadron for each in listed if isinstance(each, SquadronStruck)),
        )


@dataclass(slots=True)
class Lately:
    """News of the last days: repairs that an organiser closed for their player, and repairs that are open
    again because their closing was undone."""

    closed: Mapping[Key, ClosedFor] = field(default_factory=dict)
    reopened: set[Key] = field(default_factory=set)


def closed_lately(members: Mapping[int, int]) -> Lately:
    """The news of these campaigns for their readers, by the number of the reader as a member; nobody is told
    of what they did themselves, neither of closings nor of their undoing. Four queries at most, none without
    campaigns."""
    found, undid = dict[Key, tuple[int, int, datetime]](), dict[Key, int]()
    acts = Act.objects.filter(
        campaign_id__in=members,
        name__in=(CloseDesks.name, CloseDesk.name),
        at__gte=timezone.now() - NEWS_FOR,
    ).order_by("campaign_id", "number")
    columns = acts.values_list("campaign_id", "number", "actor", "at", "name", "touched", "undone")
    for campaign, number, actor, at, name, touched, undone in columns if members else ():
        labels = [label.removeprefix("rosters:") for label in touched if label.startswith("rosters:")]
        closed = {(campaign, int(label)) for label in labels if label.isdecimal()}
        if undone:
            undid |= dict.fromkeys(closed, number)
            continue
        # A phase that was closed later makes the news of an earlier one old.
        undid = {key: act for key, act in undid.items() if key not in closed}
        found = {key: what for key, what in found.items() if key not in closed}
        if name == CloseDesks.name and actor != members[campaign]:
            found |= dict.fromkeys(closed, (number, actor, at))
    return Lately(_told(found) if found else {}, _undone_by_others(undid, members))


def _undone_by_others(undid: Mapping[Key, int], members: Mapping[int, int]) -> set[Key]:
    """The repairs whose closing, an act by number, the reader did not undo themselves. One query, none for
    none."""
    last = undone_by({(key[0], act) for key, act in undid.items()})
    return {
        key
        for key, act in undid.items()
        if (key[0], act) not in last or last[key[0], act].member != members[key[0]]
    }


def _told(found: Mapping[Key, tuple[int, int, datetime]]) -> dict[Key, ClosedFor]:
    """The closings in full; `found` has act, member and moment of each. Two queries."""
    people = Member.objects.filter(
        campaign_id__in={campaign for campaign, _ in found}, number__in={who for _, who, _ in found.values()}
    )
    names = {
        (campaign, number): name
        for campaign, number, name in people.values_list("campaign_id", "number", "name")
    }
    of_these = Q()
    for (campaign, fleet), (act, _, _) in found.items():
        of_these |= Q(campaign_id=campaign, act=act, fleet=fleet)
    rows = EventRow.objects.filter(of_these, kind__in=(DeskClosed.kind, SquadronStruck.kind)).order_by("seq")
    events: dict[Key, list[object]] = {}
    for campaign, fleet, *stored in rows.values_list("campaign_id", "fleet", "kind", "version", "payload"):
        events.setdefault((campaign, fleet), []).append(decode(*stored))
    return {
        key: ClosedFor(names.get((key[0], who), "An organiser"), at).told(events.get(key, ()))
        for key, (_, who, at) in found.items()
    }
