"""Golden transcripts of Galaxies: battles told line by line, as somebody reads them who may know everything.

`python -m tests.battles.systems.galaxies.transcripts` fights the battles again and writes them into
`tests/transcripts/galaxies/` after a change that was meant; look at the difference before you keep it. A
transcript holds its orders, so that it is told again from nothing but itself.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from missions.battles.engine.contract import Event, Order, Sentence
from missions.battles.engine.dice import Dice, seeded_dice
from missions.battles.engine.replay import Battle
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of, move_of
from missions.battles.systems.galaxies.engine.movement import stepped
from missions.battles.systems.galaxies.engine.odds.moves import DEBRIS, meetings
from missions.battles.systems.galaxies.engine.state import State
from missions.battles.systems.galaxies.engine.system import GALAXIES
from tests.battles.systems.galaxies.setups import Setup, galaxies

FOLDER = Path(__file__).resolve().parents[3] / "transcripts" / "galaxies"


@dataclass(frozen=True, slots=True)
class Telling:
    """A battle to be told: its set-up, the seed of its dice and orders, the turn after which it is cut off
    (0: never), parts of orders that its players are keen on, and kinds of events that it is about.

    `close`: its players seek contact and debris on the way, and let some ships pass. `loath`: parts
    of orders that they avoid.
    """

    setup: Setup
    seed: int
    turns: int
    keen: tuple[str, ...]
    about: tuple[str, ...]
    close: bool = False
    loath: tuple[str, ...] = ()


def fleet(*cards: str) -> dict[str, list[str]]:
    """A fleet of these ship cards."""
    return {"cards": list(cards)}


TELLINGS: dict[str, Telling] = {
    "01-energy-and-launching": Telling(
        galaxies("ring_patrol"),
        1,
        4,
        ("launch",),
        ("initiative", "begins", "energy", "launches", "placed", "activates", "moves", "finishes"),
    ),
    "02-holds": Telling(
        galaxies(
            "ring_patrol",
            fleet("isn-everest-standard", "isn-torrent-standard", "isn-hawks-standard", "isn-f54-standard"),
            fleet("wre-vapor-standard", "wre-teskio-standard", "wre-fuvu-standard", "wre-chosh-standard"),
            points=40,
        ),
        16,
        0,
        ("launch isn-everest", "launch wre-vapor", "load isn", "load wre"),
        ("loads", "sealed", "lost in hold", "destroyed", "over"),
        loath=("launch isn-f54", "launch wre-chosh"),
    ),
    "03-countermeasures": Telling(
        galaxies(
            "ring_patrol",
            fleet("isn-everest-standard", "isn-torrent-standard", "isn-sparrows-seasoned"),
            fleet("wre-vapor-standard", "wre-sobwatet-standard", "wre-fuvu-standard"),
            points=40,
        ),
        1,
        12,
        (),
        ("counters", "lets pass", "debris", "damaged"),
        close=True,
    ),
    "04-attacks": Telling(
        galaxies(
            "ring_patrol",
            fleet("isn-barrage-veteran", "isn-torrent-veteran", "isn-hawks-veteran"),
            fleet("wre-sobwatet-veteran", "wre-teskio-veteran", "wre-chosh-veteran"),
            points=45,
        ),
        7,
        0,
        ("fire second",),
        ("charges", "fires", "rolls", "damaged", "destroyed", "raids", "over"),
    ),
    "05-tactic-cards": Telling(
        galaxies("shattered_moon", tactics=True),
        18,
        16,
        ("play", "discard hull_mine"),
        ("plays", "discards", "drawn", "draws", "gains", "recharged", "repaired"),
    ),
    "06-holding-the-wreck": Telling(
        galaxies("shattered_moon", rounds=6), 12, 0, ("1107", "1113"), ("point", "market", "over")
    ),
    "07-saturn-line": Telling(
        galaxies(
            "saturn_line",
            fleet("isn-everest-veteran", "isn-f54-veteran"),
            fleet("wre-vapor-veteran", "wre-chosh-veteran"),
        ),
        4,
        0,
        ("warp", "launch", "1308", "0708"),
        ("warps", "regains", "counters", "over"),
    ),
}


# --- orders -----------------------------------------------------------------------------------------


KEEN = 30.0
"""Value of what a battle is about first of all."""
CONTACT = 12.0
"""Value of each die on the way of a ship that seeks contact."""
PASSES = 0.3
"""Part of the enemies that let a ship pass in a battle about contact."""


class Chooser:
    """A player who orders as a bot does, and likes what the battle is about."""

    def __init__(self, seed: str, telling: Telling) -> None:
        self._random, self._telling = Random(seed).random, telling

    def choose(self, state: State, seat: int) -> Order:
        """The order of the seat that is worth most."""
        found: dict[Order, float] = {}
        for unit in GALAXIES.contenders(state, seat, "greedy"):
            choices = list(GALAXIES.legal_orders(state, seat, unit))
            rated = GALAXIES.rate(state, seat, unit, choices, "greedy")
            for choice, value in zip(choices, rated, strict=True):
                found[unit, choice] = value + self._liking(state, (unit, choice)) + self._random()
        return max(found, key=lambda order: found[order])

    def _liking(self, state: State, order: Order) -> float:
        kind = kind_of(order[1])
        words = GALAXIES.write(state, order)
        liked = [KEEN - rank for rank, part in enumerate(self._telling.keen) if part in words]
        found = max(liked, default=0.0) - KEEN * any(part in words for part in self._telling.loath)
        if kind is Kind.MOVE:
            found += self._way(state, order)
        if kind is Kind.PASS and self._telling.close and self._random() < PASSES:
            found += KEEN
        return found

    def _way(self, state: State, order: Order) -> float:
        """Value of the way and the end of a move."""
        found = 0.0
        if self._telling.close:
            found += CONTACT * sum(1 if each.enemy != DEBRIS else 2 for each in meetings(state, *order))
        if not any(len(part) == 4 and part.isdigit() for part in self._telling.keen):
            return found
        ship, field = order[0], state.table.battle.field
        lead, path = move_of(order[1])
        size, pose = state.type_of(ship).size, (state.place[ship], state.tail[ship])
        for direction in path:
            pose = stepped(field, size, lead, pose, direction) or pose
        wanted = [field.hexes[part] for part in self._telling.keen if part.isdigit()]
        under = field.covered(size, pose)
        return found + KEEN * sum(under >> hex_ & 1 for hex_ in wanted)


# --- telling ----------------------------------------------------------------------------------------


_ORDER = re.compile(r"^(isn|wretch): (.+)$", re.MULTILINE)


@dataclass(slots=True)
class Told:
    """A battle that is being told: its lines, and the kinds of events so far."""

    battle: Battle[State]
    lines: list[str]
    kinds: set[str]

    def order(self, seat: int, order: Order, dice: Dice) -> None:
        """Carry an order out and tell it."""
        battle = self.battle
        self.lines.append(f"{_keys(battle)[seat]}: {GALAXIES.write(battle.state, order)}")
        self.hear(battle.submit(seat, order, dice, len(battle)))

    def hear(self, events: Sequence[Event]) -> None:
        """Tell what happened."""
        self.kinds |= {event[0] for event in events}
        lines = GALAXIES.narrate(self.battle.state, events)
        self.lines += [f"  {line.text} [{_source(self.battle, line)}]" for line in lines]


def _keys(battle: Battle[State]) -> list[str]:
    return [seat.key for seat in GALAXIES.seating(battle.setup).seats]


def _source(battle: Battle[State], line: Sentence) -> str:
    """The rule of a sentence, and the side that it is for if it is secret."""
    if line.only is None:
        return line.rule
    seating = GALAXIES.seating(battle.setup)
    return f"{line.rule}, {seating.sides[seating.side(min(line.only))]} alone"


def tell(name: str, orders: Iterable[tuple[str, str]] | None = None, seed: int | None = None) -> Told:
    """The battle of that name with these orders, each with its seat; without them its players choose."""
    telling = TELLINGS[name]
    seeded = f"{name} {telling.seed if seed is None else seed}"
    dice = seeded_dice(seeded)
    battle = Battle(GALAXIES, telling.setup, dice)
    told = Told(battle, [_heading(battle.state), ""], set())
    told.hear(battle.opening)
    chosen = _given(battle, orders) if orders is not None else _chosen(telling, seeded, battle)
    for seat, order in chosen:
        told.order(seat, order, dice)
    return told


def _heading(state: State) -> str:
    table = state.table
    goal = f", {table.battle.goal} victory points win" if table.battle.goal else ""
    cards = ", with tactic cards" if table.tactics else ""
    return f"{table.battle.name}, {table.battle.points} points a fleet, {table.rounds} rounds{goal}{cards}"


def _given(battle: Battle[State], orders: Iterable[tuple[str, str]]) -> Iterator[tuple[int, Order]]:
    keys = _keys(battle)
    for key, words in orders:
        yield keys.index(key), GALAXIES.read(battle.state, words)


def _chosen(telling: Telling, seed: str, battle: Battle[State]) -> Iterator[tuple[int, Order]]:
    chooser = Chooser(seed, telling)
    while GALAXIES.to_act(battle.state) and not (telling.turns and battle.state.turn > telling.turns):
        seat = min(GALAXIES.to_act(battle.state))
        yield seat, chooser.choose(battle.state, seat)


def stored(name: str) -> str:
    """The transcript of that name as it was written."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@cache
def again(name: str) -> tuple[str, frozenset[str]]:
    """The transcript told again with its own orders, and its kinds of events."""
    told = tell(name, _ORDER.findall(stored(name)))
    return "\n".join(told.lines) + "\n", frozenset(told.kinds)


def write() -> None:
    """Let every battle be fought again, and write the transcripts."""
    FOLDER.mkdir(exist_ok=True)
    for name in TELLINGS:
        told = tell(name)
        (FOLDER / f"{name}.txt").write_text("\n".join(told.lines) + "\n", encoding="utf-8")
        sys.stdout.write(f"{name}: {len(told.lines)} lines\n")


if __name__ == "__main__":
    write()
