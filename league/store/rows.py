"""Rewriting rows from the fold, and telling where they differ from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.db import models

from league.prepared import Prepared
from league.store.parts import Table

FEW = 6
Row = Mapping[str, Any]
Place = tuple[tuple[str, Any], ...]


@lru_cache(maxsize=256)
def _rows_of(
    model: type[models.Model], scope: tuple[str, ...], columns: frozenset[str]
) -> Prepared[dict[str, Any]]:
    """The query for the rows of a model that belong to a campaign and to numbers of the scope's names."""

    def build(campaign: int, *numbers: int) -> Any:
        where = dict(zip(scope, numbers, strict=True))
        return model._default_manager.filter(campaign_id=campaign, **where).values(*sorted(columns))

    return Prepared(build, int, *(int for _ in scope))


def _stored(campaign_id: int, table: Table) -> dict[Any, dict[str, Any]]:
    """The table's rows as plain mappings, by key."""
    columns = frozenset({"pk", table.key}.union(*table.wanted.values()))
    query = _rows_of(table.model, tuple(table.scope), columns)
    return {row[table.key]: row for row in query.rows(campaign_id, *table.scope.values())}


def _changes(row: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if row[name] != value}


def sync(campaign_id: int, table: Table) -> None:
    """Make the table's rows what the fold says. Rows that are right already are left alone."""
    stored = _stored(campaign_id, table)
    manager = table.model._default_manager
    gone = [row["pk"] for key, row in stored.items() if key not in table.wanted]
    if gone:
        manager.filter(pk__in=gone).delete()
    new = [
        table.model(campaign_id=campaign_id, **{**table.scope, table.key: key, **values})
        for key, values in table.wanted.items()
        if key not in stored
    ]
    if new:
        manager.bulk_create(new)
    changed = {
        row["pk"]: changes
        for key, row in stored.items()
        if (changes := _changes(row, table.wanted.get(key, {})))
    }
    _update(table, changed)


def _update(table: Table, changed: Mapping[Any, Mapping[str, Any]]) -> None:
    """Write changes by primary key: one statement a row when there are few, else one for all."""
    manager = table.model._default_manager
    if len(changed) <= FEW:
        for key, changes in changed.items():
            manager.filter(pk=key).update(**changes)
        return
    names = sorted(set().union(*changed.values()))
    rows = list(manager.filter(pk__in=changed))
    for row in rows:
        for name, value in changed[row.pk].items():
            setattr(row, name, value)
    manager.bulk_update(rows, names)


def differences(campaign_id: int, tables: Iterable[Table]) -> list[str]:
    """A sentence for each row that is missing, left over or different. Each model is read once."""
    listed = list(tables)
    books = {
        model: _book(campaign_id, model, listed) for model in dict.fromkeys(each.model for each in listed)
    }
    return [line for table in listed for line in _compared(table, books[table.model].get(_place(table), {}))]


def _place(table: Table) -> Place:
    return (*sorted(table.scope.items()),)


def _book(
    campaign_id: int, model: type[models.Model], tables: Iterable[Table]
) -> dict[Place, dict[Any, Row]]:
    """All rows of a model that one of the tables may hold: the table's scope → its rows by key."""
    own = [each for each in tables if each.model is model]
    scope, key = sorted(own[0].scope), own[0].key
    columns = {key, *scope}.union(*(values for each in own for values in each.wanted.values()))
    found: dict[Place, dict[Any, Row]] = {}
    for row in model._default_manager.filter(campaign_id=campaign_id).values(*sorted(columns)):
        found.setdefault(tuple((name, row[name]) for name in scope), {})[row[key]] = row
    return found


def _compared(table: Table, stored: Mapping[Any, Row]) -> list[str]:
    label = f"{table.model.__name__} {dict(table.scope)}"
    found = [f"{label}: row {key} is missing" for key in table.wanted if key not in stored]
    found += [f"{label}: row {key} should not be there" for key in stored if key not in table.wanted]
    for key, values in table.wanted.items():
        for name, value in _changes(stored.get(key, values), values).items():
            found.append(f"{label}: row {key} has {name} {stored[key][name]!r}, the log says {value!r}")
    return found
