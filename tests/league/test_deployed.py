"""A site with the settings of a club's server, as docs/operations.md has them, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.league.test_operations import ROOT, block, from_run

ASK = """
import json
import django
django.setup()
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.test import Client
try:
    call_command("check", deploy=True, fail_level="WARNING")
    found = ""
except SystemCheckError as problem:
    found = str(problem)
asked = {"HTTP_HOST": "club.example", "REMOTE_ADDR": "127.0.0.1"}
paths = ("/accounts/login/?next=/inbox/", "/healthz", "/readyz")
plain = [Client().get(path, **asked) for path in paths]
posted = Client().post("/accounts/login/", {"password": "x"}, **asked)
print(json.dumps({
    "check": found,
    "plain": [[each.status_code, each.headers.get("Location")] for each in plain],
    "posted": posted.status_code,
}))
"""


@pytest.fixture(scope="module")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """The words of such a site about itself, and its answers without TLS. Its database is empty."""
    folder: Path = tmp_path_factory.mktemp("deployed")
    file = folder / "admiralty.env"
    file.write_text(block("holds the settings, each value"))
    environment = from_run(file) | {
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
        "SECRET_KEY": "".join(map(chr, range(48, 120))),
    }
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_the_check_for_the_internet_finds_nothing(deployed: dict[str, object]):
    assert deployed["check"] == ""


def test_a_request_without_tls_is_led_to_tls_and_a_monitors_is_answered(deployed: dict[str, object]):
    page, alive, ready = deployed["plain"]  # type: ignore[misc]
    assert page == [301, "https://club.example/accounts/login/?next=/inbox/"]
    assert (alive, ready) == ([200, None], [503, None])
    assert deployed["posted"] == 301
