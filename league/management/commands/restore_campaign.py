"""manage.py restore_campaign: make a campaign from an archive."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from league.kernel.refusal import Refusal
from league.services.archive import restore
from league.store.archive_file import FILE_LIMIT


class Command(BaseCommand):
    """Restores one archive, whole or not at all."""

    help = (
        "Make a campaign from an archive. The account with that address organises it, in the place that "
        "carries its name or else the organiser's."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--organiser", required=True, metavar="EMAIL")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("make_ready", stdout=self.stdout)
        users = list(get_user_model().objects.filter(email__iexact=options["organiser"]))
        if len(users) != 1:
            raise CommandError(
                f"{len(users)} accounts have the address {options['organiser']}; it takes one."
            )
        try:
            with options["file"].open("rb") as file:
                member = restore(users[0], file.read(FILE_LIMIT + 1))
        except OSError as problem:
            raise CommandError(f"{options['file']} cannot be read: {problem.strerror}.") from None
        except Refusal as refusal:
            raise CommandError(refusal.message) from None
        campaign = member.campaign
        self.stdout.write(f"Campaign {campaign.pk}, {campaign.name}: {campaign.head_seq} events.")
        self.stdout.write(f"Snapshot and rows match the log. {member.name} organises it.")
