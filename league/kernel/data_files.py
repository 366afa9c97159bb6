"""Reading CSV files into typed rows, each cell by msgspec; every fault is collected with its file and line.

A column is read by the type of the field of that name: text, a number with its bounds, an enumeration, a
word of `OneOf`, a yes or no of `Says`, a tuple of these between bars. A blank cell is None, () or "" if the
type allows it. `metadata` of a field may name another column (`column`, "" for none) or give the value of a
blank cell (`blank`).
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import EnumType, StrEnum
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

E = TypeVar("E", bound=StrEnum)
R = TypeVar("R")
REQUIRED = object()


@dataclass(frozen=True, slots=True)
class OneOf:
    """Marks a text that has to be one of these words."""

    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Says:
    """Marks a yes or no: the words of the data files for no and for yes."""

    no: str
    yes: str


class DataError(ValueError):
    """Data files hold something that cannot be used; `faults` lists all of it."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


@dataclass(slots=True)
class Faults:
    """Faults found so far, each as `file:line: sentence`."""

    lines: list[str] = field(default_factory=list)

    def add(self, file: str, line: int, sentence: str) -> None:
        self.lines.append(f"{file}:{line}: {sentence}")

    def raise_if_any(self) -> None:
        """Raises DataError with everything that was added."""
        if self.lines:
            raise DataError(self.lines)


@dataclass(frozen=True, slots=True)
class Row:
    """The texts of one row and its place."""

    file: str
    line: int
    cells: Mapping[str, str]
    faults: Faults

    def fault(self, sentence: str) -> None:
        """Notes a fault of this row."""
        self.faults.add(self.file, self.line, sentence)

    def text(self, column: str) -> str:
        """The cell, which may be blank."""
        return self.cells[column]

    def words(self, column: str) -> tuple[str, ...]:
        """The values of a cell that are separated by bars; an empty one is a fault."""
        cell = self.cells[column]
        parts = tuple(cell.split("|")) if cell else ()
        if "" in parts:
            self.fault(f"{column} is '{cell}', which has an empty value between its bars.")
        return tuple(filter(None, parts))

    def member(self, column: str, word: str, kind: type[E]) -> E | None:
        """The member with that value, or None with a fault noted."""
        try:
            return msgspec.convert(word, kind)
        except msgspec.ValidationError:
            self.fault(f"{column} is '{word}', which is not one of {', '.join(kind)}.")
            return None


@cache
def _converted(text: str, kind: Any, marks: tuple[Any, ...]) -> Any:
    return msgspec.convert(text, Annotated[kind, *marks] if marks else kind, strict=False)


Special = Mapping[str, Callable[[Row], object]]
"""Columns with a notation of their own, and their readers."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column and the field that it fills: `marks` are what is noted beside its type."""

    name: str
    field: str
    kind: Any
    marks: tuple[Any, ...]
    many: bool
    blank: Any

    def read(self, row: Row) -> Any:
        """The value of the row's cell; anything, with a fault noted, if it cannot be read."""
        text = row.text(self.name)
        if self.many:
            return tuple(self._value(row, word, "names") for word in row.words(self.name))
        if text:
            return self._value(row, text, "is")
        if self.blank is REQUIRED:
            row.fault(f"{self.name} is blank, but {self._needed()}.")
        return self.blank

    def _value(self, row: Row, text: str, verb: str) -> Any:
        for mark in self.marks:
            if isinstance(mark, Says):
                return self._yes_or_no(row, text, mark)
            if isinstance(mark, OneOf) and text not in mark.words:
                row.fault(
                    f"{self.name} {verb} '{text}', which is not one of {', '.join(sorted(mark.words))}."
                )
        try:
            return _converted(text, self.kind, self.marks)
        except msgspec.ValidationError:
            row.fault(f"{self.name} {verb} {self._wrong(text)}.")

    def _yes_or_no(self, row: Row, text: str, says: Says) -> bool:
        if text not in (says.no, says.yes):
            row.fault(f"{self.name} is '{text}', but only {self._two(says)} is allowed.")
        return text == says.yes

    def _wrong(self, text: str) -> str:
        if isinstance(self.kind, EnumType):
            return f"'{text}', which is not one of {', '.join(map(str, self.kind))}"
        if not text.removeprefix("-").isdecimal():
            return f"'{text}', which is not a whole number"
        (bounds,) = (mark for mark in self.marks if isinstance(mark, msgspec.Meta))
        return f"{text}, which is not between {bounds.ge} and {bounds.le}"

    def _needed(self) -> str:
        says = next((mark for mark in self.marks if isinstance(mark, Says)), None)
        if says is not None:
            return f"it must say {self._two(says)}"
        return "it needs a number" if self.kind is int else "every row needs one"

    @staticmethod
    def _two(says: Says) -> str:
        return f"{says.no} or {says.yes}" if says.no.isdecimal() else f"{says.yes} or {says.no}"


def columns_of(kind: type[Any]) -> tuple[Column, ...]:
    """The columns of a file with rows of this class, in order."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        _column(each.metadata.get("column", each.name), each.name, hints[each.name], each.metadata)
        for each in fields(kind)
        if each.metadata.get("column", each.name)
    )


def _column(name: str, of: str, hint: Any, metadata: Mapping[str, Any]) -> Column:
    many, blank = get_origin(hint) is tuple, metadata.get("blank", REQUIRED)
    choices = get_args(hint) if NoneType in get_args(hint) else ()
    if many:
        hint = get_args(hint)[0]
    elif choices:
        hint, blank = next(each for each in choices if each is not NoneType), None
    marks: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *found = get_args(hint)
        marks = tuple(found)
    if hint is str and not any(isinstance(mark, msgspec.Meta) for mark in marks):
        blank = ""
    return Column(name, of, hint, marks, many, blank)


def read_rows(
    path: Path, kind: type[R], faults: Faults, special: Special | None = None, keys: int = 1
) -> list[tuple[Row, R]]:
    """All rows of a file as values of a dataclass; the header must hold exactly its columns, in this order.
    The first `keys` columns together are a row's id.

    A missing file, a wrong header, a row of the wrong length, a repeated id and a cell that cannot be read
    are noted as faults; such rows are left out.
    """
    columns = columns_of(kind)
    found = [(row, _typed(row, kind, columns, special or {})) for row in _rows(path, columns, faults, keys)]
    return [(row, value) for row, value in found if value is not None]


def _typed(row: Row, kind: type[R], columns: Iterable[Column], special: Special) -> R | None:
    known = len(row.faults.lines)
    values = {
        each.field: special[each.name](row) if each.name in special else each.read(row) for each in columns
    }
    unread = {each.name: "" for each in fields(kind) if each.name not in values}  # type: ignore[arg-type]
    return kind(**values, **unread) if len(row.faults.lines) == known else None


def _rows(path: Path, columns: tuple[Column, ...], faults: Faults, keys: int) -> list[Row]:
    try:
        handle = path.open(encoding="utf-8", newline="")
    except OSError:
        faults.add(path.name, 0, "the file cannot be read; the catalogue needs it.")
        return []
    with handle:
        reader = csv.reader(handle, strict=True)
        try:
            records = ((reader.line_num, cells) for cells in reader)
            return list(_checked(records, path.name, columns, faults, keys))
        except (csv.Error, UnicodeDecodeError) as error:
            faults.add(path.name, reader.line_num, f"the line is not readable as UTF-8 CSV ({error}).")
            return []


def _checked(
    records: Iterator[tuple[int, list[str]]],
    file: str,
    columns: tuple[Column, ...],
    faults: Faults,
    keys: int,
) -> Iterator[Row]:
    names = [each.name for each in columns]
    line, header = next(records, (1, []))
    if header != names:
        faults.add(file, line, _header_sentence(header, names))
        return
    seen: dict[str, int] = {}
    for line, cells in records:
        key = ", ".join(cells[:keys])
        if len(cells) != len(names):
            faults.add(file, line, f"the row has {len(cells)} values, but there are {len(names)} columns.")
        elif key in seen:
            faults.add(file, line, f"the id '{key}' is already on line {seen[key]}.")
        else:
            seen[key] = line
            yield Row(file, line, dict(zip(names, cells, strict=True)), faults)
    if not seen:
        faults.add(file, 1, "the file has no usable rows.")


def _header_sentence(found: list[str], wanted: list[str]) -> str:
    missing = [column for column in wanted if column not in found]
    unknown = [column for column in found if column not in wanted]
    parts = [
        f"{label} {', '.join(names)}"
        for label, names in (("missing", missing), ("unknown", unknown))
        if names
    ]
    return f"the columns are not the expected ones: {'; '.join(parts) or 'their order differs'}."
