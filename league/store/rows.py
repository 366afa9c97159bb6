"""Rewriting rows from the fold, and telling where they differ from it."""

from __future__ import annotations

from typing import Any

from league.store.parts import Table


def _stored(campaign_id: int, table: Table) -> dict[Any, Any]:
    rows = table.model._default_manager.filter(campaign_id=campaign_id, **table.scope)
    return {getattr(row, table.key): row for row in rows}


def _differs(row: Any, values: Any) -> list[str]:
    return [name for name, value in values.items() if getattr(row, name) != value]


def sync(campaign_id: int, table: Table) -> None:
    """Make the table's rows what the fold says: three statements at most, none when nothing differs."""
    stored = _stored(campaign_id, table)
    manager = table.model._default_manager
    gone = [row.pk for key, row in stored.items() if key not in table.wanted]
    if gone:
        manager.filter(pk__in=gone).delete()
    new, changed, names = [], [], set()
    for key, values in table.wanted.items():
        row = stored.get(key)
        if row is None:
            new.append(table.model(campaign_id=campaign_id, **{**table.scope, table.key: key}, **values))
            continue
        differing = _differs(row, values)
        for name in differing:
            setattr(row, name, values[name])
        if differing:
            changed.append(row)
            names.update(differing)
    if new:
        manager.bulk_create(new)
    if changed:
        manager.bulk_update(changed, sorted(names))


def differences(campaign_id: int, table: Table) -> list[str]:
    """A sentence for each row that is missing, left over or different."""
    stored = _stored(campaign_id, table)
    label = f"{table.model.__name__} {dict(table.scope)}"
    found = [f"{label}: row {key} is missing" for key in table.wanted if key not in stored]
    found += [f"{label}: row {key} should not be there" for key in stored if key not in table.wanted]
    for key, values in table.wanted.items():
        if key in stored:
            for name in _differs(stored[key], values):
                have = getattr(stored[key], name)
                found.append(f"{label}: row {key} has {name} {have!r}, the log says {values[name]!r}")
    return found
