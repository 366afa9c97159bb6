"""Lines of the log: numbers of requests, JSON, and letters about errors."""

from __future__ import annotations

import json
import logging
import sys
from threading import Thread
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import DatabaseError, transaction
from django.test import Client

from league.logs import errors
from league.logs.errors import ErrorMail, body_of
from league.logs.ids import RequestIds, WithRequestId
from league.logs.lines import JsonLines
from league.models import Outgoing


def record(message: str = "No %s.", *args: object, error: bool = False) -> logging.LogRecord:
    info = None
    if error:
        try:
            raise ValueError("Ada typed hunter2")
        except ValueError:
            info = sys.exc_info()
    return logging.LogRecord("league", logging.ERROR, "x.py", 7, message, args or ("fleet",), info)


def test_an_answer_has_the_number_that_a_proxy_gave_or_one_of_its_own(client: Client):
    assert client.get("/healthz", headers={"X-Request-ID": "abc-12345"})["X-Request-ID"] == "abc-12345"
    numbers = {
        client.get("/healthz", headers={"X-Request-ID": each})["X-Request-ID"] for each in ("", "a\tb")
    }
    assert len(numbers) == 2 and all(len(each) == 16 for each in numbers)


def test_lines_of_a_request_have_its_number_and_others_a_dash(rf: Any):
    seen: list[str] = []

    def page(request: Any) -> dict[str, str]:
        line = record()
        WithRequestId().filter(line)
        seen.append(JsonLines().format(line))
        return {}

    RequestIds(page)(rf.get("/", headers={"X-Request-ID": "request-one"}))  # type: ignore[arg-type]
    page(None)
    told = [json.loads(line) for line in seen]
    assert [line["request"] for line in told] == ["request-one", "-"]
    assert (told[0]["message"], told[0]["level"], told[0]["logger"]) == ("No fleet.", "ERROR", "league")


def test_an_error_as_json_has_its_traceback_in_the_same_line():
    text = JsonLines().format(record(error=True))
    assert "\n" not in text
    assert "ValueError" in json.loads(text)["error"]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    letters: list[tuple[str, str]] = []
    monkeypatch.setattr(ErrorMail, "send", lambda self, subject, body: letters.append((subject, body)))
    return letters


def test_each_kind_of_error_is_mailed_once_an_hour_with_the_number_of_the_others(
    sent: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
):
    now = [100.0]
    monkeypatch.setattr(errors, "monotonic", lambda: now[0])
    mail = ErrorMail()
    for _ in range(3):
        mail.handle(record(error=True))
    mail.handle(record())
    now[0] += 3600
    mail.handle(record(error=True))
    assert [subject.split(",")[0] for subject, _ in sent] == [
        "Error: ValueError in record",
        "Error: league",
        "Error: ValueError in record",
    ]
    assert "It happened 2 more times since the last letter" in sent[-1][1]


def test_a_site_that_breaks_everywhere_sends_few_letters(sent: list[tuple[str, str]]):
    mail = ErrorMail()
    for line in range(100):
        each = record()
        each.lineno = line
        mail.handle(each)
    assert len(sent) == errors.KINDS


OUTBOX = "league.services.outgoing.letters.Outbox"


@pytest.mark.django_db(transaction=True)
def test_a_letter_about_an_error_goes_into_the_outbox_though_the_act_does_not(settings: Any):
    settings.EMAIL_BACKEND, settings.ADMINS = OUTBOX, [("Host", "h@x.example")]
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        thread = Thread(target=errors._mailed, args=("Error: x", "a trace"))
        thread.start()  # On SQLite it waits for the end of this transaction.
        raise ZeroDivisionError
    thread.join()
    row = Outgoing.objects.get()
    assert (row.payload["to"], "Error: x" in row.payload["subject"]) == (["h@x.example"], True)


def test_without_a_database_a_letter_about_an_error_is_sent_at_once(
    settings: Any, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
):
    settings.EMAIL_BACKEND, settings.ADMINS = OUTBOX, [("Host", "h@x.example")]

    def gone(*args: object) -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr("league.services.outgoing.letters.put_all", gone)
    errors._mailed("Error: x", "a trace")
    assert [each.to for each in mailoutbox] == [["h@x.example"]]


def test_a_letter_has_the_place_of_the_error_and_nothing_that_somebody_sent(rf: Any):
    line = record(error=True)
    line.request, line.request_id = rf.post("/fleets/?q=hunter2", {"name": "hunter2"}), "request-one"
    text = body_of(line, 0)
    assert "request-one" in text and "POST /fleets/" in text and "in record" in text
    assert "hunter2" not in text.replace('raise ValueError("Ada typed hunter2")', "")
