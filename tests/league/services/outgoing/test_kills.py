"""Processes die while they send and while they write: nothing is lost, and a kill makes one double at most.

`tests/league/test_concurrency_postgres.py` runs this module once more on PostgreSQL.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

from league.models import Outgoing
from league.services.outgoing import rows, senders
from league.services.outgoing.senders import Sender
from tests.league.test_server import environment

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(settings.BASE_DIR)
ROWS, KILLS, SENDS = 60, 4, 9


def run(*command: str) -> int:
    """Exit status of a Python process that works on this test's database."""
    facts = connection.settings_dict
    if connection.vendor == "sqlite":
        url = f"sqlite:///{facts['NAME']}"
    else:
        host = quote(facts["HOST"] or "localhost", safe="")
        url = f"postgresql://{facts['USER']}@/{facts['NAME']}?host={host}"
    more = {"DJANGO_SETTINGS_MODULE": "league.settings", "SECRET_KEY": settings.SECRET_KEY}
    known = environment(DATABASE_URL=url, **more)
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=known, timeout=300).returncode


@pytest.mark.parametrize(
    ("moment", "doubles"),
    [pytest.param("claimed", 0, marks=pytest.mark.walk("sites")), ("sent", KILLS)],
)
def test_workers_that_are_killed_lose_nothing_and_send_one_row_twice_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str, doubles: int
):
    monkeypatch.setitem(senders.SENDERS, "dove", Sender(lambda row: None))
    keys = {f"dove:{number}" for number in range(ROWS)}
    rows.put_all("dove", {key: {"text": "x"} for key in keys})
    file = tmp_path / "sent"
    doves = "tests.league.services.outgoing.doves"
    assert run("-m", doves, str(file), moment, str(SENDS), str(KILLS)) == 0
    sent = Counter(file.read_text().split())
    assert (set(sent), sent.total()) == (keys, ROWS + doubles)
    assert set(Outgoing.objects.values_list("ended", "held_by")) == {("sent", "")}


WRITER = """
import os, signal
import django
django.setup()
from django.db import transaction
from league.services.outgoing import rows, senders
senders.sends("dove")(lambda row: None)
with transaction.atomic():
    rows.put("dove", "whole", {})
with transaction.atomic():
    rows.put("dove", "half", {})
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_writer_that_is_killed_before_its_commit_sends_nothing():
    assert run("-c", WRITER) == -signal.SIGKILL
    assert list(Outgoing.objects.values_list("key", flat=True)) == ["whole"]
