"""The units of systemd, the rotation of logs and the timer, as they stand in docs/operations.md.

The programs read the text itself if this machine has them. Only the places are those of a folder of the test.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path

import pytest

from league import limits, server
from league.management.commands import doctor
from league.services.backup import default_folder
from tests.league.test_operations import GUIDE, ROOT, block

SITE = "/srv/admiralty/site"
SERVICES = ("admiralty.service", "admiralty-backup.service", "admiralty-doctor.service")
TIMERS = ("admiralty-backup.timer", "admiralty-doctor.timer")
UNITS = (*SERVICES, *TIMERS)
MOST_EXPOSED = 25
"""Rating of `systemd-analyze security` in tenths, at most; 100 is a unit without any line about it."""


def unit(name: str) -> str:
    return block(f"`/etc/systemd/system/{name}`:")


def lines(name: str) -> dict[str, str]:
    """The lines of all sections of a unit by their names."""
    parser = RawConfigParser(strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(unit(name))
    return {key: value for section in parser.sections() for key, value in parser.items(section)}


def has(program: str) -> str:
    """The path of a program; skips the test on a machine without it."""
    found = shutil.which(program, path="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
    if found is None:
        pytest.skip(f"{program} is not installed on this machine")
    return found


@pytest.fixture
def units(tmp_path: Path) -> list[Path]:
    """The units in a folder, with a site beside them that can be started."""
    (tmp_path / "site").mkdir()
    shutil.copy(ROOT / "run", tmp_path / "site" / "run")
    (tmp_path / "admiralty.env").touch()
    files = [tmp_path / name for name in UNITS]
    for file in files:
        text = unit(file.name).replace("/srv/admiralty", str(tmp_path))
        file.write_text(text.replace("/etc/admiralty.env", str(tmp_path / "admiralty.env")))
    return files


def ran(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_systemd_understands_every_line(units: list[Path]):
    assert ran(has("systemd-analyze"), "verify", *units) == ""


POSTGRESQL = """[Unit]
Description=A server as Debian starts it
[Service]
Type=forking
ExecStart=/bin/true
Restart=no
"""


def test_postgresql_is_started_again_after_a_full_disk(tmp_path: Path):
    """systemd reads the text beside a unit like Debian's, and takes the later lines."""
    folder = tmp_path / "postgresql@15-main.service.d"
    folder.mkdir()
    (folder / "again.conf").write_text(block("`/etc/systemd/system/postgresql@.service.d/again.conf`,"))
    (tmp_path / "postgresql@15-main.service").write_text(POSTGRESQL)
    program = has("systemd-analyze")
    assert ran(program, "verify", tmp_path / "postgresql@15-main.service") == ""
    broken = (folder / "again.conf").read_text().replace("on-failure", "on-a-failure")
    (folder / "again.conf").write_text(broken)
    assert "on-a-failure" in ran(program, "verify", tmp_path / "postgresql@15-main.service")


@pytest.mark.parametrize("name", SERVICES)
def test_systemd_finds_little_exposed(units: list[Path], name: str):
    [file] = [each for each in units if each.name == name]
    rating = [has("systemd-analyze"), "security", "--offline=true", f"--threshold={MOST_EXPOSED}"]
    ran(*rating, file)


@pytest.mark.parametrize("name", TIMERS)
def test_the_hour_of_a_timer_is_one(name: str):
    found = lines(name)
    ran(has("systemd-analyze"), "calendar", found["OnCalendar"])
    assert (found["Persistent"], found["WantedBy"]) == ("true", "timers.target")


def test_the_look_of_the_morning_writes_letters():
    found = lines("admiralty-doctor.service")
    program, manage, *arguments = found["ExecStart"].split()
    assert (program, manage, arguments) == (f"{SITE}/run", "manage", ["doctor", "--mail"])
    parser = doctor.Command().create_parser("manage.py", "doctor")
    assert parser.parse_args(arguments[1:]).mail
    cron = block("`/etc/cron.d/admiralty-doctor`")
    assert cron.endswith(f"admiralty {' '.join(arguments)}\n")


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_writes_only_into_its_own_folders_and_keeps_them_private(name: str):
    found = lines(name)
    backups = f"/srv/admiralty/{default_folder().name.replace(ROOT.name, 'site')}"
    more = [backups] if name == "admiralty-backup.service" else []
    assert found["ReadWritePaths"].split() == [f"{SITE}/var", *more]
    private = ("User", "UMask", "ProtectSystem", "NoNewPrivileges", "PrivateTmp", "CapabilityBoundingSet")
    assert [found[key] for key in private] == ["admiralty", "0077", "strict", "true", "true", ""]
    assert found["RestrictAddressFamilies"] == "AF_UNIX AF_INET AF_INET6"


def test_the_service_has_room_for_as_many_connections_as_the_site_asks_for():
    found = lines("admiralty.service")
    assert int(found["LimitNOFILE"]) == server.DESCRIPTORS > 2 * limits.STREAMS
    assert {"MemoryMax", "TasksMax", "TimeoutStopSec"} <= found.keys()


def test_the_processes_on_postgresql_are_started_as_the_server_starts_one():
    command = block("in the unit, in place of `ExecStart`")
    given = dict(re.findall(r"--([\w-]+) (\d+|off|warning)", command))
    assert int(given["backlog"]) == limits.BACKLOG
    assert int(given["timeout-graceful-shutdown"]) == server.DRAIN_SECONDS
    assert given["lifespan"] == "off" and "--no-server-header" in command


def test_logs_are_kept_for_weeks_and_not_for_ever(tmp_path: Path):
    assert re.search(r"^MaxRetentionSec=1month$", block("`/etc/systemd/journald.conf.d/"), re.MULTILINE)
    program = has("logrotate")
    log = tmp_path / "site.log"
    text = block("`/etc/logrotate.d/admiralty`").replace("/var/log/admiralty", str(tmp_path))
    (tmp_path / "conf").write_text(text)
    (tmp_path / "conf").chmod(0o644)
    for week in range(6):
        log.write_text(f"week {week}\n")
        ran(program, "--force", "--state", tmp_path / "state", tmp_path / "conf")
    kept = sorted(path.name for path in tmp_path.glob("site.log*"))
    assert kept == ["site.log", "site.log.1", "site.log.2.gz", "site.log.3.gz", "site.log.4.gz"]
    assert (log.read_text(), (tmp_path / "site.log.1").read_text()) == ("", "week 5\n")


def test_each_unit_that_the_guide_names_stands_in_it():
    assert set(re.findall(r"^`/etc/systemd/system/([\w.-]+)`:$", GUIDE, re.MULTILINE)) == set(UNITS)
