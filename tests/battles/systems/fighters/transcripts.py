"""Golden transcripts: battles told line by line, as a player reads them.

`python -m tests.battles.systems.fighters.transcripts` writes them again into `tests/transcripts/` after a
change that was meant; look at the difference before you keep it.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from missions.battles.engine.arcs import relative
from missions.battles.engine.bots.random_bot import RandomBot
from missions.battles.engine.chance import listed
from missions.battles.engine.contract import Choice
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.hexes import DISTANCE
from missions.battles.engine.replay import Battle
from missions.battles.systems.fighters.engine import attack, orders, victory
from missions.battles.systems.fighters.engine.state import TRANSPORT, State
from missions.battles.systems.registry import SYSTEMS
from tests.battles.engine.setups import ARMED, ION, ION_TURRET, SETUPS, VADER, Setup, fighters

FOLDER = Path(__file__).resolve().parents[3] / "transcripts"
X, Y, TIE, BOMBER = "x_wing", "y_wing", "tie_fighter", "tie_bomber"
CLOSE = {"columns": 12, "rows": 9, "turns": 5}

BATTLES: dict[str, Setup] = {
    "01-dogfight": fighters(
        "free", [(X, (), 3, 3), (X, (), 3, 5)], [(TIE, (), 8, 3), (TIE, (), 8, 5)], **CLOSE
    ),
    "02-torpedoes": fighters(
        "free",
        [(X, ("aft",), 0, 3), (Y, (), 0, 5), ("gr_75", (), 3, 6)],
        [(BOMBER, (), 11, 6), (TIE, (), 11, 3), ("corvette_empire", (), 10, 5)],
        **CLOSE,
    ),
    "03-ion-cannons": fighters(
        "free",
        [(*ION, 2, row) for row in range(2, 7)] + [(*ION_TURRET, 2, 7)],
        [("corvette_empire", (), 7, 4)],
        **CLOSE,
    ),
    "04-vader": fighters(
        "free", [("red_squadron", (), 3, 3), (Y, ("manned",), 3, 5)], [(*VADER, 8, 4)], **CLOSE
    ),
    "05-corvettes": fighters(
        "free", [(*ARMED, 3, 4)], [("corvette_empire", (), 8, 4), (TIE, (), 10, 2)], **CLOSE
    ),
    "06-convoy-raid": SETUPS["fighters"]["convoy"],
    "07-outpost-assault": SETUPS["fighters"]["outpost"],
    "08-hostages": SETUPS["fighters"]["hostages"],
    "09-starship-theft": SETUPS["fighters"]["theft"],
    "10-fighter-clash": SETUPS["fighters"]["clash"],
}


LOOKS = 12
"""Moves that are looked at before one is taken."""
KEEN: dict[str, tuple[float, tuple[str, ...]]] = {
    "01-dogfight": (0.3, ("stop", "face")),
    "02-torpedoes": (0.9, ("fire lock", "fire run", "straight")),
    "03-ion-cannons": (0.9, ("fire ion",)),
    "04-vader": (0.6, ("fire", "steady")),
}
"""Frequency with which the players of a battle choose one of these orders if they can: the battle is about
them."""


class Willing(RandomBot):
    """Random, but stays on the map, fires when it can, brings transports to their docks and likes what its
    battle is about: more happens in fewer lines.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._often, self._keen = KEEN.get(name, (0.0, ()))

    def choose(self, system, state, seat):  # type: ignore[no-untyped-def]
        """One of the legal orders, without leaving and without declining."""
        unit, choice = listed(system, state, seat, self._random)
        for _ in range(9):
            if self._lively(state, choice):
                break
            unit, choice = listed(system, state, seat, self._random)
        choices = system.legal_orders(state, seat, unit)
        if self._random() < self._often:
            liked = [one for one in choices if self._likes(system.write(state, (unit, one)))]
            choices = liked or choices
            choice = choices[int(self._random() * len(choices))] if liked else choice
        moves = [one for one in choices if one & 15 == orders.MOVE]
        if choice & 15 == orders.MOVE and moves:
            choice = min(self._some(moves), key=lambda one: self._way(state, unit, one))
        return unit, choice

    def _some(self, moves: list[Choice]) -> list[Choice]:
        return [moves[int(self._random() * len(moves))] for _ in range(LOOKS)]

    @staticmethod
    def _way(state: State, unit: int, choice: Choice) -> float:
        """Hexes to the dock of a transport; of others to the nearest enemy, more if it is not ahead."""
        here, facing = state.pos[unit] + (choice >> 10), choice >> 7 & 7
        dock = victory.dock_of(state)
        if dock is not None and state.fixed.units[unit].role == TRANSPORT:
            return DISTANCE[state.pos[dock] - here]
        aims = [state.pos[target] - here for target in attack.targets(state, state.side[unit])]
        off = [min(relative(aim, facing), 12 - relative(aim, facing)) for aim in aims]
        return min((DISTANCE[aim] + turn for aim, turn in zip(aims, off, strict=True)), default=0)

    def _likes(self, words: str) -> bool:
        return words.partition(" ")[2].startswith(self._keen) if self._keen else False

    @staticmethod
    def _lively(state: State, choice: Choice) -> bool:
        return choice & 15 not in (orders.LEAVE, orders.STOP) and (
            choice & 15 != orders.DONE or state.used > 0
        )


@cache
def transcript(name: str) -> tuple[str, frozenset[str]]:
    """The battle of that name from set-up to outcome: each order, then what came of it with its rule; and
    the kinds of events in it.
    """
    setup = BATTLES[name]
    system = SYSTEMS[setup["system"]]
    dice, bot = seeded_dice(name), Willing(name)
    battle = Battle(system, setup, dice)
    lines = [f"{setup['scenario'].replace('_', ' ')}, {setup['points'] or 'no'} points", ""]
    lines += [f"  {line.text} [{line.rule}]" for line in system.narrate(battle.state, battle.opening)]
    while system.to_act(battle.state):
        seat = min(system.to_act(battle.state))
        order = bot.choose(system, battle.state, seat)
        lines.append(f"{('west', 'east')[seat]}: {system.write(battle.state, order)}")
        events = battle.submit(seat, order, dice, len(battle))
        lines += [f"  {line.text} [{line.rule}]" for line in system.narrate(battle.state, events)]
    kinds = frozenset(event[0] for events in (battle.opening, *battle.events) for event in events)
    return "\n".join(lines) + "\n", kinds


def write() -> None:
    """Writes every transcript."""
    FOLDER.mkdir(exist_ok=True)
    for name in BATTLES:
        (FOLDER / f"{name}.txt").write_text(transcript(name)[0], encoding="utf-8")
        sys.stdout.write(f"{name}\n")


if __name__ == "__main__":
    write()
