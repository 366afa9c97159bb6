"""manage.py play_league: a league of bots from founding to the last round, through the same door as
people.
"""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress

from league.services.check import check
from missions.autoplay.driver import Driver
from missions.autoplay.league import Summary, play, summarise


class Command(BaseCommand):
    """Plays, then checks the log, then says what happened. The same seed gives the same log. A database that
    no server has used yet is made ready first."""

    help = "Let bots play a whole league and check the result."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=8)
        parser.add_argument("--rounds", type=int, default=5)
        parser.add_argument("--seed", default="1")
        parser.add_argument("--missions", action="store_true", help="play with missions and fleet assets")
        parser.add_argument("--teams", action="store_true", help="play in teams, one for each side")
        parser.add_argument("--json", type=Path, help="write the summary to this file as well")

    def handle(self, *args: Any, **options: Any) -> None:
        players, rounds = options["players"], options["rounds"]
        if not 2 <= players <= 200:
            raise CommandError("A league has 2 to 200 players.")
        if not 1 <= rounds <= 200:
            raise CommandError("A league has 1 to 200 rounds.")
        if options["json"] and not options["json"].absolute().parent.is_dir():
            raise CommandError(
                f"There is no folder {options['json'].absolute().parent} to keep the summary in."
            )
        call_command("make_ready", stdout=self.stdout)
        driver = Driver(str(options["seed"]))
        began = time.perf_counter()
        with Progress(console=Console(stderr=True)) as bar:
            task = bar.add_task("Playing", total=players + 3 * rounds)
            play(
                driver,
                players,
                rounds,
                lambda step: bar.advance(task, 3 if step == "round" else 1),
                format="team" if options["teams"] else "free_for_all",
                with_missions=options["missions"],
            )
        played = time.perf_counter() - began
        found = check(driver.campaign())
        summary = summarise(driver, players)
        self._report(summary, found, played)
        if options["json"]:
            figures = asdict(summary) | {"seed": str(options["seed"]), "play_seconds": round(played, 2)}
            options["json"].write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n", encoding="utf-8")
        if found:
            raise CommandError("The ledger check found differences.")

    def _report(self, summary: Summary, found: list[str], seconds: float) -> None:
        for name, value in asdict(summary).items():
            if isinstance(value, dict):
                listed = ", ".join(f"{each.replace('_', ' ')} {count}" for each, count in value.items())
                self.stdout.write(f"{name.replace('_', ' '):>16}: {listed}")
            elif name != "standings":
                self.stdout.write(f"{name.replace('_', ' '):>16}: {value}")
        self.stdout.write(f"{'best fleets':>16}: {', '.join(summary.standings[:3])}")
        self.stdout.write(f"{'time':>16}: {seconds:.1f} s")
        verdict = "snapshot and rows match the log" if not found else f"{len(found)} differences"
        self.stdout.write(f"{'check_ledger':>16}: {verdict}")
        for sentence in found:
            self.stdout.write(f"  {sentence}")
