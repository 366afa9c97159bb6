"""manage.py check_ledger: prove that every campaign's snapshot and rows are what its log folds to."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.models import Campaign
from league.services.check import check


class Command(BaseCommand):
    """Checks all campaigns, or those whose numbers are given; exits 1 when anything differs."""

    help = "Fold each campaign's log from nothing and compare the result with its snapshot and rows."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaigns", nargs="*", type=int, help="campaign numbers; none: all")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = Campaign.objects.order_by("pk")
        if options["campaigns"]:
            wanted = wanted.filter(pk__in=options["campaigns"])
            missing = set(options["campaigns"]) - set(wanted.values_list("pk", flat=True))
            if missing:
                raise CommandError(f"There is no campaign {', '.join(map(str, sorted(missing)))}.")
        wrong = 0
        for campaign in wanted:
            found = check(campaign)
            wrong += bool(found)
            self.stdout.write(f"{campaign.pk} {campaign.name}: {campaign.head_seq} events, {_verdict(found)}")
            for sentence in found:
                self.stdout.write(f"  {sentence}")
        if wrong:
            raise CommandError(f"{wrong} campaigns do not match their logs.")


def _verdict(found: list[str]) -> str:
    return f"{len(found)} differences" if found else "snapshot and rows match the log"
