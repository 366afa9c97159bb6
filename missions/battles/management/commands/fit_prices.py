"""manage.py fit_prices: what each part of a force is worth by the results of a league of bots."""

from __future__ import annotations

import csv
import io
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from missions.battles.engine.prices import Fit, Result, fit
from missions.battles.engine.simulation import Fought, Task
from missions.battles.management import options as shared
from missions.battles.systems import registry
from missions.battles.systems.pack import Pack, Pricing

Forces = tuple[tuple[str, ...], tuple[str, ...]]


class Command(shared.BattleCommand):
    """Every battle has forces and dice of its own, drawn from the seed."""

    help = (
        "Let bots fight a league with forces of all kinds; show what each kind is worth in points, with its "
        "interval, beside its price."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        usual = next(pack.id for pack in registry.packs() if pack.pricing)
        parser.add_argument("--system", default=usual, help="the rule system (%(default)s)")
        parser.add_argument("--bots", default="greedy", metavar="A", help="level of both sides (%(default)s)")
        parser.add_argument("--seed", default="1", help="the same seed gives the same league (%(default)s)")
        parser.add_argument("--games", type=int, default=1000, help="battles (%(default)s)")
        parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
        parser.add_argument("--csv", type=Path, metavar="FILE", help="write the figures here")

    def handle(self, *args: Any, **options: Any) -> None:
        pack = shared.asked_pack(options)
        if pack.pricing is None:
            raise shared.wrong(f"The published rules have the prices of {pack.name}; there is none to fit.")
        pricing, level = pack.pricing(), shared.level(pack, options["bots"])
        games = shared.within("games", options["games"], shared.MOST_GAMES)
        jobs = shared.within("jobs", options["jobs"], shared.MOST_JOBS)
        file, seed = shared.place(options["csv"]), options["seed"]
        forces = league(pricing, games, seed)
        tasks = [_task(pack, pricing, each, level, f"{seed}/{game}") for game, each in enumerate(forces)]
        fought = [played for _, played in shared.fought(tasks, jobs, "Fighting")]
        results = [_result(each, played) for each, played in zip(forces, fought, strict=True)]
        try:
            found = fit(results, pricing.prices)
        except ValueError as no:
            raise shared.wrong(f"{no} Let the bots fight more of them with --games.") from no
        self._report(found, pricing, pack.system.seating(tasks[0].setup).sides[0], games)
        shared.write(file, lambda: as_csv(found))

    def _report(self, found: Fit, pricing: Pricing, side: str, games: int) -> None:
        self.stdout.write(f"{games} battles; in brackets where the truth lies 95 times in 100")
        for name, chance in ((f"{side} wins", found.lean), ("side that begins wins", found.begins)):
            figures = f"{100 * chance.value:.1f} % ({100 * chance.low:.1f} to {100 * chance.high:.1f})"
            self.stdout.write(f"{name} with forces of equal value: {figures}")
        self.stdout.write(f"{found.edge:.1f} points more raise even chances to 60 in 100")
        width = max(map(len, pricing.names.values()))
        for value in found.values:
            one, mark = value.found, " *" if value.off else ""
            figures = f"worth {one.value:5.1f} ({one.low:.1f} to {one.high:.1f})"
            name = pricing.names[value.kind]
            self.stdout.write(
                f"{name:>{width}}: price {value.price:2.0f}, {figures}, {one.count} battles{mark}"
            )
        self.stdout.write("* the price lies outside the interval")


def league(pricing: Pricing, games: int, seed: str) -> list[Forces]:
    """Forces of each battle of a league."""
    random = Random(f"league {seed}")  # noqa: S311  the league of a seed, not a die
    return [pricing.draw(random) for _ in range(games)]


def _task(pack: Pack, pricing: Pricing, forces: Forces, level: str, name: str) -> Task:
    first, second = forces
    setup = pack.written(pricing.scenario, (", ".join(first), ", ".join(second)), {})
    return Task(pack.system, setup, (level, level), f"league {name}", name)


def _result(forces: Forces, played: Fought) -> Result:
    share = 0.5 if played.winner is None else 1.0 - played.winner
    return Result(forces, share, played.first)


def as_csv(found: Fit) -> str:
    """The values as a table: kind, price, value, low, high, battles."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("kind", "price", "value", "low", "high", "battles"))
    for each in found.values:
        one = each.found
        figures: Sequence[str] = [f"{figure:.2f}" for figure in (one.value, one.low, one.high)]
        writer.writerow((each.kind, f"{each.price:g}", *figures, one.count))
    return out.getvalue()
