"""Golden transcripts: battles told line by line, as a player reads them.

`python -m tests.missions.tactical.transcripts` writes them anew into `tests/transcripts/` after a change that
was meant; look at the difference before you keep it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from missions.tactical import views
from missions.tactical.bots.random_bot import RandomBot
from missions.tactical.contract import Choice
from missions.tactical.dice import seeded_dice
from missions.tactical.registry import SYSTEMS
from missions.tactical.replay import Battle
from missions.tactical.systems.fighters import orders
from tests.missions.tactical.setups import ARMED, ION, ION_TURRET, SETUPS, VADER, Setup, fighters

FOLDER = Path(__file__).resolve().parents[2] / "transcripts"
X, Y, TIE, BOMBER = "x_wing", "y_wing", "tie_fighter", "tie_bomber"
CLOSE = {"columns": 12, "rows": 9, "turns": 4}

BATTLES: dict[str, Setup] = {
    "01-dogfight": fighters("free", [X, X], [TIE, TIE], **CLOSE),
    "02-torpedoes": fighters("free", [(X, ("aft",)), Y], [BOMBER, "corvette_empire"], **CLOSE),
    "03-ion-cannons": fighters(
        "free", [ION, ION, ION_TURRET], ["corvette_empire"], columns=9, rows=7, turns=6
    ),
    "04-vader": fighters("free", ["red_squadron", (Y, ("manned",))], [VADER], **CLOSE),
    "05-corvettes": fighters("free", [ARMED], ["corvette_empire", TIE], **CLOSE),
    "06-convoy-raid": SETUPS["fighters"]["convoy"],
    "07-outpost-assault": SETUPS["fighters"]["outpost"],
    "08-hostages": SETUPS["fighters"]["hostages"],
    "09-starship-theft": SETUPS["fighters"]["theft"],
    "10-fighter-clash": SETUPS["fighters"]["clash"],
}


class Willing(RandomBot):
    """Random, but stays on the map and fires when it can: more happens in fewer lines."""

    def choose(self, system, state, seat):  # type: ignore[no-untyped-def]
        """One of the legal orders, without leaving and without declining."""
        order = super().choose(system, state, seat)
        for _ in range(9):
            if self._lively(order[1]):
                break
            order = super().choose(system, state, seat)
        return order

    @staticmethod
    def _lively(choice: Choice) -> bool:
        return choice & 15 not in (orders.LEAVE, orders.DONE, orders.STOP)


def tell(name: str) -> str:
    """The battle of that name from set-up to outcome: each order, then what came of it with its rule."""
    setup = BATTLES[name]
    system = SYSTEMS[setup["system"]]
    dice, bot = seeded_dice(name), Willing(name)
    battle = Battle(system, setup, dice)
    lines = [f"{setup['scenario'].replace('_', ' ')}, {setup['points'] or 'no'} points", ""]
    lines += [f"  {line.text} [{line.rule}]" for line in views.log(battle)[0]]
    while system.to_act(battle.state):
        seat = min(system.to_act(battle.state))
        order = bot.choose(system, battle.state, seat)
        lines.append(f"{('west', 'east')[seat]}: {system.write(battle.state, order)}")
        events = battle.submit(seat, order, dice, len(battle))
        lines += [f"  {line.text} [{line.rule}]" for line in system.narrate(battle.state, events)]
    return "\n".join(lines) + "\n"


def write() -> None:
    """Writes every transcript."""
    FOLDER.mkdir(exist_ok=True)
    for name in BATTLES:
        (FOLDER / f"{name}.txt").write_text(tell(name), encoding="utf-8")
        sys.stdout.write(f"{name}\n")


if __name__ == "__main__":
    write()
