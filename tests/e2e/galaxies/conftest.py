"""Dice for battles of Galaxies in real browsers."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from missions.battles.selectors import positions
from missions.battles.services import opening


@pytest.fixture(autouse=True)
def _same_dice(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tickets, and so dice, are the same in each run."""
    settings.SECRET_KEY = "a harbour that is not there, pier 9"
    fixed = SimpleNamespace(
        token_hex=lambda size: f"{size:02x}" * size, compare_digest=secrets.compare_digest
    )
    monkeypatch.setattr(opening, "secrets", fixed)
    positions.forget()
    yield
    positions.forget()
