"""manage.py doctor: says what is unsafe or forgotten in this installation."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from league.services.backup import default_folder
from league.services.doctor import CHECKS, examine

WORDS = {"unsafe": "Unsafe", "forgotten": "Forgotten"}


class Command(BaseCommand):
    """Prints a line for each thing. Exits 1 if anything is unsafe."""

    help = "Look at settings, accounts, files, backups and disk, and say what is unsafe or forgotten."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--backups", type=Path, help=f"the folder of backups; without it {default_folder()}"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        found = examine((options["backups"] or default_folder()).absolute())
        for each in found:
            self.stdout.write(f"{WORDS[each.level]}: {each.text}")
        if not found:
            self.stdout.write(f"Everything is in order, after {len(CHECKS)} kinds of checks.")
        if any(each.level == "unsafe" for each in found):
            sys.exit(1)
