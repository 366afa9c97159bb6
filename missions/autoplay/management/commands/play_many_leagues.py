"""manage.py play_many_leagues: many leagues of bots, each in a database of its own, on all processors."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

MOST = 1000


@dataclass(frozen=True, slots=True)
class Played:
    """Result of a league. `why` is "" if it was played to the end and its ledger is clean; `figures` are
    its summary, {} if there is none."""

    seed: int
    why: str
    figures: dict[str, Any] = field(default_factory=dict)

    @property
    def teams(self) -> bool:
        return in_teams(self.seed)

    @property
    def line(self) -> str:
        """The league in one line."""
        kind = "in teams" if self.teams else "free for all"
        if self.why:
            return f"seed {self.seed:>4}  FAILED  {kind:<12}  {self.why}"
        figures = self.figures
        return (
            f"seed {self.seed:>4}  clean   {kind:<12}  {figures['rounds']} rounds, {figures['games']} games, "
            f"{figures['acts']} acts, {figures['eliminations']} eliminated, {figures['play_seconds']:.0f} s"
        )


def in_teams(seed: int) -> bool:
    """Every other league is played in teams."""
    return seed % 2 == 0


class Command(BaseCommand):
    """Plays the leagues, a line for each, and sums up. The databases are
    thrown away."""

    help = (
        "Let bots play many leagues with missions, half of them in teams; fails when one does not go through."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("leagues", type=int, help="how many, each with a seed of its own")
        parser.add_argument("--first", type=int, default=1, help="the first seed (%(default)s)")
        parser.add_argument("--players", type=int, default=12)
        parser.add_argument("--rounds", type=int, default=8)
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at once (%(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 1 <= options["leagues"] <= MOST or options["jobs"] < 1:
            raise CommandError(f"Say how many leagues, 1 to {MOST}, and at least one job.")
        seeds = range(options["first"], options["first"] + options["leagues"])
        with tempfile.TemporaryDirectory(prefix="leagues-") as folder:
            empty = _empty_database(Path(folder))
            runs = []
            for played in _play(seeds, empty, options["players"], options["rounds"], options["jobs"]):
                runs.append(played)
                self.stdout.write(played.line)
                self.stdout.flush()
        for line in summary(runs):
            self.stdout.write(line)
        failed = [str(played.seed) for played in runs if played.why]
        if failed:
            raise CommandError(f"These seeds did not go through: {', '.join(failed)}.")


def summary(runs: list[Played]) -> Iterator[str]:
    """The sum of all leagues, in lines."""
    clean = [played for played in runs if not played.why]
    teams = sum(played.teams for played in clean)
    yield f"{len(clean)} of {len(runs)} leagues played through with a clean ledger, {teams} of them in teams."
    games = sum(played.figures["games"] for played in clean)
    yield f"{games} games, {sum(played.figures['acts'] for played in clean)} acts."
    for name in ("missions", "assets", "refused_orders"):
        counts: Counter[str] = Counter()
        for played in clean:
            counts.update(played.figures[name])
        listed = ", ".join(f"{each.replace('_', ' ')} {count}" for each, count in sorted(counts.items()))
        yield f"{name.replace('_', ' ')}: {listed or 'none'}"


def _play(seeds: range, empty: Path, players: int, rounds: int, jobs: int) -> Iterator[Played]:
    """Each league as a process of its own, in the order of the seeds."""
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(lambda seed: _league(seed, empty, players, rounds), seeds)


def _league(seed: int, empty: Path, players: int, rounds: int) -> Played:
    database, target = (empty.with_name(f"{seed}.{kind}") for kind in ("sqlite3", "json"))
    shutil.copyfile(empty, database)
    arguments = ["play_league", "--missions", "--players", str(players), "--rounds", str(rounds)]
    arguments += ["--seed", str(seed), "--json", str(target), *(["--teams"] if in_teams(seed) else [])]
    done = _manage(arguments, database)
    figures = json.loads(target.read_text(encoding="utf-8")) if target.exists() else {}
    for each in (database, target):
        each.unlink(missing_ok=True)
    return Played(seed, last_words(done.stdout, done.stderr) if done.returncode else "", figures)


def last_words(out: str, err: str) -> str:
    """The last line that a process wrote before it failed, errors first."""
    lines = [line.strip() for text in (out, err) for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "It ended without a word."


def _empty_database(folder: Path) -> Path:
    """A database that is ready to use and has nobody in it. Raises CommandError."""
    database = folder / "empty.sqlite3"
    done = _manage(["make_ready"], database)
    if done.returncode:
        raise CommandError(last_words(done.stdout, done.stderr))
    return database


def _manage(arguments: list[str], database: Path) -> subprocess.CompletedProcess[str]:
    """A management command on that database."""
    where = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{database}",
        "DJANGO_SETTINGS_MODULE": "league.settings",
    }
    command = [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), *arguments]
    return subprocess.run(command, env=where, capture_output=True, text=True, check=False)  # noqa: S603  ours
