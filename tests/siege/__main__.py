"""`./run siege [NAME…]`: the siege on SQLite, on a full disk, and on PostgreSQL with four processes."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests import postgres
from tests.siege import Row, Sizes
from tests.siege.attack import NAMES
from tests.siege.site import ROOT, WORKERS, whole_clock

SETTINGS = ("PATH", "HOME", "LANG", "LD_LIBRARY_PATH")
DISK_MEGABYTES = 200
DISKS = {"disk": "acts on a full disk", "log": "acts while the log has no room"}


def main(arguments: list[str]) -> int:
    """Run what is asked for, print the table, and return 1 if a hard aim was missed."""
    given = parsed(arguments)
    sizes = Sizes(**{field.name: getattr(given, field.name) for field in fields(Sizes)})
    names = given.names or list(NAMES)
    console, began = Console(width=170), time.monotonic()
    rows: dict[str, list[Row]] = {}
    for place, make in PLACES.items():
        if given.on in ("both", place.partition(",")[0].lower()):
            print(f"{place} ...", file=sys.stderr, flush=True)
            rows[place] = make(names, sizes, given.plain)
    for place, found in rows.items():
        table = Table("what", "measured", "aim", "", title=place, title_justify="left")
        for row in found:
            table.add_row(
                row.what, row.measured, row.aim, {True: "kept", False: "MISSED", None: ""}[row.kept]
            )
        console.print(table)
    console.print(
        f"{(time.monotonic() - began) / 60:.1f} minutes, {os.cpu_count()} processors, seed {sizes.seed}"
    )
    if given.json:
        given.json.write_text(
            json.dumps({place: [asdict(row) for row in found] for place, found in rows.items()})
        )
    return int(any(row.kept is False and row.hard for found in rows.values() for row in found))


def parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("./run siege")
    parser.add_argument("names", nargs="*", metavar="NAME", help="attacks; all if none is named")
    parser.add_argument("--on", choices=("both", "sqlite", "postgresql"), default="both")
    parser.add_argument("--plain", action="store_true", help="without collected static files, for tests")
    parser.add_argument("--json", type=Path, help="a file for the table")
    for field in fields(Sizes):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    return parser.parse_args(arguments)


def on_sqlite(names: list[str], sizes: Sizes, plain: bool) -> list[Row]:
    """One process, as `./run serve` starts it; then a disk that is full."""
    wanted = [name for name in names if name not in ("disk", "log")]
    with folder() as place:
        rows = attacked(place, f"sqlite:///{place / 'db.sqlite3'}", wanted, sizes, plain) if wanted else []
    if "disk" not in names:
        return rows
    if os.geteuid() != 0:
        return [*rows, Row("acts on a full disk", "not tried: only root can make a small disk")]
    with small_disk() as place:
        return rows + attacked(place, f"sqlite:///{place / 'db.sqlite3'}", ["disk"], sizes, plain)


def on_postgresql(names: list[str], sizes: Sizes, plain: bool) -> list[Row]:
    """Four processes, and kills of PostgreSQL too. Disks and the clock have a server of their own each."""
    wanted = [name for name in names if name not in ("disk", "log", "clock")]
    workers = ("--workers", str(WORKERS))
    rows: list[Row] = []
    try:
        if wanted:
            url = postgres.start()
            home = Path(url.partition("host=")[2])
            postmaster = (home / "data" / "postmaster.pid").read_text().split()[0]
            with folder() as place:
                rows = attacked(place, url, wanted, sizes, plain, *workers, "--cluster", postmaster)
        if "clock" in names:
            with folder() as place:
                url, clock = with_a_clock()
                rows += attacked(place, url, ["clock"], sizes, plain, *workers, *clock)
        for name, what in DISKS.items():
            if name in names and os.geteuid() != 0:
                rows.append(Row(what, "not tried: only root can make a small disk"))
            elif name in names:
                with small_disk() as disk, folder() as place:
                    url = postgres.start(disk) if name == "disk" else postgres.start(log_disk=disk)
                    rows += attacked(place, url, [name], sizes, plain, *workers, "--disk", str(disk))
    except RuntimeError as problem:
        rows.append(Row("PostgreSQL", f"not tried: {problem}".splitlines()[0]))
    return rows


def with_a_clock() -> tuple[str, tuple[str, ...]]:
    """URL of a server whose clock a file sets, and how the attack is told; without libfaketime the clock of
    the site alone jumps."""
    # PostgreSQL runs as somebody else, who has to read the file.
    file = Path(tempfile.mkdtemp(prefix="admiralty-clock-")) / "clock"
    file.parent.chmod(0o755)
    file.write_text("+0")
    try:
        url = postgres.start(environment=whole_clock(file))
    except LookupError as problem:
        print(f"The clock of the site alone jumps: {problem}.", file=sys.stderr)
        return postgres.start(), ()
    return url, ("--clock", str(file))


PLACES = {"SQLite, one process": on_sqlite, "PostgreSQL, four processes": on_postgresql}


def attacked(place: Path, url: str, names: list[str], sizes: Sizes, plain: bool, *more: str) -> list[Row]:
    """The rows of attacks that run in a process of their own."""
    environment = {name: os.environ[name] for name in SETTINGS if name in os.environ} | {
        "DATABASE_URL": url,
        "TRUSTED_PROXIES": "1",
        "SECRET_KEY": "of-the-siege-and-of-nothing-else-" * 2,
        "DJANGO_SETTINGS_MODULE": "tests.siege.plain" if plain else "league.settings",
        "EMAIL_VERIFICATION": "none",
        "DEMO": "false",
    }
    if not plain:
        static = [sys.executable, "manage.py", "make_ready", "--static"]
        subprocess.run(static, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    command = [sys.executable, "-m", "tests.siege.attack", str(place), *names, *more]
    done = subprocess.run([*command, "--sizes", json.dumps(asdict(sizes))], cwd=ROOT, env=environment)
    if done.returncode:
        tail = (
            (place / "site.log").read_text(errors="replace")[-3000:] if (place / "site.log").exists() else ""
        )
        print(tail, file=sys.stderr)
        return [Row(", ".join(names), "the siege itself broke", "", False)]
    shutil.copy(place / "site.log", ROOT / "var" / "siege.log")
    errors = place / "errors.txt"
    if errors.exists() and errors.read_text():
        shutil.copy(errors, ROOT / "var" / "siege-errors.txt")
    return [Row(**each) for each in json.loads((place / "rows.json").read_text())]


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="admiralty-siege-") as made:
        yield Path(made)


@contextmanager
def small_disk() -> Iterator[Path]:
    """A disk of DISK_MEGABYTES in memory; only root can make one."""
    with folder() as around:
        around.chmod(0o755)  # PostgreSQL runs as somebody else.
        made = around / "disk"
        made.mkdir()
        size = f"size={DISK_MEGABYTES}m"
        subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(made)], check=True)
        try:
            yield made
        finally:
            subprocess.run(["umount", "--lazy", str(made)], check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
