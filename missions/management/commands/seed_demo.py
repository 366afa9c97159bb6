"""manage.py seed_demo: a demo league in the middle of a game night and a small campaign with missions, made
through the door."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from rich.console import Console
from rich.progress import Progress

from league.models import Campaign
from missions.services.bots import demo, demo_missions


class Command(BaseCommand):
    """Adds the demo accounts and both demo campaigns, whole or not at all."""

    help = "Make a demo league and a demo campaign with missions, with demo accounts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="only when there is no campaign yet")
        parser.add_argument("--seed", default=demo.SEED, help="of the league's chance")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["if_empty"] and Campaign.objects.exists():
            self.stdout.write("There are campaigns already: the demo league was not made.")
            return
        with Progress(console=Console(stderr=True)) as bar, transaction.atomic():
            task = bar.add_task("Making the demo league", total=demo.STEPS + demo_missions.STEPS)
            driver = demo.build(options["seed"], lambda step: bar.advance(task))
            small = demo_missions.build(progress=lambda step: bar.advance(task))
        self.stdout.write(f"Demo league: {driver.acts} acts. Demo missions: {small.acts} acts.")
        self.stdout.write(f"Accounts: {demo.CAPTAINS[0].email},")
        self.stdout.write(f"{demo.CAPTAINS[1].email} and others, password {demo.PASSWORD}")
