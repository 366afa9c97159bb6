"""A visitor's last step at a fleet, to be taken back, and the one taken back last, to be done again."""

from __future__ import annotations

from dataclasses import dataclass

from league.kernel.decision import Actor
from league.kernel.events import ActRedone, ActUndone, Event
from league.models import Act, Campaign, EventRow, Member
from league.services import undo as undoing
from league.store import log
from rosters.presenters.step_words import STEP_WORDS, step_words

REWRITES = ("undo", "redo")
LOOKED_AT = 50
"""The member's newest acts that are looked at."""


def is_step(row: Act, fleet: int) -> bool:
    """Whether an act is one that the fleet's work pages take back and do again."""
    return row.name in STEP_WORDS and f"rosters:{fleet}" in row.touched


def words_of(campaign: Campaign, *rows: Act | None) -> list[str]:
    """Each of these steps in words, "" for None. One query, none without steps."""
    events: dict[int, list[Event]] = {row.number: [] for row in rows if row is not None}
    for each in log.events_of(campaign.pk, events):
        events[each.act].append(each.event)
    return ["" if row is None else step_words(row.name, events[row.number]) for row in rows]


@dataclass(frozen=True, slots=True)
class Steps:
    """The member's newest step at a fleet, and the one that they took back last and have not done again, each
    with its words; None and "" if there is none."""

    last: Act | None = None
    last_words: str = ""
    undone: Act | None = None
    undone_words: str = ""


def steps_at(campaign: Campaign, member: Member | None, fleet: int) -> Steps:
    """The steps that the member can take back and do again at this fleet: their own newest act if it was one,
    and as long as they have done nothing else, the one that they took back. Four queries at most."""
    if member is None:
        return Steps()
    mine = list(Act.objects.filter(campaign=campaign, actor=member.number).order_by("-number")[:LOOKED_AT])
    changes = [each for each in mine if each.name not in REWRITES]
    last = next((each for each in changes if not each.undone), None)
    undone = _undone(campaign, member, mine, changes)
    found = [each if each is not None and _offered(each, member, fleet) else None for each in (last, undone)]
    if any(found):
        changed = _last_change(campaign, fleet)
        found = [each if each is not None and each.last_seq >= changed else None for each in found]
    last_words, undone_words = words_of(campaign, *found)
    return Steps(found[0], last_words, found[1], undone_words)


def _undone(campaign: Campaign, member: Member, mine: list[Act], changes: list[Act]) -> Act | None:
    """The act among the member's own, newest first, that they took back last, if nothing came after it."""
    if not mine or mine[0].name not in REWRITES:
        return None
    numbers = _still_undone(campaign, member, changes[0].number if changes else 0)
    return next((each for each in mine if numbers and each.number == numbers[-1]), None)


def _offered(row: Act, member: Member, fleet: int) -> bool:
    return is_step(row, fleet) and undoing.may_undo(Actor(member.number, member.role), row)  # type: ignore[arg-type]


def _still_undone(campaign: Campaign, member: Member, after: int) -> list[int]:
    """The acts that the member took back after that entry of the log, without those done again since."""
    found: list[int] = []
    for each in log.logged(campaign.pk, actor=member.number, act__gt=after):
        if isinstance(each.event, ActUndone):
            found.append(each.event.act)
        elif isinstance(each.event, ActRedone) and each.event.act in found:
            found.remove(each.event.act)
    return found


def _last_change(campaign: Campaign, fleet: int) -> int:
    """The number of the last event that counts and is about the fleet."""
    undone = Act.objects.filter(campaign=campaign, undone=True).values("number")
    rows = EventRow.objects.filter(campaign=campaign, fleet=fleet).exclude(act__in=undone)
    return rows.order_by("-seq").values_list("seq", flat=True).first() or 0
