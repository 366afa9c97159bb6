"""manage.py simulate: many battles of one set-up, for questions of balance."""

from __future__ import annotations

import math
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from missions.battles.engine import charts
from missions.battles.engine.simulation import Fought, Row, as_csv, rows, simulation_tasks
from missions.battles.management import options as shared
from missions.battles.systems import registry


class Command(shared.BattleCommand):
    """Win rates, losses of each kind of unit and lengths of battles, with intervals."""

    help = "Let bots fight one battle many times; show win rates and losses with their intervals."

    def add_arguments(self, parser: ArgumentParser) -> None:
        shared.battle_arguments(parser)
        parser.add_argument(
            "--bots", default="greedy:greedy", metavar="A:B", help="first side first (%(default)s)"
        )
        parser.add_argument("--games", type=int, default=200, help="battles (%(default)s)")
        parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
        parser.add_argument("--csv", type=Path, metavar="FILE", help="write the figures here")
        parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the figures here, as SVG")

    def handle(self, *args: Any, **options: Any) -> None:
        setup = shared.chosen_setup(options)
        pack = registry.pack(setup["system"])
        bots = shared.levels(pack, options["bots"])
        games = shared.within("games", options["games"], shared.MOST_GAMES)
        jobs = shared.within("jobs", options["jobs"], shared.MOST_JOBS)
        table, picture = shared.place(options["csv"]), _drawn(shared.place(options["picture"]))
        tasks = simulation_tasks(pack.system, setup, bots, games, options["seed"])
        battles: list[Fought] = []
        stopped = False
        try:
            for _, played in shared.fought(tasks, jobs, "Fighting"):
                battles.append(played)
        except KeyboardInterrupt:
            stopped = True
        names = pack.statistics.names()
        words = [word.lower() for word in pack.system.seating(setup).sides]
        found = rows(battles, names, words)
        self._report(found, len(battles))
        shared.write(table, lambda: as_csv(found))
        title = pack.scenario(setup["scenario"]).name
        sides = " against ".join(
            f"{pack.forces.words(force)} ({bot})" for force, bot in zip(setup["forces"], bots, strict=True)
        )
        caption = f"{len(battles)} battles, seed {options['seed']}: {sides}."
        shared.write(picture, lambda: charts.picture(title, caption, found, words, pack.statistics.losses))
        if stopped:
            self.stderr.write(f"Stopped after {len(battles)} of {games} battles.")
            raise SystemExit(shared.STOPPED)

    def _report(self, found: list[Row], battles: int) -> None:
        self.stdout.write(f"{battles} battles; in brackets where the truth lies 95 times in 100")
        for row in found:
            name = row.name if row.group != "losses" else f"{row.side} {row.name} lost"
            one = row.estimate
            if row.kind == "part":
                figures = f"{100 * one.value:5.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f})"
            else:
                figures = f"{one.value:5.1f}"
                figures += f"   ({one.low:.1f} to {one.high:.1f})" if one.high < math.inf else ""
            self.stdout.write(f"{name:>32}: {figures}")


def _drawn(path: Path | None) -> Path | None:
    """A file for a picture. Raises CommandError for the name of another kind of picture."""
    if path is not None and path.suffix.lower() != ".svg":
        raise shared.wrong(f"The picture is drawn as SVG; name it like {path.stem}.svg.")
    return path
