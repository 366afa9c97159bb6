"""Odd requests are counted in the log, one line a minute for each kind, and cost no disk."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from django.test import Client

from league.logs import odd

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The handler's time, in a list of one."""
    now = [0.0]
    monkeypatch.setattr(odd, "monotonic", lambda: now[0])
    for handler in logging.getLogger("django.security").handlers:
        monkeypatch.setattr(handler, "_told", {}, raising=False)
    return now


class Console(logging.Handler):
    """Keeps the lines that reach the console: those of the root logger."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(logging.Formatter().format(record))


@pytest.fixture
def console() -> Iterator[Console]:
    made = Console()
    logging.getLogger().addHandler(made)
    yield made
    logging.getLogger().removeHandler(made)


def test_names_that_are_not_the_sites_are_one_line_a_minute(
    client: Client, console: Console, clock: list[float]
):
    for number in range(5):
        assert client.get("/", headers={"Host": f"evil-{number}.example"}).status_code == 400
    clock[0] += odd.MINUTE
    client.get("/", headers={"Host": "evil.example"})
    first = "Odd request refused: DisallowedHost"
    assert console.lines == [first, f"{first}, and 4 more before it"]


def test_a_form_without_its_token_and_one_of_thousands_of_fields_are_lines_of_their_own(
    console: Console, clock: list[float]
):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/campaigns/new/?hunter2", {}).status_code == 403
    assert Client().post("/accounts/login/", {f"f{n}": "x" for n in range(1500)}).status_code == 400
    assert console.lines == ["Odd request refused: csrf", "Odd request refused: TooManyFieldsSent"]
