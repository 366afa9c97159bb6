"""Beginnings that many tests share: the first test of a process plays one, the others get its rows.

`begun` knows how the rows of the database came about: nothing at first, then one beginning after another.
As soon as a test writes anything of its own it no longer knows, and the next beginning is played. It works
with SQLite inside a test's transaction; elsewhere every beginning is played.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, TypeVar

from django.apps import apps
from django.db import connection, models
from django.utils import timezone

R = TypeVar("R")
Row = tuple[Any, ...]
Rows = dict[str, dict[int, Row]]
"""The rows of each table by their number."""
Chain = tuple[tuple[object, ...], ...]
"""The beginnings that made the rows, in order."""

MADE_BY_MIGRATIONS = {"django_content_type", "auth_permission"}


@dataclass(frozen=True)
class Moment:
    """A moment of a connection: how many rows it has written, and the open savepoints. A savepoint that was
    rolled back has written rows, so that a moment never comes again."""

    connection: Any
    written: int
    savepoints: tuple[str, ...]


@dataclass(frozen=True)
class Beginning:
    """Result of a beginning, rows that are gone or changed since, and rows that are new or changed."""

    result: bytes
    gone: dict[str, list[int]]
    new: dict[str, list[Row]]
    start: datetime
    end: datetime


_KNOWN: dict[Chain, Beginning] = {}
_NOW: list[tuple[Moment, Chain]] = []
"""The chain that is known to have made all rows, and when."""


def forget() -> None:
    """Know nothing of the rows. Each test begins with it: a transaction has been rolled back."""
    _NOW.clear()


def known() -> bool:
    """Whether the rows are those of beginnings, and nothing else has been written."""
    return _chain() is not None


def begun(play: Callable[[], R], *named: object) -> R:
    """Result of `play`, a copy for each test, and the rows that it writes. `named` and the earlier
    beginnings have to say everything that it depends on; a result that pickles. Raises what `play` raises."""
    before = _chain()
    if before is None:
        return play()
    chain = (*before, named)
    if chain in _KNOWN:
        _lay_down(_KNOWN[chain])
    else:
        _KNOWN[chain] = _recorded(play)
    _NOW[:] = [(_moment(), chain)]
    result: R = pickle.loads(_KNOWN[chain].result)
    return result


def _chain() -> Chain | None:
    if connection.vendor != "sqlite" or not connection.in_atomic_block:
        return None
    if _NOW and _NOW[0][0] == _moment():
        return _NOW[0][1]
    return () if _raw(_any_row()).fetchone() == (0,) else None


def _moment() -> Moment:
    raw = connection.connection
    return Moment(raw, raw.total_changes, tuple(connection.savepoint_ids))


def _recorded(play: Callable[[], Any]) -> Beginning:
    before, start = _everything(), timezone.now()
    result = pickle.dumps(play())
    after, end = _everything(), timezone.now()
    gone, new = {}, {}
    for table, rows in after.items():
        old = before[table]
        new[table] = [(number, *row) for number, row in rows.items() if old.get(number) != row]
        gone[table] = [number for number, row in old.items() if rows.get(number) != row]
    return Beginning(result, _filled(gone), _filled(new), start, end)


def _filled(tables: dict[str, list[Any]]) -> dict[str, list[Any]]:
    return {table: rows for table, rows in tables.items() if rows}


def _lay_down(beginning: Beginning) -> None:
    """The same rows, as if they had been written just now."""
    start, later = beginning.start, timezone.now() - beginning.end
    for table, numbers in beginning.gone.items():
        _raw_many(f'DELETE FROM "{table}" WHERE rowid = ?', [(number,) for number in numbers])
    for table, rows in beginning.new.items():
        names = ", ".join(["rowid", *(f'"{name}"' for name in _tables()[table])])
        holes = ", ".join("?" * len(rows[0]))
        times = [at + 1 for at, is_time in enumerate(_tables()[table].values()) if is_time]
        written = [_moved(row, times, start, later) for row in rows] if times else rows
        _raw_many(f'INSERT INTO "{table}" ({names}) VALUES ({holes})', written)


def _moved(row: Row, times: list[int], start: datetime, later: timedelta) -> Row:
    """The row with those of its times that are not before `start` moved."""
    cells, first = list(row), str(start.replace(tzinfo=None))
    for at in times:
        if cells[at] is not None and cells[at] >= first:
            cells[at] = str(datetime.fromisoformat(cells[at]) + later)
    return tuple(cells)


# --- the tables as SQLite has them -----------------------------------------------------------------


@cache
def _tables() -> dict[str, dict[str, bool]]:
    """The columns of every table that tests write; True: a time."""
    return {
        each._meta.db_table: {
            field.column: isinstance(field, models.DateTimeField) for field in each._meta.concrete_fields
        }
        for each in apps.get_models(include_auto_created=True)
        if each._meta.db_table not in MADE_BY_MIGRATIONS and each._meta.managed
    }


@cache
def _any_row() -> str:
    return "SELECT " + " OR ".join(f'EXISTS(SELECT 1 FROM "{table}")' for table in _tables())


def _everything() -> Rows:
    return {table: dict(_rows(table, columns)) for table, columns in _tables().items()}


def _rows(table: str, columns: dict[str, bool]) -> Iterator[tuple[int, Row]]:
    # With a sign before it, a column comes as it is stored and is not converted.
    stored = ", ".join(f'+"{column}"' for column in columns)
    for number, *row in _raw(f'SELECT rowid, {stored} FROM "{table}"'):
        yield number, tuple(row)


def _raw(sql: str) -> Any:
    return connection.connection.execute(sql)


def _raw_many(sql: str, rows: list[Row]) -> None:
    connection.connection.executemany(sql, rows)
