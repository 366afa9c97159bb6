"""manage.py archive_campaign: write a campaign into one file, as its members can download it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.models import Campaign
from league.services.archive import archive


class Command(BaseCommand):
    """Writes one archive; never over a file that is there."""

    help = "Write a campaign's archive. Secrets of running games are left out, and it says so."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", type=int, help="the campaign's number, as in its address")
        parser.add_argument("--out", type=Path, help="the file to write; without it a name in this folder")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = archive(options["campaign"])
        except Campaign.DoesNotExist:
            raise CommandError(f"There is no campaign {options['campaign']}.") from None
        target = options["out"] or Path(made.name)
        try:
            with target.open("xb") as file:
                file.write(made.data)
        except FileExistsError:
            raise CommandError(f"{target} is there already. Move it away, or give another name.") from None
        except OSError as problem:
            raise CommandError(f"{target} cannot be written: {problem.strerror}.") from None
        self.stdout.write(f"{target}: {made.manifest.acts} acts, {made.manifest.events} events")
        for sentence in made.manifest.left_out:
            self.stdout.write(f"  {sentence}")
