"""The commands of docs/operations.md and the lines of .env.example, run as they stand in those texts.

Only the places differ: the checkout, the file of settings and the folder of commands lie in a folder of the
test. Programs that need root (`runuser`, `systemctl`) or the network (`git`) are replaced.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")
COPIED = ("league", "rosters", "missions", "templates", "static", "run", "manage.py", *ROOT.glob("*.txt"))
RUNUSER = '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n'
STAND_IN = '#!/bin/sh\necho "$(basename "$0") $*" >>"$LOG"\n'
OWNER = re.compile(r"-o admiralty ")


def block(after: str) -> str:
    """The first fenced block of the guide that follows the words `after`."""
    found = re.search(r"^```\w*\n(.*?)^```", GUIDE[GUIDE.index(after) :], re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


@dataclass(frozen=True)
class Server:
    """A club's server in a folder: `run` runs text of the guide there."""

    folder: Path

    @property
    def site(self) -> Path:
        return self.folder / "site"

    @property
    def backups(self) -> list[Path]:
        return sorted(self.folder.glob("site-backups/*"))

    def placed(self, text: str) -> str:
        """The text with the places of this folder."""
        for place, here in (
            ("/etc/admiralty.env", "admiralty.env"),
            ("/usr/local/bin/", "bin/"),
            ("/srv/admiralty/", ""),
        ):
            text = text.replace(place, f"{self.folder}/{here}")
        return OWNER.sub("", text)

    def run(self, text: str) -> str:
        """Run the text as a script that stops at the first failure; its output."""
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        # DATABASE_URL: what root's own shell may hold must not reach the service's database.
        environment = {"PATH": path, "HOME": str(self.folder), "LOG": str(self.folder / "log")}
        environment["DATABASE_URL"] = f"sqlite:///{self.folder / 'another.sqlite3'}"
        done = subprocess.run(
            ["sh", "-e", "-u", "-c", self.placed(text)], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server set up by the guide, with a league of two."""
    made = Server(tmp_path_factory.mktemp("srv"))
    for name in COPIED:
        source = ROOT / name
        target = made.site / source.name
        made.site.mkdir(exist_ok=True)
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    (made.site / ".venv").symlink_to(ROOT / ".venv")
    commands = made.folder / "bin"
    commands.mkdir()
    for name, script in (("runuser", RUNUSER), ("systemctl", STAND_IN), ("git", STAND_IN)):
        (commands / name).write_text(script)
        (commands / name).chmod(0o755)
    (made.folder / "admiralty.env").write_text(block("holds the settings, each value"))
    made.run(block("A management command must see"))
    made.run("admiralty make_ready\nadmiralty play_league --players 2 --rounds 1 --seed server")
    return made


def test_a_command_of_the_service_sees_its_settings_and_not_those_of_the_shell(server: Server):
    output = server.run("""admiralty shell --no-imports -c '
from django.conf import settings
print(settings.DEFAULT_FROM_EMAIL, settings.ALLOWED_HOSTS, settings.HTTPS, settings.EMAIL_HOST_USER)
print(settings.DATABASES["default"]["NAME"])
'""")
    assert output.splitlines() == [
        "Admiralty <club@example.org> ['club.example'] True club@example.org",
        str(server.site / "var" / "db.sqlite3"),
    ]


def test_a_backup_works_twice_is_private_and_can_be_put_back(server: Server):
    photo = server.site / "var" / "photos" / "1" / "a-large.jpg"
    photo.parent.mkdir(parents=True)
    photo.write_bytes(b"a picture")
    for _ in range(2):
        assert "match the logs" in server.run(block("While the site runs,"))
    databases = [path for path in server.backups if path.suffix == ".sqlite3"]
    assert len(databases) == 2
    assert {path.stat().st_mode & 0o777 for path in server.backups if path.is_file()} == {0o600}
    photo.unlink()
    server.run(block("If the backup has a folder of photos").replace("admiralty-DATE", databases[-1].stem))
    assert photo.read_bytes() == b"a picture"
    assert databases[0].parent.stat().st_mode & 0o777 == 0o700
    var, kept = server.site / "var", databases[-1].with_suffix(".secret_key").read_text()
    (var / "db.sqlite3").write_bytes(b"a disk that failed")
    (var / "secret_key").unlink()
    server.run(block("To restore on SQLite").replace("admiralty-DATE", databases[-1].stem))
    assert (var / "secret_key").read_text() == kept
    with closing(sqlite3.connect(var / "db.sqlite3")) as restored:
        assert restored.execute("SELECT count(*) FROM league_campaign").fetchone() == (1,)


@pytest.mark.walk("sites")
def test_the_upgrade_checks_the_database_before_it_starts_the_site(server: Server):
    output = server.run(block("## Upgrades").replace(" --static", ""))
    assert output.index("snapshot and rows match the log\n") > output.index(
        "snapshots and rows match the logs"
    )
    log = (server.folder / "log").read_text().splitlines()
    assert log[-3:] == [
        "systemctl stop admiralty",
        f"git -C {server.site} pull --ff-only",
        "systemctl start admiralty",
    ]


@pytest.mark.walk("sites")
def test_a_site_moves_to_postgresql_and_back_from_its_dump(server: Server, postgres_url: str):
    settings = server.folder / "admiralty.env"
    on_sqlite, where = settings.read_text(), postgres_url.partition("?")[2]
    here = postgres_url.replace("/postgres?", "/admiralty?")
    _sql(postgres_url, "DROP DATABASE IF EXISTS admiralty", "CREATE DATABASE admiralty")
    server.run(block("To move a site from SQLite"))
    url = block("In `/etc/admiralty.env`, through").replace("host=/var/run/postgresql&user=admiralty", where)
    settings.write_text(on_sqlite + url.replace("///", "//postgres@/"))
    filling = block("then fill the new database").replace(" --static", "")
    assert "rows match the log" in server.run(filling)
    _sql(here, LETTER)
    assert "match the logs" in server.run("admiralty backup")
    dump = next(path for path in server.backups if path.suffix == ".dump")
    assert dump.stat().st_mode & 0o777 == 0o600
    _sql(here, "TRUNCATE league_shard, league_act CASCADE")
    back = block("the site's own account puts the dump back").replace("admiralty-DATE", dump.stem)
    host = shlex.quote(where.removeprefix("host="))
    assert "rows match the log" in server.run(f"export PGHOST={host} PGUSER=postgres\n{back}")
    with psycopg.connect(here) as restored:
        assert restored.execute("SELECT count(*) FROM league_outgoing").fetchone() == (0,)


LETTER = """INSERT INTO league_outgoing (kind, key, payload, wanted_at, due, tries, held_by, ended, said)
VALUES ('mail', 'mail:1', '{}', now(), now(), 0, '', '', '')"""


def _sql(url: str, *statements: LiteralString) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


# --- .env.example -------------------------------------------------------------------------------------


def used() -> str:
    """The example with every setting in use."""
    return re.sub(r"^# ([A-Z_]+=)", r"\1", EXAMPLE, flags=re.MULTILINE)


def from_shell(file: Path) -> dict[str, str]:
    """The variables that a shell has after it has sourced the file."""
    script = f"set -a; . {shlex.quote(str(file))}; set +a; env -0"
    done = subprocess.run(
        ["sh", "-e", "-u", "-c", script], env={"PATH": os.environ["PATH"]}, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return dict(pair.split("=", 1) for pair in done.stdout.decode().strip("\0").split("\0"))


def from_run(file: Path) -> dict[str, str]:
    """The variables that a command of ./run has with the file."""
    script = f"set -- --env {shlex.quote(str(file))} help; source ./run >/dev/null; env -0"
    done = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, env={"PATH": os.environ["PATH"]}, capture_output=True, check=True
    )
    return dict(pair.split("=", 1) for pair in done.stdout.decode().strip("\0").split("\0"))


@pytest.mark.parametrize("read", [from_shell, from_run])
def test_the_example_can_be_read_with_every_setting_in_use(
    read: Callable[[Path], dict[str, str]], tmp_path: Path
):
    file = tmp_path / "all.env"
    file.write_text(used())
    settings = dict(re.findall(r"^([A-Z_]+)='(.*)'$", used(), re.MULTILINE))
    found = read(file)
    assert len(settings) > 15
    assert {name: found.get(name) for name in settings} == settings


@pytest.mark.parametrize("read", [from_shell, from_run])
def test_the_blocks_of_the_guide_are_read_alike(read: Callable[[Path], dict[str, str]], tmp_path: Path):
    file = tmp_path / "club.env"
    file.write_text(block("holds the settings, each value") + block("In `/etc/admiralty.env`, through"))
    found = read(file)
    assert found["DEFAULT_FROM_EMAIL"] == "Admiralty <club@example.org>"
    assert found["DATABASE_URL"].endswith("?host=/var/run/postgresql&user=admiralty")


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("SAID=Admiralty <club@example.org>", "Admiralty <club@example.org>"),
        ("SAID=postgresql:///a?host=/run&user=b", "postgresql:///a?host=/run&user=b"),
        ("SAID='cost $5 `date` \"x\"'  ", 'cost $5 `date` "x"'),
        ('SAID="two words"', "two words"),
        ("  \n; a remark\nSAID=''", ""),
    ],
)
def test_a_file_of_settings_is_read_as_systemd_reads_it(line: str, value: str, tmp_path: Path):
    file = tmp_path / "some.env"
    file.write_text(line)
    assert from_run(file)["SAID"] == value


@pytest.mark.parametrize(
    "line", ["export SAID=1", "SAID='it's'", 'SAID="$HOME"', "SAID=a\\b", "not a setting"]
)
def test_a_line_that_could_be_read_in_two_ways_is_refused(line: str, tmp_path: Path):
    file = tmp_path / "some.env"
    file.write_text(f"# secret\n{line}\n")
    done = subprocess.run([ROOT / "run", "--env", file, "help"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"{file}, line 2" in done.stderr
