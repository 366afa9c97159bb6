"""Reading CSV rows into typed values, collecting every fault with its file and line."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

E = TypeVar("E", bound=StrEnum)


class CatalogueError(ValueError):
    """The catalogue's data files hold something that cannot be used; `faults` lists all of it."""

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
        """Raises CatalogueError with everything that was added."""
        if self.lines:
            raise CatalogueError(self.lines)


class Row:
    """One data row. Getters return a usable default when the cell is bad, after noting the fault."""

    __slots__ = ("_cells", "_faults", "file", "line")

    def __init__(self, file: str, line: int, cells: Mapping[str, str], faults: Faults) -> None:
        self.file = file
        self.line = line
        self._cells = cells
        self._faults = faults

    def fault(self, sentence: str) -> None:
        """Notes what is wrong with this row."""
        self._faults.add(self.file, self.line, sentence)

    def text(self, column: str) -> str:
        """The cell, which may be blank."""
        return self._cells[column]

    def required(self, column: str) -> str:
        """The cell, which must not be blank."""
        cell = self._cells[column]
        if not cell:
            self.fault(f"{column} is blank, but every row needs one.")
        return cell

    def number(self, column: str, low: int = 0, high: int = 99) -> int | None:
        """A whole number within low and high, or None for a blank cell."""
        cell = self._cells[column]
        if not cell:
            return None
        try:
            value = int(cell)
        except ValueError:
            self.fault(f"{column} is '{cell}', which is not a whole number.")
            return None
        if not low <= value <= high:
            self.fault(f"{column} is {value}, which is not between {low} and {high}.")
            return None
        return value

    def count(self, column: str, low: int = 0, high: int = 99) -> int:
        """A whole number that must be there."""
        if not self._cells[column]:
            self.fault(f"{column} is blank, but it needs a number.")
        value = self.number(column, low, high)
        return low if value is None else value

    def change(self, column: str) -> int:
        """A whole number from -9 to 9, 0 for a blank cell."""
        return self.number(column, -9, 9) or 0

    def flag(self, column: str) -> bool:
        """A cell that must be 0 or 1."""
        cell = self._cells[column]
        if cell not in ("0", "1"):
            self.fault(f"{column} is '{cell}', but only 0 or 1 is allowed.")
        return cell == "1"

    def maybe_flag(self, column: str) -> bool | None:
        """0, 1 or None for a blank cell."""
        return self.flag(column) if self._cells[column] else None

    def maybe_yes(self, column: str) -> bool | None:
        """yes, no or None for a blank cell."""
        cell = self._cells[column]
        if cell not in ("", "yes", "no"):
            self.fault(f"{column} is '{cell}', but only yes or no is allowed.")
        return None if not cell else cell == "yes"

    def words(self, column: str) -> tuple[str, ...]:
        """The values of a cell that are separated by bars."""
        cell = self._cells[column]
        if not cell:
            return ()
        parts = tuple(cell.split("|"))
        if "" in parts:
            self.fault(f"{column} is '{cell}', which has an empty value between its bars.")
        return parts

    def known_words(self, column: str, known: frozenset[str]) -> tuple[str, ...]:
        """Bar-separated values, each of which must be among the known ones."""
        parts = self.words(column)
        for part in parts:
            if part and part not in known:
                self.fault(f"{column} names '{part}', which is not one of {', '.join(sorted(known))}.")
        return tuple(part for part in parts if part in known)

    def maybe_member(self, column: str, kind: type[E]) -> E | None:
        """A member of the enumeration, or None for a blank cell."""
        cell = self._cells[column]
        return self.parse_member(column, cell, kind) if cell else None

    def member(self, column: str, kind: type[E]) -> E:
        """A member of the enumeration; the cell must not be blank."""
        return self.parse_member(column, self._cells[column], kind) or next(iter(kind))

    def members(self, column: str, kind: type[E]) -> tuple[E, ...]:
        """Bar-separated members of the enumeration."""
        found = (self.parse_member(column, part, kind) for part in self.words(column) if part)
        return tuple(member for member in found if member is not None)

    def parse_member(self, column: str, word: str, kind: type[E]) -> E | None:
        """The member of that value, or None with a fault noted."""
        member = kind._value2member_map_.get(word)
        if isinstance(member, kind):
            return member
        self.fault(f"{column} is '{word}', which is not one of {', '.join(item.value for item in kind)}.")
        return None


def read_rows(path: Path, columns: tuple[str, ...], faults: Faults) -> list[Row]:
    """All data rows of a file whose header must hold exactly these columns, in this order.

    A missing file, a wrong header, a row of the wrong length and a repeated id are noted as faults; such
    rows are left out.
    """
    try:
        handle = path.open(encoding="utf-8", newline="")
    except OSError:
        faults.add(path.name, 0, "the file cannot be read; the catalogue needs it.")
        return []
    with handle:
        reader = csv.reader(handle, strict=True)
        try:
            records = ((reader.line_num, cells) for cells in reader)
            return _rows_of(records, path.name, columns, faults)
        except (csv.Error, UnicodeDecodeError) as error:
            faults.add(path.name, reader.line_num, f"the line is not readable as UTF-8 CSV ({error}).")
            return []


def _rows_of(
    records: Iterable[tuple[int, list[str]]], file: str, columns: tuple[str, ...], faults: Faults
) -> list[Row]:
    rows: list[Row] = []
    seen: dict[str, int] = {}
    header_seen = False
    for line, cells in records:
        if not header_seen:
            header_seen = True
            if tuple(cells) != columns:
                faults.add(file, line, _header_sentence(tuple(cells), columns))
                return []
            continue
        if len(cells) != len(columns):
            faults.add(file, line, f"the row has {len(cells)} values, but there are {len(columns)} columns.")
            continue
        row = Row(file, line, dict(zip(columns, cells, strict=True)), faults)
        key = row.required("id")
        if key in seen:
            row.fault(f"the id '{key}' is already on line {seen[key]}.")
            continue
        seen[key] = line
        rows.append(row)
    if not rows:
        faults.add(file, 1, "the file has no usable rows.")
    return rows


def _header_sentence(found: tuple[str, ...], wanted: tuple[str, ...]) -> str:
    missing = [column for column in wanted if column not in found]
    unknown = [column for column in found if column not in wanted]
    parts = [
        f"{label} {', '.join(names)}"
        for label, names in (("missing", missing), ("unknown", unknown))
        if names
    ]
    return f"the columns are not the expected ones: {'; '.join(parts) or 'their order differs'}."
