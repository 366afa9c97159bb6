"""manage.py doctor: says what is unsafe, failing or forgotten in this installation."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError

from league.services.backup import default_folder
from league.services.doctor import CHECKS, CONSOLE, URGENT, Advice, examine
from league.services.outgoing.letters import deliver_now

WORDS = {"unsafe": "Unsafe", "failing": "Failing", "forgotten": "Forgotten"}


class Command(BaseCommand):
    """Prints a line for each thing. Exits 1 if anything is unsafe or failing."""

    help = "Look at settings, accounts, files, backups, disk and outbox, and say what is unsafe or forgotten."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--backups", type=Path, help=f"the folder of backups; without it {default_folder()}"
        )
        parser.add_argument(
            "--mail", action="store_true", help="write to ADMIN_EMAIL if anything is unsafe or failing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["mail"]:
            _refuse_without_mail()
        found = examine((options["backups"] or default_folder()).absolute())
        lines = [f"{WORDS[each.level]}: {each.text}" for each in found]
        for line in lines or [f"Everything is in order, after {len(CHECKS)} kinds of checks."]:
            self.stdout.write(line)
        if not _is_urgent(found):
            return
        if options["mail"]:
            _write(lines)
        sys.exit(1)


def _is_urgent(found: Iterable[Advice]) -> bool:
    return any(each.level in URGENT for each in found)


def _refuse_without_mail() -> None:
    """Raises CommandError if nobody could get a letter."""
    if not settings.ADMINS or settings.EMAIL_DELIVERY == CONSOLE:
        raise CommandError("A letter needs an address and a mail server: set ADMIN_EMAIL and EMAIL_URL.")


def _write(lines: Iterable[str]) -> None:
    """Send a letter past the outbox, because its worker or the database may be what fails. Raises
    CommandError if the mail server does not take it."""
    to = [address for _, address in settings.ADMINS]
    text = "\n\n".join(lines)
    letter = EmailMessage("Admiralty: the site needs you", f"{text}\n", settings.SERVER_EMAIL, to)
    try:
        deliver_now(letter)
    except OSError as problem:
        raise CommandError(f"The letter was not sent: {type(problem).__name__}: {problem}") from problem
