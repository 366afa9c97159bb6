"""Tables as text for spreadsheets: CSV after RFC 4180, UTF-8 with a byte order mark."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

MARK = "\ufeff"
# Characters that begin a formula in spreadsheets, full-width signs too.
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The table with its column names. Text that a spreadsheet would run as a formula gets an apostrophe in
    front; whole numbers stay numbers, None is an empty cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
    return MARK + out.getvalue()


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return value
    text = "".join(sign if sign.isprintable() else " " for sign in str(value))
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text
