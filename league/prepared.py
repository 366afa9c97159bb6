"""Queries that are built and compiled once: those that every page or every act asks.

Django builds a queryset and compiles it to SQL each time. For a row that is found by its number, that takes
many times as long as the database needs to find it. A `Prepared` query is built with blanks; afterwards it
only takes values for them. Its rows are made by Django and are the same as the queryset's.

Decision 28 in docs/decisions has the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any, Generic, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

Value = int | str | list[int]
Kind = type[int] | type[str] | type[list[int]]
Row = TypeVar("Row")

# A blank is a value that no query has of its own. Its numbers fit into columns of four bytes or more.
NUMBERS_FROM = 1_987_650_001
WORD = "blank {}"
LARGEST = 2**63 - 1  # No column holds a larger number.
LENGTHS = (1, 2, 4, 8, 16, 32)  # Each combination of lengths is a query of its own.


@dataclass(frozen=True, slots=True)
class _Compiled:
    """SQL for one kind of database. `places` says for each parameter which value it takes; None keeps it."""

    queryset: Any
    compiler: SQLCompiler
    sql: str
    params: tuple[Any, ...]
    places: tuple[int | None, ...]

    def filled(self, values: Sequence[int | str]) -> tuple[Any, ...]:
        pairs = zip(self.params, self.places, strict=True)
        return tuple(param if at is None else values[at] for param, at in pairs)


class _Instead:
    """Stands for a queryset or its query, with some attributes replaced."""

    def __init__(self, original: object, **replaced: object) -> None:
        self.__dict__.update(replaced, _original=original)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._original, name)


class Prepared(Generic[Row]):
    """A query with blanks.

    `build` gets a value for each of `kinds`, which are `int`, `str` and `list` (of numbers), and returns a
    queryset: of models, `values` or `values_list`. The queryset may select related rows and lock rows, but
    not prefetch. A blank stands for the value of a column; a list of numbers stands for several. The query is
    built when it is first asked.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row]], *kinds: Kind) -> None:
        self._build = build
        self._kinds = kinds
        self._compiled: dict[tuple[object, ...], _Compiled] = {}

    def rows(self, *values: Value) -> list[Row]:
        """All rows for these values. One query; none if a list is empty or a number is too large for a
        column.

        Raises TypeError for values of other kinds, and TransactionManagementError for a lock outside a
        transaction.
        """
        if not all(map(isinstance, values, self._kinds)) or len(values) != len(self._kinds):
            raise TypeError(f"This query takes {self._kinds}, not {values}.")
        if any(isinstance(value, int) and abs(value) > LARGEST for value in values):
            return []
        rounded = [_rounded(value) if isinstance(value, list) else value for value in values]
        lengths = [len(value) for value in rounded if isinstance(value, list)]
        if 0 in lengths:
            return []
        if max(lengths, default=0) > LENGTHS[-1]:
            return list(self._build(*rounded))
        connection = connections[DEFAULT_DB_ALIAS]
        key = (connection.vendor, *lengths)
        compiled = self._compiled.get(key)
        if compiled is None:
            compiled = self._compiled[key] = self._compile(connection, lengths)
        return _answer(compiled, connection, _flat(rounded))

    def first(self, *values: Value) -> Row | None:
        """The first of the rows for these values, or None. The queryset has to say the order, unless there is
        one row at most. Raises as `rows` does.
        """
        return next(iter(self.rows(*values)), None)

    def _compile(self, connection: Any, lengths: Sequence[int]) -> _Compiled:
        """Raises ValueError if a blank is not in the SQL, the queryset prefetches, or no row could match."""
        values = _blanks(self._kinds, lengths)
        queryset: Any = self._build(*values)
        compiler = queryset.query.get_compiler(connection=connection)
        try:
            sql, params = compiler.as_sql()
        except EmptyResultSet as empty:
            raise ValueError("No row could match this query, whatever its values are.") from empty
        blanks = _flat(values)
        places = tuple(blanks.index(param) if param in blanks else None for param in params)
        if queryset._prefetch_related_lookups or not set(range(len(blanks))) <= set(places):
            raise ValueError("A prepared query needs each blank as a value of a column, and no prefetch.")
        compiler.connection = None  # Each thread has its own, which nobody else keeps open.
        return _Compiled(queryset, compiler, sql, tuple(params), places)


def _blanks(kinds: Sequence[Kind], lengths: Iterable[int]) -> list[Value]:
    """A value of each kind, all different, to be found again among the parameters of the SQL."""
    numbers, length = count(NUMBERS_FROM), iter(lengths)
    made: list[Value] = []
    for kind in kinds:
        if kind is list:
            made.append(list(islice(numbers, next(length))))
        else:
            made.append(WORD.format(len(made)) if kind is str else next(numbers))
    return made


def _rounded(numbers: list[int]) -> list[int]:
    """The numbers that a column can hold, the last one repeated up to one of LENGTHS."""
    found = [number for number in numbers if abs(number) <= LARGEST]
    length = next((each for each in LENGTHS if each >= len(found)), len(found))
    return found + found[-1:] * (length - len(found))


def _flat(values: Iterable[Value]) -> list[int | str]:
    found: list[int | str] = []
    for value in values:
        if isinstance(value, int | str):
            found.append(value)
        else:
            found.extend(value)
    return found


def _answer(compiled: _Compiled, connection: Any, values: Sequence[int | str]) -> list[Any]:
    """The rows, as Django makes them of what this compiler asks the database."""
    queryset = compiled.queryset
    if queryset.query.select_for_update and not connection.in_atomic_block:
        raise TransactionManagementError("Rows are locked inside a transaction only.")
    ready: Any = object.__new__(type(compiled.compiler))
    ready.__dict__.update(
        compiled.compiler.__dict__,
        connection=connection,
        as_sql=lambda: (compiled.sql, compiled.filled(values)),
    )
    query = _Instead(queryset.query, get_compiler=lambda using: ready)
    return list(queryset._iterable_class(_Instead(queryset, query=query, db=DEFAULT_DB_ALIAS)))
