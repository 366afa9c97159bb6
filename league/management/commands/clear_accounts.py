"""manage.py clear_accounts: removes accounts that their owners closed a week ago."""

from typing import Any

from django.core.management.base import BaseCommand

from league.services.closing import remove_closed


class Command(BaseCommand):
    """Runs at every start of the site and every hour while it runs; may be run at any time."""

    help = __doc__
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        count = remove_closed()
        if count:
            self.stdout.write(f"Removed {count} account{'s' if count > 1 else ''} closed a week ago.")
