"""The log as a row of acts: which of them count, and what a state looks like without some of them. Pure, so
that undoing can be decided without a database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from league.kernel.events import ActRedone, ActUndone, Event
from league.kernel.fold import CampaignState, Conflict, apply, pieces


class Placed(Protocol):
    """An event with the number of its act."""

    @property
    def act(self) -> int: ...
    @property
    def event(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Logged:
    """An event with its place in the log. `at` is aware, `actor` a member number."""

    seq: int
    act: int
    actor: int
    at: datetime
    event: Event


@dataclass(frozen=True, slots=True)
class PastAct:
    """An act as the log keeps it: the name of its order, who acted (a member number), the labels of what it
    changed ("rosters:3"), and its events."""

    number: int
    name: str
    actor: int
    touched: frozenset[str]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class _Step:
    act: int
    event: Event


@dataclass(slots=True)
class Refolded:
    """A state folded from the log, and the acts that did not stand: act number → why."""

    state: CampaignState
    broken: dict[int, str]


def steps(acts: Iterable[PastAct]) -> Iterator[Placed]:
    """The events of these acts in order."""
    for act in acts:
        for event in act.events:
            yield _Step(act.number, event)


def undone_acts(events: Iterable[Placed]) -> set[int]:
    """Numbers of the acts that do not count at the end of these events."""
    undone: set[int] = set()
    for each in events:
        if isinstance(each.event, ActUndone):
            undone.add(each.event.act)
        elif isinstance(each.event, ActRedone):
            undone.discard(each.event.act)
    return undone


def refold(events: Sequence[Placed], undone: set[int]) -> Refolded:
    """Fold the log without the undone acts. An act that conflicts is left out whole and reported."""
    broken: dict[int, str] = {}
    while True:
        state = CampaignState()
        for each in events:
            if each.act in undone or each.act in broken:
                continue
            try:
                apply(state, each.event)
            except Conflict as conflict:
                broken[each.act] = str(conflict)
                break
        else:
            return Refolded(state, broken)


def touched(before: CampaignState, after: CampaignState) -> frozenset[str]:
    """The labels of what differs between two states."""
    old, new = pieces(before), pieces(after)
    return frozenset(label for label in old.keys() | new.keys() if old.get(label) != new.get(label))
