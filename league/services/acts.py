"""The one door through which everything is written to a campaign.

`act` locks the campaign, loads its state, lets the pure rule decide, appends the events, rewrites the rows of
what changed and saves the snapshot, all in one transaction. `preview` decides and saves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from league.kernel.decision import SYSTEM, Actor, Decision, Order, decide
from league.kernel.entropy import Entropy, SystemEntropy
from league.kernel.events import Event
from league.kernel.fold import WHOLE, CampaignState
from league.kernel.refusal import NotYours, Stale
from league.models import Act, Campaign, Member, Shard
from league.prepared import Prepared
from league.rules.state import LeagueState
from league.services.organising import within_rule
from league.services.projections import sync_campaign
from league.store import lines, log
from league.store.parts import SPECS, Lazy, tables_of, texts
from league.store.rows import sync
from league.store.shape import current_shape

Seen = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Done:
    """An act that was carried out: its number, its events and the campaign's last seq."""

    act: int
    head_seq: int
    events: tuple[Event, ...]


LOCKED: Prepared[Campaign] = Prepared(
    lambda campaign: Campaign.objects.select_for_update().filter(pk=campaign), int
)


def locked(campaign_id: int) -> Campaign:
    """The campaign's row, held against every other writer until the transaction ends.

    Raises Campaign.DoesNotExist.
    """
    campaign = LOCKED.first(campaign_id)
    if campaign is None:
        raise Campaign.DoesNotExist
    return campaign


def actor_of(state: CampaignState, member: Member | None) -> Actor:
    """The acting member with the role that the log gives them; None is the app itself. Raises `NotYours`."""
    if member is None:
        return SYSTEM
    known = state.of(LeagueState).members.get(member.number)
    if known is None or not known.active:
        raise NotYours("not_a_member", "You are not a member of this campaign. Join it first.")
    return Actor(known.id, known.role)


def act(
    campaign_id: int,
    member: Member | None,
    order: Order,
    *,
    seen: Seen | None = None,
    own_too: bool = False,
    once: bool = False,
    entropy: Entropy | None = None,
    now: datetime | None = None,
    founding: bool = False,
    links: Mapping[str, str] | None = None,
) -> Done:
    """Carry out an order. `seen` maps shards ("rosters:3") to the seq the page was made at; with `own_too`
    the actor's own later acts count as well, so that a form is not sent twice; with `once`, for repeatable
    orders, those that did the same and were not undone. `founding` marks the first act of a campaign, whose
    actor is not a member yet. `links` join the chance of the act (docs/decisions/0033).

    Raises `Refusal` (nothing is written), `Stale` when a seen thing was changed since.
    """
    at = now or timezone.now()
    with transaction.atomic():
        campaign = locked(campaign_id)
        check_seen(campaign, member, seen or {}, own_too, order.content() if once else "")
        decision = _decide(campaign, member, order, at, entropy, founding=founding, links=links)
        if not decision.events:
            return Done(0, campaign.head_seq, ())
        return record(campaign, decision, order.name, at, order.content())


def preview(
    campaign_id: int,
    member: Member | None,
    order: Order,
    *,
    entropy: Entropy | None = None,
    now: datetime | None = None,
) -> Decision:
    """Decide an order without saving it: its events and the state after them. Raises `Refusal`; writes
    nothing and locks nothing, so that a page may ask."""
    campaign = Campaign.objects.get(pk=campaign_id)
    return _decide(campaign, member, order, now or timezone.now(), entropy)


def _decide(
    campaign: Campaign,
    member: Member | None,
    order: Order,
    at: datetime,
    entropy: Entropy | None,
    *,
    founding: bool = False,
    links: Mapping[str, str] | None = None,
) -> Decision:
    loaded = [log.load(campaign.pk)]
    actor = Actor(member.number, "organiser") if founding and member else actor_of(loaded[0], member)

    def decided(by: Actor) -> Decision:
        state = loaded.pop() if loaded else log.load(campaign.pk)
        chance = entropy or SystemEntropy()
        return decide(
            state, by, order, now=at.isoformat(), entropy=chance, next_id=campaign.next_id, links=links
        )

    return within_rule(member, actor, decided)


def check_seen(
    campaign: Campaign, member: Member | None, seen: Seen, own_too: bool = False, once: str = ""
) -> None:
    """Raise `Stale` if somebody else acted on one of the seen shards after the page was made, or the member
    did so: with `own_too` by any act, else by an order with the content `once`."""
    me = member.number if member else 0
    for label, seq in seen.items():
        if campaign.head_seq <= seq:
            continue
        part, _, key = label.partition(":")
        shard = Shard.objects.filter(campaign=campaign, part=part, key=int(key or 0)).first()
        if shard is None or shard.seq <= seq:
            continue
        later = Act.objects.filter(campaign=campaign, number__gt=seq)
        if _touched(label, later.exclude(actor=me)):
            raise Stale(
                "stale",
                "Somebody else has changed this in the meantime. Look at it as it is now, then try again.",
            )
        if once and _touched(label, later.filter(actor=me, content=once, undone=False)):
            raise Stale(
                "sent_twice",
                "You have bought just this since you opened the page, so nothing was done this time. Go back "
                "and look at it as it is now. If you want another one, buy it from there.",
            )
        if own_too:
            raise Stale(
                "sent_twice",
                "You have changed this since you opened the page, so nothing was done this time. Look at it "
                "as it is now. If you still want to do this, send the form again.",
            )


def _touched(label: str, acts: QuerySet[Act]) -> bool:
    """Whether one of the acts changed that shard."""
    return any(label in touched for touched in acts.values_list("touched", flat=True))


def record(campaign: Campaign, decision: Decision, name: str, at: datetime, content: str = "") -> Done:
    """Append a decision's events and rewrite what they changed. Only for use inside the campaign's lock."""
    events = decision.events
    number = campaign.head_seq + 1
    if number == 1:
        campaign.shape = current_shape()
    row = Act(
        campaign=campaign,
        number=number,
        last_seq=campaign.head_seq + len(events),
        name=name,
        actor=decision.actor.member,
        at=at,
        content=content,
    )
    log.append(campaign.pk, row, events)
    campaign.head_seq, campaign.next_id = row.last_seq, decision.next_id
    before = as_loaded(campaign, decision.state)
    changed = store(campaign, before, texts(decision.state))
    row.touched = [f"{part}:{key}" for part, key in changed]
    row.save()
    lines.add(campaign, row, events)
    sync_rows(campaign, decision.state, changed, before)
    finish(campaign, decision.state)
    return Done(number, row.last_seq, tuple(events))


def as_loaded(campaign: Campaign, state: CampaignState) -> dict[tuple[str, int], str]:
    """The stored texts of the shards that the state was loaded from."""
    before = {(part, WHOLE): doc for part, doc in log.WHOLE_PARTS.rows(campaign.pk)}
    for name, spec in SPECS.items():
        if spec.sharded:
            mapping = getattr(state.parts[name], spec.sharded)
            if isinstance(mapping, Lazy):
                before.update({(name, key): text for key, text in mapping.loaded.items()})
    return before


def store(
    campaign: Campaign, before: Mapping[tuple[str, int], str], after: Mapping[tuple[str, int], str]
) -> list[tuple[str, int]]:
    """Write the shards that changed from `before` to `after` and delete those that are gone."""
    changed = sorted(key for key, text in after.items() if before.get(key) != text)
    gone = sorted(key for key in before if key not in after)
    for part, key in gone:
        Shard.objects.filter(campaign=campaign, part=part, key=key).delete()
    Shard.objects.bulk_create(
        [
            Shard(campaign=campaign, part=part, key=key, doc=after[part, key], seq=campaign.head_seq)
            for part, key in changed
        ],
        update_conflicts=True,
        unique_fields=["campaign", "part", "key"],
        update_fields=["doc", "seq"],
    )
    return changed + gone


def sync_rows(
    campaign: Campaign,
    state: CampaignState,
    changed: Sequence[tuple[str, int]],
    before: Mapping[tuple[str, int], str] | None = None,
) -> None:
    """Rewrite the rows of the changed shards, and call the parts' `follow`. Tables to which the texts
    `before` say the same are left alone; without `before` every row is looked at."""
    for part, key in changed:
        known = tables_of(part, key, before[part, key]) if before and (part, key) in before else []
        for table in SPECS[part].tables(state, key):
            if table not in known:
                sync(campaign.pk, table)
        follow = SPECS[part].follow
        if follow is not None:
            follow(campaign.pk, state, key)


def finish(campaign: Campaign, state: CampaignState) -> None:
    """Save the campaign's row and tell the open browsers that it moved."""
    sync_campaign(campaign, state)
    campaign.save()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify('admiralty', %s)", [f"{campaign.pk}:{campaign.head_seq}"])
