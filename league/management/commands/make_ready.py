"""Brings database and static files up to date before the site starts."""

from typing import Any

from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandParser

# Files of packages that no page asks for; compressing them would double the time of a first start.
UNUSED = ["htmx-4*", "htmax-4*", "select2", "jquery.js", "xregexp.js"]


class Command(BaseCommand):
    """Migrates and makes the cache table; collects static files and fills an empty database on request."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--static", action="store_true", help="collect static files too")
        parser.add_argument("--demo", action="store_true", help="fill an empty database with the demo league")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("createcachetable", verbosity=0)
        if options["static"]:
            call_command("collectstatic", interactive=False, clear=True, verbosity=0, ignore_patterns=UNUSED)
        if options["demo"] and "seed_demo" in get_commands():
            call_command("seed_demo", "--if-empty")
