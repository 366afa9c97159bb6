"""Deletes try-outs and battles never begun that nobody has touched for weeks."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from missions.battles.services.cleaning import clear


class Command(BaseCommand):
    """Runs at every start of the site; may be run at any time."""

    help = __doc__
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        count = clear(timezone.now())
        if count:
            self.stdout.write(f"Deleted {count} battle{'s' if count > 1 else ''} that nobody came back to.")
