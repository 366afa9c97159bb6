"""manage.py outgoing: lists letters and messages that were not sent, sends them again, or drops them."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from league.models import Outgoing
from league.services.outgoing import rows
from league.services.outgoing.letters import deliver_now

TRIAL = "If you read this, Admiralty can send mail."


class Command(BaseCommand):
    """Says what failed and what waits. Exits 1 if the mail server refuses a letter of `--try`."""

    help = "List letters and messages that could not be sent, and send them again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "numbers", nargs="*", type=int, metavar="NUMBER", help="only these rows of the list"
        )
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--again", action="store_true", help="send what failed once more")
        what.add_argument("--drop", action="store_true", help="never send what failed or waits")
        what.add_argument("--try", dest="address", help="send a letter there now, past the outbox")

    def handle(self, *args: Any, **options: Any) -> None:
        found = _chosen(options["numbers"])
        if options["address"]:
            self._try(options["address"])
        elif options["again"]:
            self._say(f"Rows that are sent once more: {rows.send_again(found)}.")
        elif options["drop"]:
            self._say(f"Rows that are not sent any more: {rows.drop(found)}.")
        else:
            self._list(found)

    def _list(self, found: QuerySet[Outgoing]) -> None:
        failed = found & rows.failed()
        for row in failed:
            self._say(f"{row.pk}: {row.kind}, wanted {_day(row.wanted_at)}, tries: {row.tries}. {row.said}")
        late = found & rows.waiting()
        oldest = late.first()
        since = f", the first since {_day(oldest.wanted_at)}" if oldest else ""
        self._say(f"Failed: {len(failed)}. Waiting: {late.count()}{since}.")

    def _try(self, address: str) -> None:
        """Raises CommandError with the mail server's words."""
        try:
            deliver_now(EmailMessage("Admiralty: a trial", TRIAL, None, [address]))
        except (OSError, ValueError) as problem:
            raise CommandError(
                f"The letter was not sent ({type(problem).__name__}: {problem}). Look at EMAIL_URL and "
                "DEFAULT_FROM_EMAIL."
            ) from problem
        self._say(f"A letter from {settings.DEFAULT_FROM_EMAIL} to {address} was handed over.")

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)


def _chosen(numbers: list[int]) -> QuerySet[Outgoing]:
    """All rows, or those with these numbers. Raises CommandError for a number that no row has."""
    if not numbers:
        return Outgoing.objects.all()
    found = Outgoing.objects.filter(pk__in=numbers)
    if unknown := sorted(set(numbers) - set(found.values_list("pk", flat=True))):
        listed = ", ".join(map(str, unknown))
        raise CommandError(f"There is no row {listed}. Without a number the command lists the rows.")
    return found


def _day(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
