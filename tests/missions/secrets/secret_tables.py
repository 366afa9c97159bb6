"""A game of a public team campaign for those who look for secrets: nothing in an answer is left to chance."""

from __future__ import annotations

import pytest
from django.core.cache.backends.dummy import DummyCache

from league.press import Html
from league.rules.campaign import CreateCampaign
from missions.battles.services import opening
from tests.missions.mission_tables import MissionTable, mission_table
from tests.people import founder, joined
from tests.sheets import as_text

NOW = "2026-05-01 19:00:00+00:00"
Pressed = dict[str, set[str]]


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> Pressed:
    """The sheets that were made, under the name by which each is kept. They are answered as the text that
    the press would set, because a PDF could not be compared, and made each time."""
    found: Pressed = {}

    def press(html: Html, paper: str, identifier: str) -> bytes:
        text = as_text(html)
        found.setdefault(identifier, set()).add(text)
        return text.encode()

    monkeypatch.setattr("league.pdf._pressed", press)
    monkeypatch.setattr("league.pdf.caches", {"sheets": DummyCache("", {})})
    return found


@pytest.fixture
def bare(db: None, time_machine: object, pressed: Pressed, monkeypatch: pytest.MonkeyPatch) -> MissionTable:
    """Paired, nothing prepared yet. Time stands still, and forms for new battles have one ticket."""
    time_machine.move_to(NOW, tick=False)  # type: ignore[attr-defined]
    ticket = opening.new_ticket()
    monkeypatch.setattr(opening, "new_ticket", lambda: ticket)
    boss = founder("olga", CreateCampaign("Mission League", "team", missions=True, public=True))
    player, rival = (joined(boss.seat.campaign, name) for name in ("paul", "rita"))
    return mission_table(boss, player, rival)
