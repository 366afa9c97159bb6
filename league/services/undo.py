"""Taking an act back, and doing it again.

Nothing is deleted: `act.undone` is appended and the log refolded without the act. An act can go only when no
later act stands on it: one that changed the same fleet or game, or one whose events no longer apply.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from league.kernel.decision import ORDERS, Actor, Decision
from league.kernel.entropy import SystemEntropy
from league.kernel.events import ActRedone, ActUndone, Event
from league.kernel.fold import CampaignState, faults
from league.kernel.refusal import Finding, NotYours, Refusal
from league.kernel.undoing import aftermath
from league.models import Act, Campaign, Member, Shard
from league.rules.campaign import clean_reason
from league.rules.events import CampaignEnded
from league.rules.reasons import stopped
from league.rules.state import LeagueState
from league.services.acts import Done, actor_of, finish, locked, store, sync_rows
from league.store import lines, log
from league.store.parts import texts

ALWAYS_OPEN = ("change_settings", "set_house_notes")
GAMES = "missions:"
SETTLED = "The campaign has ended, and what its final standings come from stays. An organiser can reopen it."


@dataclass(frozen=True, slots=True)
class Blocker:
    """A later act that stands on the one to be undone."""

    act: int
    name: str
    at: datetime
    reason: str


def undo(
    campaign_id: int, member: Member | None, number: int, reason: str = "", now: datetime | None = None
) -> Done:
    """Take back the act with that number. Whoever takes back somebody else's says why.

    Raises `Refusal`: unknown or already undone act, not the actor's to undo, later acts stand on it (all
    of them are listed in its findings), no reason where one is needed.
    """
    return _rewrite(campaign_id, member, number, ActUndone(number, clean_reason(reason)), now)


def redo(campaign_id: int, member: Member | None, number: int, now: datetime | None = None) -> Done:
    """Let an undone act count again, at its old place. Raises `Refusal` like `undo`."""
    return _rewrite(campaign_id, member, number, ActRedone(number), now)


def blockers(campaign_id: int, number: int) -> list[Blocker]:
    """The later acts that stand on an act, newest first: what has to be undone before it."""
    row = _act(campaign_id, number)
    events = list(log.logged(campaign_id))
    undone = log.undone_acts(events)
    broken = log.refold(events, undone | {number}).broken
    found = {act: f"It needs this to have happened: {stopped(why)}" for act, why in broken.items()}
    own = {label for label in row.touched if not label.startswith("league:")}
    for later in Act.objects.filter(campaign_id=campaign_id, number__gt=number, undone=False):
        if own & set(later.touched) and later.name not in ("undo", "redo"):
            found.setdefault(later.number, "It changed the same fleet or game afterwards.")
    rows = Act.objects.filter(campaign_id=campaign_id, number__in=found).order_by("-number")
    return [Blocker(each.number, each.name, each.at, found[each.number]) for each in rows]


def may_undo(actor: Actor, act: Act) -> bool:
    """Whether this actor may undo this kind of act at all."""
    order = ORDERS.get(act.name)
    if order is None or order.undo_by == "nobody":
        return False
    if actor.organises:
        return True
    return order.undo_by == "actor" and act.actor == actor.member


def settled(ended: bool, act: Act, events: Iterable[Event]) -> bool:
    """Whether the end of its campaign keeps an act with these events as it is. Notes and settings are changed
    at any time, games that touch no fleet, such as friendly ones, go on, and what ended the campaign is
    undone with its end (CR-152)."""
    if not ended or act.name in ALWAYS_OPEN or all(label.startswith(GAMES) for label in act.touched):
        return False
    return act.undone or not any(isinstance(event, CampaignEnded) for event in events)


def needs_reason(actor: Actor, act: Act) -> bool:
    """Whether undoing it takes a reason: it was somebody else's, or only organisers undo such things."""
    return act.actor != actor.member or ORDERS[act.name].undo_by == "organiser"


def _act(campaign_id: int, number: int) -> Act:
    row = Act.objects.filter(campaign_id=campaign_id, number=number).first()
    if row is None:
        raise Refusal(
            "unknown_act", "There is no such entry in the timeline. Reload the page and pick another."
        )
    return row


def _rewrite(
    campaign_id: int, member: Member | None, number: int, event: Event, now: datetime | None
) -> Done:
    at = now or timezone.now()
    undoing = isinstance(event, ActUndone)
    with transaction.atomic():
        campaign = locked(campaign_id)
        present = log.load(campaign_id)
        actor = actor_of(present, member)
        row = _act(campaign_id, number)
        _check(row, actor, undoing)
        _check_phase(present, row, campaign_id)
        blocking = blockers(campaign_id, number)
        if blocking:
            raise _blocked(blocking, undoing)
        if isinstance(event, ActUndone) and needs_reason(actor, row):
            clean_reason(event.reason, needed_for="undo what concerns others")
        events = list(log.logged(campaign_id))
        undone = log.undone_acts(events)
        undone = undone | {number} if undoing else undone - {number}
        refolded = log.refold(events, undone)
        if refolded.broken:
            raise Refusal(
                "does_not_stand", "The campaign has moved on: this no longer fits what happened since."
            )
        _check_whole(present, refolded.state, undoing)
        decision = Decision(refolded.state, actor, at.isoformat(), SystemEntropy(), campaign.next_id, [event])
        if undoing:
            for each in aftermath(decision.state, [each.event for each in events if each.act == number]):
                decision.emit(each)
        Act.objects.filter(pk=row.pk).update(undone=undoing)
        return _record(campaign, decision, "undo" if undoing else "redo", at, events, undone)


def _check(row: Act, actor: Actor, undoing: bool) -> None:
    if row.name in ("undo", "redo") or not may_undo(actor, row):
        raise NotYours("not_undoable", "This cannot be undone by you. An organiser may be able to help.")
    if row.undone == undoing:
        raise Refusal("already", "This has already been undone." if undoing else "This has not been undone.")


def _check_phase(present: CampaignState, row: Act, campaign_id: int) -> None:
    ended = present.of(LeagueState).phase == "ended"
    if settled(ended, row, (each.event for each in log.logged(campaign_id, act=row.number))):
        raise Refusal("ended", SETTLED, rule="CR-152")


def _check_whole(present: CampaignState, after: CampaignState, undoing: bool) -> None:
    """Raise a `Refusal` if fleets would clash that did not before, such as mates over a name (CR-039)."""
    known = faults(present)
    clashes = [finding for finding in faults(after) if finding not in known]
    if clashes:
        what = "undone" if undoing else "done again"
        raise Refusal(
            "clash",
            f"This cannot be {what} any more: {clashes[0].message}",
            rule=clashes[0].rule,
            findings=clashes[1:],
        )


def _blocked(blocking: list[Blocker], undoing: bool) -> Refusal:
    what = "undone" if undoing else "done again"
    later = "a later entry stands on it. Undo that first."
    if len(blocking) > 1:
        later = f"{len(blocking)} later entries stand on it. Undo them first, newest first."
    return Refusal(
        "stands_on_it",
        f"This cannot be {what} yet: {later}",
        rule="CR-101",
        findings=[Finding("stands_on_it", each.reason, about=f"act:{each.act}") for each in blocking],
    )


def _record(
    campaign: Campaign,
    decision: Decision,
    name: str,
    at: datetime,
    events: list[log.Logged],
    undone: set[int],
) -> Done:
    number = campaign.head_seq + 1
    before = {
        (part, key): doc
        for part, key, doc in Shard.objects.filter(campaign=campaign).values_list("part", "key", "doc")
    }
    row = Act(
        campaign=campaign,
        number=number,
        last_seq=campaign.head_seq + len(decision.events),
        name=name,
        actor=decision.actor.member,
        at=at,
    )
    log.append(campaign.pk, row, decision.events)
    campaign.head_seq = row.last_seq
    changed = store(campaign, before, texts(decision.state))
    row.touched = [f"{part}:{key}" for part, key in changed]
    row.save()
    lines.rebuild(campaign, [each for each in events if each.act not in undone])
    sync_rows(campaign, decision.state, changed, before)
    finish(campaign, decision.state)
    return Done(number, row.last_seq, tuple(decision.events))
