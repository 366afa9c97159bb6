"""What an answer was made from: the rows that were read for it.

An answer is worked out from the request and from rows. So where every row that a page read is the same in two
worlds, its answer is the same too, and the page need not be asked twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

Query = tuple[str, tuple[Any, ...]]


class Tape:
    """The queries of many requests in one world, each with its rows as they were."""

    def __init__(self) -> None:
        self.known: dict[Query, str] = {}

    @contextmanager
    def running(self) -> Iterator[set[Query]]:
        """What is read meanwhile. Nothing may have been written when it ends."""
        asked: set[Query] = set()

        def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            if sql.startswith("SELECT"):
                asked.add((sql, tuple(params or ())))
            return execute(sql, params, many, context)

        with connection.execute_wrapper(note):
            yield asked
        for query in asked - self.known.keys():
            self.known[query] = _rows(query)

    def changed(self) -> set[Query]:
        """The queries that are answered differently now."""
        return {query for query, rows in self.known.items() if _rows(query) != rows}


def _rows(query: Query) -> str:
    with connection.cursor() as cursor:
        cursor.execute(*query)
        return repr(cursor.fetchall())
