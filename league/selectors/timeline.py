"""Acts and their events, newest first, in pages by key: a page costs the same in a log of any length."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from league.kernel.events import ActUndone
from league.models import Act, EventRow
from league.store.log import Logged, logged

PAGE = 30
UNDOINGS_READ = 200


@dataclass(frozen=True, slots=True)
class Entry:
    """One act with its events; `undone_because` is the reason it was undone with, None while it counts."""

    act: Act
    events: Sequence[Logged]
    undone_because: str | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """A page of the timeline; `older` is the `before` of the next page, None at the beginning of the log."""

    entries: Sequence[Entry]
    older: int | None


def timeline(
    campaign_id: int, *, before: int | None = None, fleet: int | None = None, limit: int = PAGE
) -> Stretch:
    """Acts below the number `before` (default: from the newest), of one fleet if asked for.

    At most five queries.
    """
    numbers = _numbers(campaign_id, before, fleet, limit + 1)
    shown = numbers[:limit]
    acts = {each.number: each for each in Act.objects.filter(campaign_id=campaign_id, number__in=shown)}
    events: dict[int, list[Logged]] = defaultdict(list)
    if shown:
        for each in logged(campaign_id, act__in=shown):
            events[each.act].append(each)
    reasons = _reasons(campaign_id, [each.number for each in acts.values() if each.undone])
    entries = [
        Entry(acts[number], events[number], reasons.get(number, "") if acts[number].undone else None)
        for number in shown
        if number in acts
    ]
    return Stretch(entries, shown[-1] if len(numbers) > limit else None)


def _numbers(campaign_id: int, before: int | None, fleet: int | None, limit: int) -> list[int]:
    if fleet is None:
        acts = Act.objects.filter(campaign_id=campaign_id)
        if before is not None:
            acts = acts.filter(number__lt=before)
        return list(acts.order_by("-number").values_list("number", flat=True)[:limit])
    rows = EventRow.objects.filter(campaign_id=campaign_id, fleet=fleet)
    if before is not None:
        rows = rows.filter(seq__lt=before)
    return list(rows.order_by("-act").values_list("act", flat=True).distinct()[:limit])


def _reasons(campaign_id: int, undone: Sequence[int]) -> dict[int, str]:
    """Why each of these acts was undone; the undoing stands somewhere after it."""
    if not undone:
        return {}
    undoings = Act.objects.filter(campaign_id=campaign_id, name="undo", number__gt=min(undone)).order_by(
        "number"
    )
    numbers = list(undoings.values_list("number", flat=True)[:UNDOINGS_READ])
    found: dict[int, str] = {}
    for each in logged(campaign_id, act__in=numbers):
        if isinstance(each.event, ActUndone):
            found[each.event.act] = each.event.reason
    return found
