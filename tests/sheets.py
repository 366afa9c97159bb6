"""Sheets without the press, which takes most of a second and is tested by itself in `tests/print`."""

from __future__ import annotations

import pytest

from league.press import Html

NEXT_SHEET = "\n<!-- next sheet -->\n"


def as_text(html: Html) -> str:
    """The HTML of a sheet, or of all sheets in one file, one after another."""
    return html if isinstance(html, str) else NEXT_SHEET.join(html)


@pytest.fixture
def sheets_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets are answered as the text that the press would set."""
    monkeypatch.setattr("league.pdf._pressed", lambda html, paper, identifier: as_text(html).encode())
