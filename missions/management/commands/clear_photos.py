"""Deletes files of photos that no photo has any more, as a crash leaves them."""

from typing import Any

from django.core.management.base import BaseCommand

from missions.services.photos.files import clear


class Command(BaseCommand):
    """Runs at every start of the site; may be run at any time."""

    help = __doc__
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        count = clear()
        if count:
            self.stdout.write(f"Deleted {count} file{'s' if count > 1 else ''} that no photo has any more.")
