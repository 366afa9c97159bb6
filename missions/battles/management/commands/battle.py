"""manage.py battle: one battle between bots, told in sentences."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from missions.battles.engine.bots.match import bots_for, fight_on
from missions.battles.engine.contract import Event
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle
from missions.battles.management import options as shared
from missions.battles.systems import registry
from missions.battles.systems.pack import Option


class Command(shared.BattleCommand):
    """Plays and prints the log. The same seed gives the same dice."""

    help = "Let two bots fight a battle and print its log in sentences."

    def add_arguments(self, parser: ArgumentParser) -> None:
        shared.battle_arguments(parser)
        parser.add_argument(
            "--bots", default="greedy:greedy", metavar="A:B", help="first side first (%(default)s)"
        )
        parser.add_argument("--explain", action="store_true", help="let the bots say why, order by order")
        parser.add_argument(
            "--list", action="store_true", help="list the battles and what forces are made of"
        )
        parser.add_argument("--json", type=Path, metavar="FILE", help="write record, log and outcome here")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            pack = shared.asked_pack(options)
            for line in (*pack.listed(), "Options of a battle, for --set:", *map(_option_line, pack.options)):
                self.stdout.write(line)
            return
        setup, file = shared.chosen_setup(options), shared.place(options["json"])
        names = shared.levels(registry.pack(setup["system"]), options["bots"])
        system = registry.system(setup["system"])
        seed = options["seed"]
        dice = seeded_dice(f"battle {seed}")
        battle = Battle(system, setup, dice)
        places = system.seating(setup).seats
        bots = bots_for(system, setup, names, str(seed))
        log: list[str] = []
        self._tell(battle, battle.opening, log)
        try:
            for seat, why, events in fight_on(battle, bots, dice):
                if options["explain"] and why:
                    self._say(f"    {places[seat].word}: {why}", log)
                self._tell(battle, events, log)
        except KeyboardInterrupt:
            self.stderr.write(f"Stopped after {len(battle)} orders.")
            raise SystemExit(shared.STOPPED) from None
        shared.write(file, lambda: _as_json(battle, names, seed, log))

    def _tell(self, battle: Battle[Any], events: list[Event], log: list[str]) -> None:
        for sentence in battle.system.narrate(battle.state, events):
            self._say(sentence.text, log)

    def _say(self, text: str, log: list[str]) -> None:
        log.append(text)
        self.stdout.write(text)


def _option_line(option: Option) -> str:
    """Name, label and usual value of an option, with all values that can be chosen."""
    values = {"flag": ["no", "yes"], "choice": [value for value, _ in option.choices]}.get(option.kind, [])
    bounds = f"{option.least} to {option.most}"
    return f"  {option.name}: {option.label}. {' or '.join(values) or bounds}"


def _as_json(battle: Battle[Any], names: tuple[str, str], seed: str, log: list[str]) -> str:
    outcome = battle.system.outcome(battle.state)
    result = None
    if outcome is not None:
        result = {"winner": outcome.winner, "reason": outcome.reason, "rule": outcome.rule}
    whole = {"bots": list(names), "seed": seed, "outcome": result, "log": log} | battle.record()
    return json.dumps(whole, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
