"""Sheets without the press, by their addresses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from league.press import Html
from missions.views.print import evening, missions, reference, season_book, standings
from missions.views.print import games as game_print
from rosters.views import print as roster_print
from tests.sheets import as_text


@pytest.fixture(autouse=True)
def _sheets_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """The press is tested by itself; here a sheet is the text that it would set, sheets are joined."""

    def joined(key: object, paper: str, html: Callable[[], Html]) -> bytes:
        return f"{paper} {as_text(html())}".encode()

    for module in (evening, game_print, missions, reference, season_book, standings, roster_print):
        monkeypatch.setattr(module, "sheet", joined)
