"""Errors that are the database's: the page says that nothing was saved, and asks to try again."""

from __future__ import annotations

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

from missions.battles.views import lobby

pytestmark = pytest.mark.django_db
SENTENCE = "The database does not answer, or its disk is full. Your last step was not saved."


def failing(monkeypatch: pytest.MonkeyPatch, problem: Exception) -> Client:
    """A browser for which the list of battles fails."""

    def fail(*given: object) -> None:
        raise problem

    monkeypatch.setattr(lobby, "public_battles", fail)
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("problem", [OperationalError("disk is full"), InterfaceError("closed")])
def test_a_full_disk_is_told_with_503_and_a_time(monkeypatch: pytest.MonkeyPatch, problem: Exception):
    answer = failing(monkeypatch, problem).get("/battles/")
    assert (answer.status_code, answer["Retry-After"], SENTENCE in answer.content.decode()) == (
        503,
        "60",
        True,
    )
    assert "disk is full\n" not in answer.content.decode()


def test_a_part_of_a_page_is_told_in_its_place(monkeypatch: pytest.MonkeyPatch):
    browser = failing(monkeypatch, OperationalError("database is locked"))
    answer = browser.get("/battles/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Retarget"]) == (503, "#notices")
    assert SENTENCE in answer.content.decode() and "<html" not in answer.content.decode()


def test_an_error_of_ours_stays_one(monkeypatch: pytest.MonkeyPatch):
    answer = failing(monkeypatch, ValueError("a bug")).get("/battles/")
    assert answer.status_code == 500
    assert "Something broke on our side" in answer.content.decode()
    assert not any(word in answer.content.decode() for word in ("a bug", "ValueError", "Traceback"))
