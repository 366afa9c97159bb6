"""manage.py make_stolen_passwords: pack lists of stolen passwords into the file that ships with the site."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.management.base import BaseCommand, CommandError

from league.passwords.stolen import FILE, count, packed


class Command(BaseCommand):
    """Writes the file from text files with a password a line, and from Django's own list. The same lists give
    the same bytes."""

    help = "Pack lists of stolen passwords, a password a line, into the file that the site looks them up in."
    requires_migrations_checks = False
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("lists", type=Path, nargs="+", help="text files, or folders with *.txt in them")
        parser.add_argument("--out", type=Path, default=FILE, help=f"the file to write; without it {FILE}")

    def handle(self, *args: Any, **options: Any) -> None:
        found = [each for path in options["lists"] for each in _files(path)]
        try:
            content = packed(_passwords(found))
            options["out"].write_bytes(content)
        except OSError as problem:
            raise CommandError(f"{problem.filename}: {problem.strerror}.") from None
        made = count(options["out"])
        self.stdout.write(f"{options['out']}: {made:,} passwords, {len(content):,} bytes")


def _files(path: Path) -> list[Path]:
    """The file itself, or the lists in a folder. Raises CommandError if there is none."""
    found = sorted(path.rglob("*.txt")) if path.is_dir() else [path]
    if not found:
        raise CommandError(f"There is no list (*.txt) in {path}.")
    return found


def _passwords(paths: list[Path]) -> Iterator[str]:
    yield from CommonPasswordValidator().passwords
    for path in paths:
        with path.open(encoding="utf-8", errors="replace", newline="\n") as lines:
            yield from (line.rstrip("\r\n") for line in lines)
