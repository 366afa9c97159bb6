"""Monitors ask whether the site can work; the one with the token of the settings gets figures."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InterfaceError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league import env
from league.models import Outgoing, Pulse
from league.services import doctor, pulse, ready
from league.services.outgoing import rows
from tests.league.test_operations import GUIDE, block

pytestmark = pytest.mark.django_db
TOKEN = "a-word-that-only-monitors-know"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A process that has asked nothing yet, and an empty folder of backups."""
    monkeypatch.setattr(ready, "_fits", False)
    monkeypatch.setattr(ready, "_writing", ready.WriteTest())
    monkeypatch.setattr(ready, "default_folder", lambda: tmp_path)


def ask(token: str = "") -> Any:
    return Client().get("/readyz", headers={"Authorization": f"Bearer {token}"} if token else {})


def told() -> tuple[int, str]:
    answer = ask()
    return answer.status_code, answer.content.decode()


# --- ready or not -----------------------------------------------------------------------------------


def test_a_ready_site_says_so_and_looks_at_its_shape_once(monkeypatch: pytest.MonkeyPatch):
    assert told() == (200, "ready\n")
    monkeypatch.setattr(ready, "is_migrated", lambda: pytest.fail("it was looked at before"))
    assert told() == (200, "ready\n")


@pytest.mark.parametrize("problem", [DatabaseError("gone"), InterfaceError("closed")])
def test_a_site_with_an_old_or_silent_database_is_not_ready(
    monkeypatch: pytest.MonkeyPatch, problem: Exception
):
    monkeypatch.setattr(ready, "is_migrated", lambda: False)
    assert told() == (503, "The database waits for make_ready.\n")

    def silent() -> bool:
        raise problem

    monkeypatch.setattr(ready, "is_migrated", silent)
    assert told() == (503, "The database does not answer.\n")


def test_a_site_on_a_full_disk_is_not_ready(monkeypatch: pytest.MonkeyPatch):
    assert 0 < doctor.free_disk() <= shutil.disk_usage(Path(__file__).parent).total
    monkeypatch.setattr(ready, "free_disk", lambda: doctor.STOPS_BELOW - 1)
    assert told() == (503, "The disk is full.\n")


def test_a_database_that_takes_no_write_is_told_and_asked_again_at_once(monkeypatch: pytest.MonkeyPatch):
    def refuse() -> None:
        raise DatabaseError("attempt to write a readonly database")

    with monkeypatch.context() as broken:
        broken.setattr(ready, "try_write", refuse)
        assert told() == (503, "The database takes no change.\n")
    assert told() == (200, "ready\n")


def test_many_questions_make_one_write_and_one_row(monkeypatch: pytest.MonkeyPatch):
    clock = [100.0]
    written: list[str] = []
    monkeypatch.setattr(ready, "monotonic", lambda: clock[0])
    monkeypatch.setattr(ready, "beat", lambda name: (written.append(name), pulse.beat(name)))
    for _ in range(20):
        assert told()[0] == 200
    assert written == [pulse.WRITING]
    clock[0] += ready.BELIEVED_SECONDS
    assert told()[0] == 200
    assert (len(written), Pulse.objects.count()) == (2, 1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite's disk is that of the site")
def test_a_try_on_postgresql_asks_for_room_and_keeps_none():
    before = connection.introspection.table_names()
    with CaptureQueriesContext(connection) as asked:
        ready.try_write()
    assert ready.ROOM in [each["sql"] for each in asked.captured_queries]
    assert connection.introspection.table_names() == before


def test_a_second_thread_does_not_wait_for_a_write_that_takes_long():
    test = ready.WriteTest()
    with test._guard:
        assert test.works()
    assert Pulse.objects.count() == 0


# --- figures ----------------------------------------------------------------------------------------


def test_strangers_get_a_sentence_and_no_figures(settings):
    assert ask(TOKEN).status_code == 401
    settings.MONITOR_TOKEN = TOKEN
    for token in ("x", TOKEN + "x", TOKEN[:-1], "\xe4"):
        answer = ask(token)
        assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
        assert b"backup" not in answer.content
    basic = Client().get("/readyz", headers={"Authorization": "Basic b2xnYTpzZWNyZXQ="})
    assert (basic.status_code, basic.content) == (200, b"ready\n")


def test_a_monitor_reads_what_will_fail_next(settings, tmp_path: Path):
    settings.MONITOR_TOKEN, settings.OUTGOING = TOKEN, True
    now = datetime.now(UTC)
    backup = tmp_path / "admiralty-2026-11-20-040000.sqlite3"
    backup.touch()
    old = (now - timedelta(days=3)).timestamp()
    os.utime(backup, (old, old))
    pulse.beat(pulse.WORKER, now - timedelta(minutes=10))
    rows.put("mail", "mail:1", {}, now - timedelta(hours=1))
    rows.put("mail", "mail:2", {}, now - timedelta(minutes=1))
    rows.put("mail", "mail:3", {}, now - timedelta(days=1))
    Outgoing.objects.filter(key="mail:3").update(ended=Outgoing.FAILED)
    answer = ask(TOKEN)
    found = answer.json()
    assert (answer.status_code, found["ready"], found["why"]) == (200, True, "")
    ages = [found[f"{name}_seconds"] for name in ("backup_age", "worker_age", "oldest_unsent")]
    assert [round(each / 60) for each in ages] == [3 * 24 * 60, 10, 60]
    assert found["failed_letters"] == 1 and found["free_disk_bytes"] > 0
    words = " ".join(found["warnings"])
    assert "newest backup is 3 days old" in words and "wait to be sent: 1" in words
    assert "No process has looked after the outbox since" in words
    assert "no-store" in answer["Cache-Control"]


def test_a_new_site_has_no_figure_for_things_that_have_not_happened(settings):
    settings.MONITOR_TOKEN = TOKEN
    found = ask(TOKEN).json()
    assert (found["backup_age_seconds"], found["worker_age_seconds"]) == (None, None)
    assert (found["oldest_unsent_seconds"], found["failed_letters"]) == (0, 0)
    assert [each.partition(" in ")[0] for each in found["warnings"]] == ["There is no backup"]


def test_a_monitor_of_a_site_without_a_database_gets_the_rest(settings, monkeypatch: pytest.MonkeyPatch):
    def silent(*given: object) -> None:
        raise DatabaseError("gone")

    settings.MONITOR_TOKEN = TOKEN
    monkeypatch.setattr(ready.connection, "cursor", silent)
    answer = ask(TOKEN)
    found = answer.json()
    assert (answer.status_code, found["why"]) == (503, "The database does not answer.")
    assert (found["oldest_unsent_seconds"], found["failed_letters"]) == (None, None)
    assert doctor.SILENT.text in found["warnings"] and found["free_disk_bytes"] > 0


@pytest.mark.parametrize("word", ["short", "x" * 23, "two words are not one token", "ä" * 30])
def test_a_token_that_can_be_guessed_or_not_be_sent_is_refused(word: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SOME_TOKEN", word)
    with pytest.raises(ImproperlyConfigured, match="give it 24 letters and digits"):
        env.token("SOME_TOKEN")
    monkeypatch.setenv("SOME_TOKEN", f" {TOKEN} ")
    assert env.token("SOME_TOKEN") == TOKEN
    monkeypatch.delenv("SOME_TOKEN")
    assert env.token("SOME_TOKEN") == ""


# --- the guide ---------------------------------------------------------------------------------------


def test_the_guide_names_each_figure_and_its_alarms_those_of_the_doctor(settings):
    settings.MONITOR_TOKEN = TOKEN
    found = ask(TOKEN).json()
    table = GUIDE[GUIDE.index("| figure | meaning |") :].partition("\n\n")[0]
    named = re.findall(r"`(\w+)`", "".join(line.split("|")[1] for line in table.splitlines()))
    assert set(named) == found.keys()
    alarms = dict(re.findall(r"admiralty_(\w+) [<>] (\d+)", block("The same as rules for Prometheus")))
    assert alarms.keys() <= found.keys()
    assert {name: int(value) for name, value in alarms.items() if value != "0"} == {
        "backup_age_seconds": doctor.OLDEST_BACKUP.total_seconds(),
        "worker_age_seconds": doctor.LONGEST_SILENCE.total_seconds(),
        "oldest_unsent_seconds": doctor.LONGEST_WAIT.total_seconds(),
        "free_disk_bytes": doctor.LEAST_FREE,
    }
    for value in alarms.values():
        assert value in table


@pytest.mark.parametrize("well", [True, False])
def test_the_command_of_the_guide_is_quiet_when_all_is_well(settings, tmp_path: Path, well: bool):
    program = shutil.which("jq")
    if program is None:
        pytest.skip("jq is not installed on this machine")
    settings.MONITOR_TOKEN = TOKEN
    if well:
        (tmp_path / "admiralty-2026-11-20-040000.sqlite3").touch()
    _, command = block("With `jq`, for example").split("|\n")
    done = subprocess.run([program, *shlex.split(command)[1:]], input=ask(TOKEN).content, capture_output=True)
    assert (done.returncode, b"There is no backup" in done.stdout) == ((0, False) if well else (1, True))
