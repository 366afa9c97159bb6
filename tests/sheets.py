"""Sheets without the press, which takes most of a second and is tested by itself in `tests/print`."""

from __future__ import annotations

import pytest


@pytest.fixture
def sheets_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets are answered as the text that the press would set."""
    monkeypatch.setattr("league.pdf._pressed", lambda html, paper, identifier: html.encode())
