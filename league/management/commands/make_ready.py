"""Brings database and static files up to date before the site starts."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from league.accounts import keep_addresses_unique
from league.models import Campaign, Member
from league.services.doctor import close_private_files
from league.services.quotas import forget_limits_ahead
from league.services.refolding import outdated, refold_campaign

# Files of packages that no page asks for; compressing them would double the time of a first start.
UNUSED = ["htmx-4*", "htmax-4*", "select2", "jquery.js", "xregexp.js"]


class Command(BaseCommand):
    """Migrates and makes the cache table; collects static files and fills an empty database on request."""

    help = __doc__
    # They load every page, and nothing here needs one; `./run check` and the tests run them.
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--static", action="store_true", help="collect static files too")
        parser.add_argument("--demo", action="store_true", help="fill an empty database with the demo league")

    def handle(self, *args: Any, **options: Any) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("Bringing the database up to date ...")
            call_command("migrate", interactive=False, verbosity=0)
        keep_addresses_unique()
        for path in close_private_files():
            self.stdout.write(f"Other accounts of this machine could read {path}; now they cannot.")
        call_command("createcachetable", verbosity=0)
        forget_limits_ahead()
        for clearing in ("clear_accounts", "clear_battles"):
            if clearing in get_commands():
                call_command(clearing, stdout=self.stdout)
        for campaign in outdated():
            self.stdout.write(f"Folding the log of {campaign.name} again ...")
            refold_campaign(campaign.pk)
        if options["static"]:
            self.stdout.write("Collecting static files ...")
            # Nothing is cleared: another server of this copy may still give out the files of its own start.
            call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=UNUSED)
            Path(settings.STATIC_ROOT).with_suffix(".stamp").touch()
        if options["demo"] and "seed_demo" in get_commands() and _without_people():
            self.stdout.write("Making the demo league, once; this takes about fifteen seconds ...")
            call_command("seed_demo")


def _without_people() -> bool:
    """Whether no campaign has people in it: there is none, or only bots play, which get no mail."""
    if not Campaign.objects.exists():
        return True
    return Member.objects.exists() and not Member.objects.exclude(user__email__endswith=".invalid").exists()
