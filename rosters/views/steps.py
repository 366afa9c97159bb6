"""A visitor's last step at a fleet, to be taken back, and the one taken back last, to be done again."""

from __future__ import annotations

from league.kernel.decision import Actor
from league.kernel.events import ActRedone, ActUndone, Event
from league.models import Act, Campaign, EventRow, Member
from league.services import undo as undoing
from league.store import log
from rosters.presenters.step_words import STEP_WORDS, step_words

REWRITES = ("undo", "redo")


def is_step(row: Act, fleet: int) -> bool:
    """Whether an act is one that the fleet's work pages take back and do again."""
    return row.name in STEP_WORDS and f"rosters:{fleet}" in row.touched


def words_of(campaign: Campaign, *rows: Act | None) -> list[str]:
    """Each of these steps in words, "" for None. One query, none without steps."""
    events: dict[int, list[Event]] = {row.number: [] for row in rows if row is not None}
    for each in log.events_of(campaign.pk, events):
        events[each.act].append(each.event)
    return ["" if row is None else step_words(row.name, events[row.number]) for row in rows]


def last_step(campaign: Campaign, member: Member | None, fleet: int) -> Act | None:
    """The member's own newest act, if it was a step at this fleet that can be taken back. Two queries."""
    if member is None:
        return None
    mine = Act.objects.filter(campaign=campaign, actor=member.number, undone=False)
    row = mine.exclude(name__in=REWRITES).order_by("-number").first()
    if row is None or not _offered(row, member, fleet):
        return None
    return None if _built_upon(campaign, row, fleet) else row


def undone_step(campaign: Campaign, member: Member | None, fleet: int) -> Act | None:
    """The step at this fleet that the member took back last and has not done again since, as long as they
    have done nothing else. Four queries, and one for those who took nothing back."""
    if member is None:
        return None
    mine = Act.objects.filter(campaign=campaign, actor=member.number).order_by("-number")
    newest = mine.first()
    if newest is None or newest.name not in REWRITES:
        return None
    before = mine.exclude(name__in=REWRITES).values_list("number", flat=True).first() or 0
    undone = _still_undone(campaign, member, before)
    row = Act.objects.filter(campaign=campaign, number=undone[-1]).first() if undone else None
    if row is None or not _offered(row, member, fleet):
        return None
    return None if _built_upon(campaign, row, fleet) else row


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


def _built_upon(campaign: Campaign, row: Act, fleet: int) -> bool:
    """Whether a later act that counts changed the fleet."""
    later = EventRow.objects.filter(campaign=campaign, fleet=fleet, seq__gt=row.last_seq)
    undone = Act.objects.filter(campaign=campaign, undone=True, number__gt=row.number).values("number")
    return later.exclude(act__in=undone).exists()
