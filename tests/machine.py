"""The machine of tests whose uptime they set."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from league.services import elapsed
from league.services.elapsed import Uptime


class Machine:
    """A machine that was started at `since`. Its clock may say something else."""

    def __init__(self) -> None:
        self.since = datetime(2026, 1, 1, tzinfo=UTC)
        self.boot, self.seconds = 1, 0.0

    def at(self, moment: datetime) -> None:
        """Let it run until that moment."""
        self.seconds = (moment - self.since).total_seconds()

    def start_again(self) -> None:
        """Stop it and start it."""
        self.boot += 1

    def uptime(self) -> Uptime:
        return Uptime(f"start {self.boot}", self.seconds)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine in place of the one that the tests run on."""
    made = Machine()
    monkeypatch.setattr(elapsed, "uptime", made.uptime)
    return made
