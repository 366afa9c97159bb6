"""Reading and appending the log, and building the folded state from it or from the snapshot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import QuerySet

from league.kernel.events import KINDS, Event, current
from league.kernel.fold import WHOLE, CampaignState
from league.kernel.history import Logged, PastAct
from league.models import Act, EventRow, Shard
from league.prepared import Prepared
from league.store.parts import SPECS, Lazy, encode

EventColumns = tuple[int, int, int, datetime, str, int, str]


def decode(kind: str, version: int, payload: str) -> Event:
    """The event of a stored row. Raises KeyError for an unknown kind, msgspec.ValidationError for a bad
    payload.
    """
    cls = KINDS[kind]
    if version == cls.version:
        return msgspec.json.decode(payload, type=cls)
    cls, facts = current(kind, version, msgspec.json.decode(payload))
    return msgspec.convert(facts, cls, str_keys=True)


def logged(campaign_id: int, **where: Any) -> Iterator[Logged]:
    """Events of a campaign in order; `where` narrows them (`fleet=3`, `act__in=[…]`)."""
    # Acts follow each other in the log, so both orders are the same; each has its index.
    order = ("act", "seq") if "act__in" in where else ("seq",)
    rows = EventRow.objects.filter(campaign_id=campaign_id, **where)
    return _read(columns_of(rows, *order).iterator(chunk_size=2000))


def columns_of(rows: QuerySet[EventRow], *order: str) -> QuerySet[EventRow, EventColumns]:
    """The columns from which `read` makes events, in the order of the log."""
    columns = rows.order_by(*order or ("seq",))
    return columns.values_list("seq", "act", "actor", "at", "kind", "version", "payload")


def read(rows: Iterable[EventColumns]) -> list[Logged]:
    """The events of these rows. Raises as `decode` does."""
    return list(_read(rows))


def _read(rows: Iterable[EventColumns]) -> Iterator[Logged]:
    for seq, act, actor, at, kind, version, payload in rows:
        yield Logged(seq, act, actor, at, decode(kind, version, payload))


OF_ACTS: Prepared[EventColumns] = Prepared(
    lambda campaign, acts: columns_of(
        EventRow.objects.filter(campaign_id=campaign, act__in=acts), "act", "seq"
    ),
    int,
    list,
)


def events_of(campaign_id: int, acts: Iterable[int]) -> list[Logged]:
    """The events of these acts, in order. One query, none for none."""
    return read(OF_ACTS.rows(campaign_id, list(acts)))


def history(campaign_id: int) -> list[PastAct]:
    """The whole log act by act, undone ones too."""
    events: dict[int, list[Event]] = {}
    for each in logged(campaign_id):
        events.setdefault(each.act, []).append(each.event)
    rows = Act.objects.filter(campaign_id=campaign_id).order_by("number")
    return [
        PastAct(number, name, actor, frozenset(labels), tuple(events.get(number, ())))
        for number, name, actor, labels in rows.values_list("number", "name", "actor", "touched")
    ]


def append(campaign_id: int, act: Act, events: Iterable[Event]) -> None:
    """Store the act's events. The act's number is the first one's seq."""
    EventRow.objects.bulk_create(
        row(campaign_id, Logged(act.number + place, act.number, act.actor, act.at, event), encode(event))
        for place, event in enumerate(events)
    )


def row(campaign_id: int, each: Logged, payload: str, version: int | None = None) -> EventRow:
    """The row of an event. `payload` is its JSON text, of the present version unless another is given."""
    event = each.event
    return EventRow(
        campaign_id=campaign_id,
        seq=each.seq,
        act=each.act,
        kind=event.kind,
        version=event.version if version is None else version,
        payload=payload,
        actor=each.actor,
        at=each.at,
        fleet=getattr(event, "fleet", None),
        game=getattr(event, "game", None),
        round=getattr(event, "round", None),
    )


SHARDS: Prepared[tuple[int, str]] = Prepared(
    lambda campaign, part: (
        Shard.objects.filter(campaign_id=campaign, part=part).order_by("key").values_list("key", "doc")
    ),
    int,
    str,
)
SHARDS_OF: Prepared[tuple[int, str]] = Prepared(
    lambda campaign, part, keys: (
        Shard.objects.filter(campaign_id=campaign, part=part, key__in=keys)
        .order_by("key")
        .values_list("key", "doc")
    ),
    int,
    str,
    list,
)
WHOLE_PARTS: Prepared[tuple[str, str]] = Prepared(
    lambda campaign: Shard.objects.filter(
        campaign_id=campaign, part__in=whole_parts(), key=WHOLE
    ).values_list("part", "doc"),
    int,
)


def whole_parts() -> list[str]:
    """The names of the parts that are stored in one piece."""
    return [spec.name for spec in SPECS.values() if not spec.sharded]


def _fetcher(campaign_id: int, part: str) -> Callable[[int | None], Mapping[int, str]]:
    def fetch(number: int | None) -> Mapping[int, str]:
        return dict(SHARDS.rows(campaign_id, part)) if number is None else docs(campaign_id, part, [number])

    return fetch


def docs(campaign_id: int, part: str, keys: Iterable[int]) -> dict[int, str]:
    """The stored texts of these shards, by number, as far as they are there. One query, none for none."""
    return dict(SHARDS_OF.rows(campaign_id, part, list(keys)))


def load(campaign_id: int) -> CampaignState:
    """The present state from the snapshot; fleets and games are read when the rules first ask for them."""
    state = CampaignState()
    stored = dict(WHOLE_PARTS.rows(campaign_id))
    for name, spec in SPECS.items():
        if spec.sharded and spec.item is not None:
            setattr(state.parts[name], spec.sharded, Lazy(spec.item, _fetcher(campaign_id, name)))
        elif name in stored:
            state.parts[name] = msgspec.json.decode(stored[name], type=spec.cls)
    return state
