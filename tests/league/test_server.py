"""`./run serve`: a clear sentence when it cannot start, and a stop that waits for nobody's open stream."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from league import server

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(**more: str) -> dict[str, str]:
    """The machine's environment without settings of a site, and these."""
    kept = ("PATH", "HOME", "LANG", "LD_LIBRARY_PATH")
    return {name: os.environ[name] for name in kept if name in os.environ} | more


def refused(**more: str) -> str:
    """Message of a start that fails."""
    port = str(free_port())
    done = subprocess.run(
        [sys.executable, "-m", "league.server"],
        cwd=ROOT,
        env=environment(PORT=port) | more,
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
    )
    assert done.returncode == 1
    return done.stderr.strip()


def test_a_free_port_is_listened_to():
    port = free_port()
    with server.listen("127.0.0.1", str(port)) as listener:
        assert listener.getsockname() == ("127.0.0.1", port)


def test_a_taken_port_is_named_with_another_to_try():
    port = free_port()
    with server.listen("127.0.0.1", str(port)), pytest.raises(SystemExit) as stopped:
        server.listen("127.0.0.1", str(port))
    assert f"port {port} cannot be used" in str(stopped.value)
    assert f"PORT={port + 1} ./run serve" in str(stopped.value)


@pytest.mark.parametrize("port", ["", "http", "70000", "-1"])
def test_a_port_that_is_none_is_refused(port: str):
    with pytest.raises(SystemExit, match="it has to be a number from 1 to 65535"):
        server.listen("127.0.0.1", port)


def test_a_host_that_is_none_is_refused():
    with pytest.raises(SystemExit, match="this machine knows no such address"):
        server.listen("not an address", "8000")


def test_a_wrong_setting_stops_the_start_with_its_sentence():
    output = refused(SECRET_KEY="short")
    assert output == "Admiralty cannot start. SECRET_KEY is too short; it has to have 40 characters or more."


@pytest.mark.parametrize("listens", [False, True])
def test_a_database_that_does_not_answer_stops_the_start_with_a_sentence(listens: bool):
    """The server refuses connections, or takes them and says nothing."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        if listens:
            silent.listen()
        place = f"127.0.0.1:{silent.getsockname()[1]}"
        output = refused(DATABASE_URL=f"postgresql://club@{place}/club?connect_timeout=2")
    assert output.startswith("Admiralty cannot start. The database does not answer. DATABASE_URL says where")
    assert "Traceback" not in output


@pytest.fixture
def started(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running site with an empty database of its own, and its address."""
    port = free_port()
    site = subprocess.Popen(
        [sys.executable, "-m", "league.server"],
        cwd=ROOT,
        env=environment(PORT=str(port), DEBUG="true", DATABASE_URL=f"sqlite:///{tmp_path / 'db.sqlite3'}"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    yield site, f"http://127.0.0.1:{port}"
    site.kill()
    site.communicate()


def first_answer(address: str) -> bytes:
    """The answer to the first request that is taken."""
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            return bytes(urllib.request.urlopen(address, timeout=START_SECONDS).read())
        except urllib.error.URLError:
            assert time.monotonic() < until, "the site did not start"
            time.sleep(0.05)


def make_campaign(database: Path) -> None:
    with_site(
        database, "from league.models import Campaign; Campaign.objects.create(name='Rim watch', public=True)"
    )


def with_site(database: Path, code: str) -> None:
    """Run code in a process of its own on the database of a site."""
    code = f"import django; django.setup(); {code}"
    settings = environment(DJANGO_SETTINGS_MODULE="league.settings", DATABASE_URL=f"sqlite:///{database}")
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=settings, check=True)


def test_ctrl_c_stops_at_once_although_a_stream_is_open(
    started: tuple[subprocess.Popen[str], str], tmp_path: Path
):
    site, address = started
    assert first_answer(f"{address}/healthz") == b"ok\n"
    assert [path.name for path in tmp_path.iterdir() if path.stat().st_mode & 0o077] == []
    make_campaign(tmp_path / "db.sqlite3")
    with urllib.request.urlopen(f"{address}/stream/1/", timeout=START_SECONDS) as stream:
        assert stream.readline() == b"retry: 2000\n"
        began = time.monotonic()
        site.send_signal(signal.SIGINT)
        output, _ = site.communicate(timeout=server.DRAIN_SECONDS + 10)
        took = time.monotonic() - began
    assert output.splitlines()[0] == "Bringing the database up to date ..."
    assert output.splitlines()[-1] == "Stopped."
    assert [line for line in output.splitlines() if "ERROR" in line or "Traceback" in line] == []
    assert (site.returncode, took < server.DRAIN_SECONDS + 5) == (0, True)


def test_a_letter_that_another_process_wrote_is_printed_by_the_site(
    started: tuple[subprocess.Popen[str], str], tmp_path: Path
):
    site, address = started
    database = tmp_path / "db.sqlite3"
    assert first_answer(f"{address}/healthz") == b"ok\n"
    with_site(
        database,
        "from django.core.mail import send_mail; send_mail('Hello', 'from far away', None, ['a@x.example'])",
    )
    until = time.monotonic() + START_SECONDS
    with closing(sqlite3.connect(database)) as kept:
        while kept.execute("SELECT ended FROM league_outgoing").fetchall() != [("sent",)]:
            assert time.monotonic() < until, "the letter was not sent"
            time.sleep(0.05)
    site.send_signal(signal.SIGINT)
    output, _ = site.communicate(timeout=server.DRAIN_SECONDS + 10)
    assert output.count("from far away") == 1 and "Subject: Hello" in output
    assert (site.returncode, output.splitlines()[-1]) == (0, "Stopped.")
