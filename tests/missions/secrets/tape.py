"""The rows that an answer was made from.

An answer is worked out from the request and from rows. So where every row that a page read is the same in two
worlds, or at two steps, its answer is the same too, and the page need not be asked twice. How far a campaign
has got changes with everything that happens: that counts as read only where somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from django.db import connection

from league.models import Campaign

MOVING = ("head_seq", "next_id")
_NAMES = [field.column for field in Campaign._meta.concrete_fields]
_COLUMNS = ", ".join(f'"{Campaign._meta.db_table}"."{name}"' for name in _NAMES)


class Query(NamedTuple):
    """A query. `moving` is False if a campaign's moving columns came along but were not read."""

    sql: str
    params: tuple[Any, ...]
    moving: bool = True

    def steady(self) -> Query:
        """The same without a campaign's moving columns."""
        return self._replace(moving=_first_of(self.sql) < 0)


class _Noted:
    """A column of a campaign that notes who looks at it."""

    def __init__(self, plain: Any, name: str, looks: list[str]) -> None:
        self.plain, self.name, self.looks = plain, name, looks

    def __get__(self, row: Campaign | None, owner: type[Campaign]) -> Any:
        if row is None:
            return self.plain
        self.looks.append(self.name)
        return row.__dict__[self.name] if self.name in row.__dict__ else self.plain.__get__(row, owner)

    def __set__(self, row: Campaign, value: Any) -> None:
        row.__dict__[self.name] = value


@contextmanager
def _looks_at_what_moves() -> Iterator[list[str]]:
    looks: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        for name in MOVING:
            patch.setattr(Campaign, name, _Noted(vars(Campaign)[name], name, looks))
        yield looks


class Tape:
    """The queries of many requests in one world, each with its rows as they were."""

    def __init__(self) -> None:
        self.known: dict[Query, str] = {}

    @contextmanager
    def running(self) -> Iterator[set[Query]]:
        """Collect the queries of the block; complete when it ends. Nothing may have been written by then."""
        asked: set[Query] = set()
        found: set[Query] = set()

        def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            if sql.startswith("SELECT"):
                asked.add(Query(sql, tuple(params or ())))
            return execute(sql, params, many, context)

        with connection.execute_wrapper(note), _looks_at_what_moves() as looks:
            yield found
        found |= asked if looks else {query.steady() for query in asked}
        for query in found:
            self.rows(query)

    def rows(self, query: Query) -> str:
        """Rows that answer a query in this world."""
        if query not in self.known:
            self.known[query] = _rows(query)
        return self.known[query]

    def changed(self) -> set[Query]:
        """The queries that are answered differently now."""
        return {query for query, rows in self.known.items() if _rows(query) != rows}


def _first_of(sql: str) -> int:
    """Place of the answer where a campaign's columns begin; -1: it has no whole campaign."""
    before, whole, _ = sql.partition(_COLUMNS)
    return before.count(", ") if whole and "(" not in before else -1


def _rows(query: Query) -> str:
    with connection.cursor() as cursor:
        cursor.execute(query.sql, query.params)
        rows = cursor.fetchall()
    if not query.moving:
        first = _first_of(query.sql)
        hidden = {first + _NAMES.index(name) for name in MOVING}
        rows = [tuple(cell for place, cell in enumerate(row) if place not in hidden) for row in rows]
    return repr(rows)
