"""Rows made from single events (ledger lines, chart points): written with the act, rebuilt when the past
changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import models

from league.kernel.events import Event
from league.kernel.history import Logged
from league.models import Act, Campaign

# From a run of events in order (with what the rows before them add up to) to rows of one model.
Maker = Callable[[int, Sequence[Logged], bool], Iterable[models.Model]]

_MAKERS: dict[type[models.Model], Maker] = {}


def register(model: type[models.Model], maker: Maker) -> None:
    """Register who makes a model's rows. `maker(campaign_id, events, from_start)`: with `from_start` the
    events are the whole log, otherwise they follow on what is stored."""
    _MAKERS[model] = maker


def add(campaign: Campaign, act: Act, events: Sequence[Event]) -> None:
    """Append the rows of a new act."""
    placed = [
        Logged(act.number + place, act.number, act.actor, act.at, event) for place, event in enumerate(events)
    ]
    for model, maker in _MAKERS.items():
        rows = list(maker(campaign.pk, placed, False))
        if rows:
            model._default_manager.bulk_create(rows)


def rebuild(campaign: Campaign, counting: Sequence[Logged]) -> None:
    """Replace all rows by those of the events that count."""
    for model, maker in _MAKERS.items():
        model._default_manager.filter(campaign=campaign).delete()
        model._default_manager.bulk_create(maker(campaign.pk, counting, True), batch_size=500)


def made(campaign: Campaign, counting: Sequence[Logged]) -> Iterator[models.Model]:
    """All rows that a whole log makes, not stored."""
    for maker in _MAKERS.values():
        yield from maker(campaign.pk, counting, True)


def differences(campaign: Campaign, counting: Sequence[Logged]) -> list[str]:
    """A sentence for each model whose rows are not those of the events that count."""
    found = []
    for model, maker in _MAKERS.items():
        names = [each.name for each in model._meta.concrete_fields if not each.primary_key]
        wanted = [_values(row, names) for row in maker(campaign.pk, counting, True)]
        stored = [
            _values(row, names) for row in model._default_manager.filter(campaign=campaign).order_by("seq")
        ]
        if wanted != stored:
            found.append(
                f"{model.__name__}: {len(stored)} rows differ from the {len(wanted)} that the log makes"
            )
    return found


def _values(row: models.Model, names: Sequence[str]) -> dict[str, Any]:
    values = {}
    for name in names:
        field = row._meta.get_field(name)
        value = getattr(row, getattr(field, "attname", name))
        values[name] = value.isoformat() if isinstance(value, datetime) else value
    return values
