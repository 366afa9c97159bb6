"""manage.py seed_demo: a demo league in the middle of a game night, a small campaign with missions and two
battles on the hex board, made through their doors."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from rich.console import Console
from rich.progress import Progress

from league.models import Campaign
from missions.autoplay.demo import battles as demo_battles
from missions.autoplay.demo import league, missions


class Command(BaseCommand):
    """Adds the demo accounts, both demo campaigns and the demo battles, whole or not at all."""

    help = "Make a demo league, a demo campaign with missions and two battles, with demo accounts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="only when there is no campaign yet")
        parser.add_argument("--seed", default=league.SEED, help="of the league's chance")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["if_empty"] and Campaign.objects.exists():
            self.stdout.write("There are campaigns already: the demo league was not made.")
            return
        if settings.ORGANISERS_NEED_SECOND_STEP:
            raise CommandError(
                "The demo's organisers have no second step of sign-in. To make the demo, run this with "
                "ORGANISERS_NEED_SECOND_STEP=false."
            )
        with Progress(console=Console(stderr=True)) as bar, transaction.atomic():
            steps = league.STEPS + missions.STEPS + demo_battles.STEPS
            task = bar.add_task("Making the demo league", total=steps)
            driver = league.build(options["seed"], lambda step: bar.advance(task))
            small = missions.build(progress=lambda step: bar.advance(task))
            battles = demo_battles.build(lambda step: bar.advance(task))
        orders = " and ".join(str(battle.at) for battle in battles)
        self.stdout.write(f"Demo league: {driver.acts} acts. Demo missions: {small.acts} acts.")
        self.stdout.write(f"Demo battles: {orders} orders.")
        self.stdout.write(f"Accounts: {league.CAPTAINS[0].email},")
        self.stdout.write(f"{league.CAPTAINS[1].email} and others, password {league.PASSWORD}")
