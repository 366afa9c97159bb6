"""manage.py bot_match A B: how often one bot beats another, sides swapped, and how long each thinks."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from missions.battles.engine.bots.match import LEVELS
from missions.battles.engine.contract import Setup
from missions.battles.engine.simulation import Match, match_tasks
from missions.battles.engine.statistics import percentile
from missions.battles.management import options as shared
from missions.battles.systems.registry import system

MOST_UNITS = 12


class Command(shared.BattleCommand):
    """Every second battle has the same dice with the seats swapped."""

    help = "Let two bots fight many battles, sides swapped, and show how often the first one wins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("bot", metavar="A", help=f"a level: {', '.join(LEVELS)}")
        parser.add_argument("rival", metavar="B")
        shared.battle_arguments(parser)
        parser.add_argument("--games", type=int, default=100, help="battles (%(default)s)")
        parser.add_argument(
            "--units",
            type=int,
            default=6,
            help="so many ordinary units a side, if no force is named (%(default)s)",
        )
        parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
        parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here")

    def handle(self, *args: Any, **options: Any) -> None:
        pack = shared.asked_pack(options)
        match = Match(shared.level(pack, options["bot"]), shared.level(pack, options["rival"]))
        games = shared.within("games", options["games"], shared.MOST_GAMES)
        jobs = shared.within("jobs", options["jobs"], shared.MOST_JOBS)
        setup, file = _setup(options), shared.place(options["json"])
        tasks = match_tasks(system(setup["system"]), setup, match.first, match.second, games, options["seed"])
        stopped = False
        try:
            for number, played in shared.fought(tasks, jobs, f"{match.first} against {match.second}"):
                match.add(number, played)
        except KeyboardInterrupt:
            stopped = True
        self._report(match)
        shared.write(file, lambda: json.dumps(figures(match, options["seed"]), indent=2) + "\n")
        if stopped:
            self.stderr.write(f"Stopped after {match.games} of {games} battles.")
            raise SystemExit(shared.STOPPED)

    def _report(self, match: Match) -> None:
        rate = match.rate
        self.stdout.write(
            f"{match.first} against {match.second}, {match.games} battles: {match.wins} won, "
            f"{match.draws} drawn, {match.losses} lost"
        )
        self.stdout.write(f"{match.first} wins {rate.value:.3f} ({rate.low:.3f} to {rate.high:.3f})")
        for name, thought in zip((match.first, match.second), match.thought, strict=True):
            p50, p95, most = (1000 * percentile(thought, part) for part in (0.5, 0.95, 1.0))
            self.stdout.write(
                f"{name} thinks {p50:.1f} ms an order, 95 in 100 within {p95:.1f} ms, {most:.1f} ms at most"
            )


def _setup(options: dict[str, Any]) -> Setup:
    units = shared.within("units", options["units"], MOST_UNITS)
    pack = shared.asked_pack(options)
    if (options["scenario"] or pack.usual_battle) == (pack.trial_battle or pack.usual_battle):
        first, second = pack.trial(units)
        options |= {"first": options["first"] or first, "second": options["second"] or second}
    return shared.chosen_setup(options)


def figures(match: Match, seed: str) -> dict[str, Any]:
    """Contents of the file: games, wins, draws and losses of the first bot, its rate, thinking times in
    ms."""
    rate = match.rate
    found: dict[str, Any] = {
        "first": match.first,
        "second": match.second,
        "games": match.games,
        "wins": match.wins,
        "draws": match.draws,
        "losses": match.losses,
        "rate": round(rate.value, 4),
        "low": round(rate.low, 4),
        "high": round(rate.high, 4),
        "seed": seed,
    }
    for name, thought in zip(("first", "second"), match.thought, strict=True):
        found[f"{name}_p50_ms"] = round(1000 * percentile(thought, 0.5), 2)
        found[f"{name}_p95_ms"] = round(1000 * percentile(thought, 0.95), 2)
    return found
