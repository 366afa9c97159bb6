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
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.test import Client, override_settings
try:
    call_command("check", deploy=True, fail_level="WARNING")
    found = ""
except SystemCheckError as problem:
    found = str(problem)
asked = {"HTTP_HOST": "club.example", "REMOTE_ADDR": "127.0.0.1"}
paths = ("/accounts/login/?next=/inbox/", "/healthz", "/readyz")
plain = [Client().get(path, **asked) for path in paths]
posted = Client().post("/accounts/login/", {"password": "x"}, **asked)
plain_files = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
with override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain_files}):
    page = Client().get("/accounts/login/", HTTP_X_FORWARDED_PROTO="https", **asked)
session = [getattr(settings, f"SESSION_COOKIE_{each}") for each in ("SECURE", "HTTPONLY", "SAMESITE")]
print(json.dumps({
    "check": found,
    "plain": [[each.status_code, each.headers.get("Location")] for each in plain],
    "posted": posted.status_code,
    "headers": dict(page.headers),
    "csrf": [page.cookies["csrftoken"][each] for each in ("secure", "httponly", "samesite")],
    "session": session,
    "password": make_password("a harbour wall").split("$")[1],
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


def test_pages_forbid_what_the_policy_forbids(deployed: dict[str, object]):
    headers: dict[str, str] = deployed["headers"]  # type: ignore[assignment]
    assert headers["Strict-Transport-Security"] == "max-age=3600"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == headers["Cross-Origin-Opener-Policy"] == "same-origin"
    policy = dict(each.split(" ", 1) for each in headers["Content-Security-Policy"].split("; "))
    assert (policy["default-src"], policy["frame-ancestors"], policy["script-src"]) == (
        "'none'",
        "'none'",
        "'self'",
    )
    assert not any("http" in each or "unsafe" in each for each in policy.values())


def test_cookies_are_sent_by_tls_alone_and_read_by_no_script(deployed: dict[str, object]):
    assert deployed["csrf"] == deployed["session"] == [True, True, "Lax"]


def test_passwords_are_kept_as_argon2_hashes(deployed: dict[str, object]):
    assert deployed["password"] == "argon2id"
