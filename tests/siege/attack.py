"""`python -m tests.siege.attack FOLDER NAME…`: the attacks on one database, which DATABASE_URL names."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import django

from tests.siege import Row, Sizes

WHOLE, PART = (12, 4, 40), (6, 1, 8)
"""Drafts, running campaigns and guests of a siege of the usual length, and of a short one."""
NAMES = ("kills", "races", "malformed", "floods", "clock", "disk", "log")
SMALL = ("clock", "disk", "log")
"""Attacks for which a short siege's world is large enough."""


def main(arguments: list[str]) -> None:
    """Write the rows of the table into FOLDER/rows.json."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="+", choices=NAMES)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--sizes", default="{}")
    parser.add_argument("--disk", type=Path, help="the small disk of the database; without it FOLDER")
    parser.add_argument("--clock", type=Path, help="the file with the clock of the database")
    parser.add_argument("--cluster", type=int, default=0)
    given = parser.parse_args(arguments)
    sizes = Sizes(**json.loads(given.sizes))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    rows = attack(given, sizes)
    (given.folder / "rows.json").write_text(json.dumps([asdict(row) for row in rows]))


def attack(given: argparse.Namespace, sizes: Sizes) -> list[Row]:
    """Run the attacks one after another on one running site."""
    from django.core.management import call_command

    from tests.siege import clock, disk, floods, kills, malformed, races, world
    from tests.siege.site import Site

    folder, names, workers = given.folder, given.names, given.workers
    crash, small = _crash(given.cluster), given.disk or given.folder
    call_command("make_ready", verbosity=0, stdout=sys.stderr)
    site = Site(folder, workers)
    whole = sizes.races >= Sizes().races and not set(names) <= set(SMALL)
    made = world.make(site.port, *(WHOLE if whole else PART))
    attacks: dict[str, Callable[[], list[Row]]] = {
        "kills": lambda: kills.attack(site, made, sizes, crash),
        "races": lambda: races.attack(made, sizes),
        "malformed": lambda: malformed.attack(site, made, sizes),
        "floods": lambda: floods.attack(site, made, sizes),
        "clock": lambda: clock.attack(folder, made, given.clock, workers),
        "disk": lambda: disk.attack(site, made, small),
        "log": lambda: disk.attack_log(site, made, small),
    }
    rows = []
    site.start()
    try:
        for name in names:
            began = time.monotonic()
            rows += attacks[name]()
            print(f"  {name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    finally:
        site.stop()
    return rows


def _crash(postmaster: int) -> Callable[[], None] | None:
    """A call that kills a process of PostgreSQL, which then starts all of them again."""
    if not postmaster:
        return None

    def kill() -> None:
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        backends = [
            each for each in children if b"postgres: postgres" in Path(f"/proc/{each}/cmdline").read_bytes()
        ]
        subprocess.run(["kill", "-9", (backends or children)[-1]], check=False)

    return kill


if __name__ == "__main__":
    main(sys.argv[1:])
