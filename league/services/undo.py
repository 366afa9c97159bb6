"""Taking an act back, and doing it again, in the database.

Nothing is deleted: `act.undone` is appended and the log refolded without the act. The rules of it are in
`league.rules.undo`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from league.kernel.decision import Actor
from league.kernel.events import Event
from league.kernel.history import PastAct
from league.kernel.refusal import Finding, Refusal
from league.models import Act, Campaign, Member, Shard
from league.rules import undo as rules
from league.rules.undo import FINAL, NOT_REDOABLE, Blocker, Rewritten
from league.services.acts import Done, actor_of, finish, locked, store, sync_rows
from league.services.organising import within_rule
from league.store import lines, log
from league.store.parts import texts

__all__ = [
    "FINAL",
    "NOT_REDOABLE",
    "Blocker",
    "blockers",
    "clash",
    "hindrance",
    "is_final",
    "may_redo",
    "may_undo",
    "needs_reason",
    "redo",
    "redo_with",
    "standing",
    "undo",
    "undo_with",
]


def undo(
    campaign_id: int, member: Member | None, number: int, reason: str = "", now: datetime | None = None
) -> Done:
    """Take back the act with that number. Raises `Refusal` like `league.rules.undo.undo`."""
    return _rewrite(
        campaign_id, member, "undo", [number], now, lambda acts, by: rules.undo(acts, number, by, reason)
    )


def undo_with(
    campaign_id: int,
    member: Member | None,
    number: int,
    along: Collection[int],
    reason: str = "",
    now: datetime | None = None,
) -> Done:
    """Take back the act with that number and all acts that stand on it, in one act. `along` are those that
    the member was shown. Raises like `league.rules.undo.undo_with`."""

    def decide(acts: Sequence[PastAct], by: Actor) -> Rewritten:
        return rules.undo_with(acts, number, along, by, reason)

    return _rewrite(campaign_id, member, "undo", [number, *along], now, decide)


def redo(campaign_id: int, member: Member | None, number: int, now: datetime | None = None) -> Done:
    """Let an undone act count again, at its old place. Raises `Refusal` like `undo`."""
    return _rewrite(campaign_id, member, "redo", [number], now, lambda acts, by: rules.redo(acts, number, by))


def redo_with(
    campaign_id: int, member: Member | None, number: int, shown: Collection[int], now: datetime | None = None
) -> Done:
    """Let everything count again, in one act, that the act with that number took back. `shown` are the acts
    that the member was shown. Raises like `league.rules.undo.redo_with`."""
    return _rewrite(
        campaign_id, member, "redo", shown, now, lambda acts, by: rules.redo_with(acts, number, shown, by)
    )


def hindrance(campaign_id: int, numbers: Collection[int]) -> Refusal | None:
    """The refusal that would come of letting these undone acts count again together; None if they can."""
    return rules.hindrance(log.history(campaign_id), numbers)


def blockers(campaign_id: int, *numbers: int) -> list[Blocker]:
    """The later acts that stand on these, newest first: what has to be undone before them."""
    return rules.blockers(log.history(campaign_id), *numbers)


def standing(campaign_id: int, number: int) -> list[Blocker]:
    """Everything that has to be undone with an act, newest first."""
    return rules.standing(log.history(campaign_id), number)


def clash(campaign: Campaign, turned: Iterable[int]) -> Finding | None:
    """The fault that would come of undoing an act and all that stands on it, or of doing it again; `turned`
    names them by number. None if there is none. Only mates clash (CR-039), so a campaign without teams is not
    folded for it."""
    return rules.clash(log.history(campaign.pk), turned) if campaign.format == "team" else None


def may_undo(actor: Actor, act: Act) -> bool:
    """Whether this actor may undo this kind of act at all."""
    return rules.may_undo(actor, act.name, act.actor)


def may_redo(actor: Actor, act: Act, undone_by: int) -> bool:
    """Whether this actor may let an act count again that the member `undone_by` undid."""
    return rules.may_redo(actor, act.name, act.actor, undone_by)


def needs_reason(actor: Actor, act: Act) -> bool:
    """Whether undoing it takes a reason: it was somebody else's, or only organisers undo such things."""
    return rules.needs_reason(actor, act.name, act.actor)


def is_final(ended: bool, act: Act, events: Iterable[Event]) -> bool:
    """Whether the end of its campaign keeps an act with these events as it is (CR-152)."""
    return rules.is_final(ended, act.name, act.touched, events, act.undone)


def _rewrite(
    campaign_id: int,
    member: Member | None,
    name: str,
    numbers: Collection[int],
    now: datetime | None,
    decide: Callable[[Sequence[PastAct], Actor], Rewritten],
) -> Done:
    at = now or timezone.now()
    with transaction.atomic():
        campaign = locked(campaign_id)
        actor = actor_of(log.load(campaign_id), member)
        made = within_rule(member, actor, lambda by: decide(log.history(campaign_id), by))
        Act.objects.filter(campaign=campaign, number__in=numbers).update(undone=name == "undo")
        return _record(campaign, made, actor, name, at)


def _record(campaign: Campaign, made: Rewritten, actor: Actor, name: str, at: datetime) -> Done:
    number = campaign.head_seq + 1
    counting = [each for each in log.logged(campaign.pk) if each.act not in made.undone]
    before = {
        (part, key): doc
        for part, key, doc in Shard.objects.filter(campaign=campaign).values_list("part", "key", "doc")
    }
    row = Act(
        campaign=campaign,
        number=number,
        last_seq=campaign.head_seq + len(made.events),
        name=name,
        actor=actor.member,
        at=at,
    )
    log.append(campaign.pk, row, made.events)
    campaign.head_seq = row.last_seq
    changed = store(campaign, before, texts(made.state))
    row.touched = [f"{part}:{key}" for part, key in changed]
    row.save()
    lines.rebuild(campaign, counting)
    sync_rows(campaign, made.state, changed, before)
    finish(campaign, made.state)
    return Done(number, row.last_seq, made.events)
