"""manage.py backup: a dated, checked copy of the database, the secret key and the photos."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.services.backup import BackupFailed, default_folder, make_backup, remove_older, rotate


def _one_or_more(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError("keep 1 backup or more")
    return int(text)


class Command(BaseCommand):
    """Makes one backup. Exits 1 when it failed, or when the copy's logs do not match what is stored."""

    help = "Copy database, secret key and photos into dated files outside the checkout, and check the copy."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", type=Path, help=f"the folder; without it {default_folder()}")
        thinned = parser.add_mutually_exclusive_group()
        thinned.add_argument(
            "--rotate",
            action="store_true",
            help="keep today’s and the newest of the last 7 days, 4 weeks and 12 months",
        )
        thinned.add_argument(
            "--keep", type=_one_or_more, help="remove all but this many of the newest backups"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folder = (options["to"] or default_folder()).absolute()
        try:
            made = make_backup(folder)
        except BackupFailed as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"{made.database}: {made.database.stat().st_size:,} bytes")
        if made.secret_key is not None:
            self.stdout.write(f"{made.secret_key}: the key that signs sessions")
        else:
            self.stdout.write("The secret key is in the settings: keep a copy of them too.")
        if made.photos is not None:
            self.stdout.write(f"{made.photos}: the photos of games")
        if made.differences:
            for sentence in made.differences:
                self.stdout.write(f"  {sentence}")
            raise CommandError(
                "The copy is complete, but its rows do not match its logs. Nothing was removed."
            )
        self.stdout.write("check_ledger: snapshots and rows match the logs")
        for name in _thinned(folder, options):
            self.stdout.write(f"removed {name}")


def _thinned(folder: Path, options: dict[str, Any]) -> list[str]:
    """Names of the files that were removed, as the options ask."""
    if options["rotate"]:
        return rotate(folder)
    return remove_older(folder, options["keep"]) if options["keep"] else []
