"""The worker sends after the commit, tries again, gives up, and keeps nobody waiting."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import send_mail
from django.db import DatabaseError, IntegrityError, connection, transaction

from league.models import Outgoing
from league.services.outgoing import rows, senders
from league.services.outgoing.senders import Away, Later, Sender, Undeliverable
from league.services.outgoing.worker import CHORES, REST_SECONDS, Worker
from tests.league.test_concurrency import at_once

WAIT_SECONDS = 20
"""A test that waits longer has found a worker that hangs."""
Use = Callable[..., list[str]]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Use:
    """Registers a kind whose sender meets these problems one after another, then sends; the keys it sent."""

    def register(kind: str, *problems: Exception, waits: tuple[int, ...] = (10, 20)) -> list[str]:
        sent: list[str] = []
        coming = list(problems)

        def send(row: Outgoing) -> None:
            if coming:
                raise coming.pop(0)
            sent.append(row.key)

        monkeypatch.setitem(senders.SENDERS, kind, Sender(send, waits))
        return sent

    return register


def due_now() -> None:
    """Let the time pass that rows wait."""
    Outgoing.objects.filter(ended="").update(due=rows.timezone.now())


@pytest.mark.django_db
def test_a_try_that_failed_is_made_again_and_given_up_after_the_last(use: Use, caplog: Any):
    sent = use("dove", *[Later("no wind")] * 3)
    rows.put("dove", "dove:1", {"to": "Ada"})
    worker = Worker()
    for tries in (1, 2):
        assert worker.turn() and not worker.turn()
        assert Outgoing.objects.values_list("tries", "ended", "said").get() == (tries, "", "no wind")
        due_now()
    assert worker.turn()
    row = Outgoing.objects.get()
    assert (row.tries, row.ended, row.payload, sent) == (3, "failed", {"to": "Ada"}, [])
    assert caplog.messages[-1] == f"Outgoing dove {row.pk} was given up after 3 tries."
    rows.send_again(Outgoing.objects.all())
    assert worker.turn() and sent == ["dove:1"]


@pytest.mark.django_db
def test_a_refusal_for_good_ends_a_row_at_once(use: Use):
    use("dove", Undeliverable("550 unknown"))
    rows.put("dove", "dove:1", {})
    assert Worker().turn()
    assert Outgoing.objects.values_list("tries", "ended", "said").get() == (1, "failed", "550 unknown")


@pytest.mark.django_db
def test_a_fault_of_ours_is_logged_and_tried_again(use: Use, caplog: Any):
    use("dove", ZeroDivisionError("oh"))
    rows.put("dove", "dove:1", {})
    assert Worker().turn()
    assert [each.levelno for each in caplog.records] == [logging.ERROR, logging.WARNING]
    assert Outgoing.objects.values_list("ended", "said").get() == ("", "ZeroDivisionError: oh")


@pytest.mark.django_db
def test_a_row_that_ends_each_process_is_given_up(use: Use):
    sent = use("dove")
    rows.put("dove", "dove:1", {})
    for _ in range(3):
        rows.claim(("dove",))  # and the process dies
        due_now()
    assert Worker().turn()
    assert (Outgoing.objects.get().ended, sent) == ("failed", [])


@pytest.mark.django_db
def test_a_service_that_is_away_keeps_only_its_own_kind_waiting(use: Use, monkeypatch: pytest.MonkeyPatch):
    doves, owls = use("dove", Away("no answer")), use("owl")
    rows.put_all("dove", {"dove:1": {}, "dove:2": {}, "dove:3": {}})
    rows.put("owl", "owl:1", {})
    worker, now = Worker(), [1000.0]
    monkeypatch.setattr("league.services.outgoing.worker.monotonic", lambda: now[0])
    assert [worker.turn() for _ in range(3)] == [True, True, False]
    assert (doves, owls, Outgoing.objects.filter(tries=0).count()) == ([], ["owl:1"], 2)
    now[0] += REST_SECONDS
    due_now()
    assert [worker.turn() for _ in range(4)] == [True, True, True, False]
    assert sorted(doves) == ["dove:1", "dove:2", "dove:3"]


@pytest.mark.django_db
def test_rows_of_a_newer_release_are_left_alone():
    Outgoing.objects.create(kind="raven", key="raven:1", due=rows.timezone.now())
    assert not Worker().turn()
    assert Outgoing.objects.get().tries == 0


@pytest.mark.django_db
def test_the_worker_shows_every_half_minute_that_it_lives(monkeypatch: pytest.MonkeyPatch):
    clock, signs = [1000.0], []
    monkeypatch.setattr("league.services.outgoing.worker.monotonic", lambda: clock[0])
    monkeypatch.setattr("league.services.pulse.beat", signs.append)
    worker = Worker()
    for passed in (0, 1, 28, 1, 1, 29):
        clock[0] += passed
        worker.turn()
    assert signs == ["worker"] * 3


@pytest.mark.django_db
def test_the_worker_cleans_once_an_hour(monkeypatch: pytest.MonkeyPatch):
    assert rows.clean in CHORES
    now, cleaned = [0.0], []
    monkeypatch.setattr("league.services.outgoing.worker.monotonic", lambda: now[0])
    monkeypatch.setattr("league.services.outgoing.worker.CHORES", [lambda: cleaned.append(now[0])])
    worker = Worker()
    for moment in (0.0, 3599.0, 3600.0):
        now[0] = moment
        worker.turn()
    assert cleaned == [0.0, 3600.0]


@pytest.mark.django_db
def test_a_chore_that_meets_a_fault_of_the_database_keeps_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: Any
):
    done: list[str] = []

    def broken() -> None:
        raise IntegrityError("a bug")

    monkeypatch.setattr("league.services.outgoing.worker.CHORES", [broken, lambda: done.append("cleaned")])
    Worker().turn()
    assert done == ["cleaned"] and "An hourly chore met a fault" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_fault_in_looking_for_rows_ends_no_worker(
    use: Use, monkeypatch: pytest.MonkeyPatch, caplog: Any, request: pytest.FixtureRequest
):
    sent, real, faults = use("dove"), rows.claim, [RuntimeError("a bug")]
    done = threading.Event()

    def claim(kinds: Any) -> Any:
        if faults:
            raise faults.pop()
        found = real(kinds)
        if found is None:
            done.set()
        return found

    monkeypatch.setattr(rows, "claim", claim)
    monkeypatch.setattr("league.services.outgoing.worker.LOOK_SECONDS", 0.01)
    rows.put("dove", "dove:1", {})
    request.getfixturevalue("working")
    assert done.wait(WAIT_SECONDS)
    assert sent == ["dove:1"] and "The outbox met a fault" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_nothing_is_sent_inside_a_transaction(use: Use):
    sent = use("dove")
    rows.put("dove", "dove:1", {})
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        Worker().turn()
    assert sent == []


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_send_each_row_once(use: Use):
    sent = use("dove")
    rows.put_all("dove", {f"dove:{number}": {} for number in range(60)})

    def drain() -> None:
        worker = Worker()
        while worker.turn():
            pass

    at_once(*[drain] * 3)
    # A worker that finds all due rows locked ends its drain early.
    drain()
    assert sorted(sent) == sorted(f"dove:{number}" for number in range(60))


@pytest.fixture
def working() -> Iterator[Worker]:
    """A worker in a thread, as a site has it."""
    worker = Worker()
    thread = threading.Thread(target=worker.run)
    thread.start()
    yield worker
    worker.stop()
    thread.join(WAIT_SECONDS)
    assert not thread.is_alive()


@pytest.mark.django_db(transaction=True)
def test_a_row_wakes_the_worker_when_it_is_committed_and_not_before(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
):
    gone, open_then = threading.Event(), []
    inside = threading.Event()

    def send(row: Outgoing) -> None:
        open_then.append(inside.is_set())
        gone.set()

    monkeypatch.setitem(senders.SENDERS, "dove", Sender(send))
    monkeypatch.setattr("league.services.outgoing.worker.LOOK_SECONDS", 10 * WAIT_SECONDS)
    request.getfixturevalue("working")
    with transaction.atomic():
        inside.set()
        rows.put("dove", "dove:1", {})
        inside.clear()
    assert gone.wait(WAIT_SECONDS) and open_then == [False]


@pytest.mark.django_db(transaction=True)
def test_a_database_that_does_not_answer_for_a_while_ends_no_worker(
    use: Use, monkeypatch: pytest.MonkeyPatch, caplog: Any, request: pytest.FixtureRequest
):
    use("dove")
    real, failures = rows.claim, [DatabaseError("gone")] * 2
    done = threading.Event()

    def claim(kinds: Any) -> Any:
        if failures:
            raise failures.pop()
        found = real(kinds)
        if found is None:
            done.set()
        return found

    monkeypatch.setattr(rows, "claim", claim)
    monkeypatch.setattr("league.services.outgoing.worker.LOOK_SECONDS", 0.01)
    rows.put("dove", "dove:1", {})
    request.getfixturevalue("working")
    assert done.wait(WAIT_SECONDS)
    assert [each for each in caplog.messages if "no database" in each] == [
        "The outbox has no database (DatabaseError); it looks again."
    ]
    assert Outgoing.objects.get().ended == "sent"


@pytest.fixture
def silent_server() -> Iterator[int]:
    """Port of a mail server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.mark.django_db(transaction=True)
def test_a_mail_server_that_hangs_delays_neither_writers_nor_other_kinds(
    use: Use,
    settings: Any,
    silent_server: int,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
):
    settings.EMAIL_BACKEND = "league.services.outgoing.letters.Outbox"
    settings.EMAIL_DELIVERY = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", silent_server, 0.2
    owls = use("owl")
    monkeypatch.setattr("league.services.outgoing.worker.LOOK_SECONDS", 0.01)
    for number in range(50):
        send_mail("Hello", "Text", None, [f"{number}@example.org"])
    rows.put("owl", "owl:1", {}, rows.timezone.now() + timedelta(microseconds=1))
    request.getfixturevalue("working")
    until = time.monotonic() + WAIT_SECONDS
    while not owls and time.monotonic() < until:
        time.sleep(0.02)
    assert owls == ["owl:1"]
    assert Outgoing.objects.filter(kind="mail", tries=0).count() >= 48
    assert mail.outbox == [] and not connection.in_atomic_block
