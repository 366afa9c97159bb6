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
from missions.battles.systems.pack import Pack

MOST_UNITS = 12
UNITS = 6
"""Ordinary units a side if the system's usual battle takes any and nothing else is named."""
ALL = "all"
"""Name that stands for all battles of a system in turn."""


class Command(shared.BattleCommand):
    """Every second battle has the same dice with the seats swapped. `--scenario all` fights all in turn."""

    help = (
        "Let two bots fight many battles, sides swapped, and show how often the first one wins. "
        "“--scenario all” stands for all battles of a system in turn."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("bot", metavar="A", help=f"a level: {', '.join(LEVELS)}")
        parser.add_argument("rival", metavar="B")
        shared.battle_arguments(parser)
        parser.add_argument("--games", type=int, default=100, help="battles (%(default)s)")
        parser.add_argument(
            "--units",
            type=int,
            help=f"so many ordinary units a side instead of the ready-made forces, 1 to {MOST_UNITS}",
        )
        parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
        parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here")

    def handle(self, *args: Any, **options: Any) -> None:
        pack = shared.asked_pack(options)
        match = Match(shared.level(pack, options["bot"]), shared.level(pack, options["rival"]))
        games = shared.within("games", options["games"], shared.MOST_GAMES)
        jobs = shared.within("jobs", options["jobs"], shared.MOST_JOBS)
        setups, file = _setups(pack, options), shared.place(options["json"])
        tasks = match_tasks(pack.system, setups, match.first, match.second, games, options["seed"])
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


def _setups(pack: Pack, options: dict[str, Any]) -> list[Setup]:
    """The battles that are fought in turn. Raises CommandError."""
    scenario, forces = options["scenario"], options["first"] or options["second"]
    if options["units"] is not None or not (scenario or forces or pack.trial_battle):
        return [_of_units(pack, options)]
    if scenario != ALL:
        return [shared.chosen_setup(options)]
    if forces:
        raise shared.wrong("Forces belong to one battle; name it with --scenario.")
    return [shared.chosen_setup(options | {"scenario": name}) for name in pack.contests]


def _of_units(pack: Pack, options: dict[str, Any]) -> Setup:
    """A battle of so many ordinary units, in the battle that takes any. Raises CommandError."""
    units = UNITS if options["units"] is None else shared.within("units", options["units"], MOST_UNITS)
    battle = pack.trial_battle or pack.usual_battle
    if options["scenario"] not in ("", battle):
        raise shared.wrong(f"Ordinary units fight in “{battle}” only; leave --units or --scenario out.")
    if options["first"] or options["second"]:
        raise shared.wrong("Name either forces or --units, not both.")
    first, second = pack.trial(units)
    return shared.chosen_setup(options | {"scenario": battle, "first": first, "second": second})


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
