"""Golden transcripts of Red Alert: battles told line by line, as somebody reads them who may know everything.

`python -m tests.battles.systems.red_alert.transcripts` fights the battles again and writes them into
`tests/transcripts/red_alert/` after a change that was meant; look at the difference before you keep it. A
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

from missions.battles.engine.contract import CHOSEN, Event, Order, Sentence
from missions.battles.engine.dice import Dice, seeded_dice
from missions.battles.engine.replay import Battle
from missions.battles.systems.red_alert.engine.choices import Kind, kind_of, move_of
from missions.battles.systems.red_alert.engine.commands import may_order
from missions.battles.systems.red_alert.engine.field import APART, BASELINE, HEXES, ROW, members
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from tests.battles.systems.red_alert.setups import HAMMER, PATROL, SETUPS, Setup, red_alert

FOLDER = Path(__file__).resolve().parents[3] / "transcripts" / "red_alert"
LAID = (CHOSEN, "laid", "marker")
"""Kinds of events of choices that lie face down."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A battle to be told: its set-up, the seed of its dice and orders, the turn after which it is cut off
    (0: never), parts of orders that its players are keen on, and kinds of events that it is about. Choices
    that lie face down are told as orders alone unless the battle is about markers.
    """

    setup: Setup
    seed: int
    turns: int
    keen: tuple[str, ...]
    about: tuple[str, ...]


TELLINGS: dict[str, Telling] = {
    "01-opening-salvo": Telling(
        SETUPS["salvo"],
        63,
        0,
        ("command CAP", "command GQ", "command STR", "take a star and"),
        ("tie", "shows", "eliminated", "debris", "over", "takes stars"),
    ),
    "02-line-of-battle": Telling(
        red_alert("declaration_of_war"),
        142,
        16,
        ("attack Cw-FS", "attack Cf-FS", "command BST", "command MIR", "command CLA", "with ", "play FOC"),
        ("confirms", "loses card", "focuses"),
    ),
    "03-clear-sectors": Telling(
        red_alert("cardinals_belt", HAMMER, PATROL),
        272,
        9,
        ("asteroid", "command GA", "command RF", "play STH", "retire asteroid"),
        ("clear sector", "asteroid risk", "drifts", "asteroid", "steadied"),
    ),
    "04-breakthrough": Telling(
        red_alert(
            "uncharted_base",
            {"card": 6, "bought": ["HDD", "HCR"]},
            {"card": 10, "bought": ["BB", "CR"]},
        ),
        17,
        9,
        ("exit", "home", "play BEN", "full impulse", "command SOR", "command LSP", "command SC"),
        ("exits", "boosted", "pays", "discards", "repeats"),
    ),
    "05-supply-base": Telling(
        SETUPS["base"],
        37,
        8,
        ("planet", "place planet"),
        ("laid", "marker", "placed", "revealed", "holds planet"),
    ),
    "06-reactions": Telling(
        red_alert("cardinals_belt_3", HAMMER, {"card": 7}),
        81,
        9,
        (
            "react FST",
            "play AMB",
            "play JAM",
            "play EVA",
            "play DEC",
            "play SHF",
            "play RTF",
            "take a star and",
        ),
        ("reacts", "spent", "forestalled", "cancelled", "plays"),
    ),
    "07-red-alerts": Telling(
        red_alert("triangulum", HAMMER, PATROL),
        159,
        9,
        ("play QFX", "play AHD", "repair", "disregard", "battle back", "take a star and"),
        ("passes", "retires", "blocked", "disregards", "repairs", "ignores", "stays", "marked", "cleared"),
    ),
    "08-pursuit": Telling(
        red_alert(
            "cardinals_belt_2",
            {"card": 5, "bought": ["CR", "CR", "F"]},
            {"card": 1, "bought": ["DD", "CR", "F"]},
        ),
        102,
        9,
        ("pursue", "play HPU", "play RTD", "command STR", "command LSP", "command CLA", "warp"),
        ("pursues", "takes stars"),
    ),
    "09-cards": Telling(
        SETUPS["kale"],
        1357,
        9,
        ("play SSV", "play SAB", "play CLK", "play DCT", "command REP", "trade"),
        ("cloaks", "uncloaks", "sabotages", "rebuilds", "again", "trades"),
    ),
    "10-three-a-side": Telling(
        red_alert("twin_sisters", HAMMER, PATROL, people=[3, 3]),
        247,
        8,
        ("command GA", "command RF", "command PM", "command GQ", "planet"),
        ("done", "goes on", "holds planet", "clear sector"),
    ),
}


# --- orders -----------------------------------------------------------------------------------------


USUAL: dict[Kind, float] = {
    Kind.PASS: 2,
    Kind.ROLL: 1,
    Kind.CARD: 1,
    Kind.REACT: 3,
    Kind.RETIRE: 2,
    Kind.DISREGARD: 3,
    Kind.REPAIR: 2.5,
    Kind.BACK: 2.5,
    Kind.ORDER: 5,
    Kind.CLEAR: 3,
    Kind.UNCLOAK: 0,
    Kind.PURSUE: 6,
    Kind.EXIT: 20,
    Kind.TRADE: 0.3,
    Kind.KEEP: 1,
    Kind.STARS: 1,
    Kind.STAR_AND_CARD: 1.3,
    Kind.DONE: 1.5,
    Kind.PLACE: 1,
    Kind.SHOW: 1,
    Kind.TIME: 1,
}
"""Value of kinds of orders, before chance adds up to 1."""
KEEN = 30.0
"""Value of what a battle is about first of all."""


class Chooser:
    """A player who fights, goes where the points are, and likes what the battle is about. It knows the odds
    of its orders and no bot.
    """

    def __init__(self, seed: str, keen: Iterable[str]) -> None:
        self._random, self._keen = Random(seed).random, tuple(keen)

    def choose(self, state: State, seat: int) -> Order:
        """The order of the seat that is worth most."""
        found = [
            (unit, choice)
            for unit in RED_ALERT.legal_units(state, seat)
            for choice in RED_ALERT.legal_orders(state, seat, unit)
        ]
        worth = {order: self._worth(state, seat, order) for order in found}
        return max(found, key=lambda order: worth[order])

    def _worth(self, state: State, seat: int, order: Order) -> float:
        kind = kind_of(order[1])
        keen = self._liking(self._words(state, order))
        if kind is Kind.ATTACK:
            return 10 + keen / 3 + self._harm(state, seat, order) + self._random()
        if kind is Kind.MOVE:
            return self._move(state, *order) + self._random()
        if kind is Kind.COMMAND:
            return keen / 6 + self._command(state, seat, order) + self._random()
        if kind is Kind.ORDER:
            keen = -_away(state, order[0], state.place[order[0]]) / 2
        return USUAL[kind] + keen + self._random()

    def _liking(self, words: str) -> float:
        """Value of what the battle is about, more for the first parts of it."""
        found = [KEEN - rank for rank, part in enumerate(self._keen) if part in words]
        return max(found, default=0.0)

    def _words(self, state: State, order: Order) -> str:
        """The order in words, without its unit, and what is peculiar to its end."""
        words = RED_ALERT.write(state, order)
        battle, kind = state.table.battle, kind_of(order[1])
        if kind is Kind.RETIRE and any(battle.asteroids & 1 << hex_ for hex_ in _hexes(words)):
            return f"{words} asteroid retire asteroid"
        if kind is Kind.PLACE and any(hex_ in battle.group for hex_ in _hexes(words)):
            return f"{words} place planet"
        return words

    @staticmethod
    def _harm(state: State, seat: int, order: Order) -> float:
        odds = RED_ALERT.odds(state, seat, order)
        if odds is None:
            return 0
        cost = 1.2 if " with " in RED_ALERT.write(state, order) else 0
        return float(3 * odds.main.expected + 5 * odds.effects[1].at_least(1)) - cost

    def _move(self, state: State, unit: int, choice: int) -> float:
        """Hexes nearer to an enemy, to the enemy's baseline or onto a planet, by what the battle is about."""
        hex_, paid = move_of(choice)
        here, side, battle = state.place[unit], state.table.units[unit].side, state.table.battle
        found = 4.0 - 3 * paid * ("full impulse" not in self._keen)
        found += _away(state, unit, here) - _away(state, unit, hex_)
        if "home" in self._keen:
            found += 3 * (ROW[here] - ROW[hex_]) * (1 if side == 0 else -1)
            found += 9 * bool(BASELINE[1 - side] >> hex_ & 1)
        if "planet" in self._keen:
            found += 6 * (hex_ in battle.group) - 6 * (here in battle.group)
        if battle.asteroids >> hex_ & 1:
            found += 3 if "asteroid" in self._keen else -2
        return found

    @staticmethod
    def _command(state: State, seat: int, order: Order) -> float:
        """Units that a command card may order, more for those near the enemy."""
        after = state.clone()
        RED_ALERT.apply(after, seat, order, seeded_dice("looking"))
        more = [unit for unit in after.on_field(after.side) if may_order(after, unit)]
        units = {*more, *members(after.ordered)}
        return sum(3 if _away(state, unit, state.place[unit]) <= 3 else 1 for unit in units) / 4


def _away(state: State, unit: int, hex_: int) -> int:
    """Hexes from there to the nearest enemy."""
    side = state.table.units[unit].side
    far = [APART[hex_][state.place[enemy]] for enemy in state.on_field(1 - side)]
    return min(far, default=0)


def _hexes(words: str) -> list[int]:
    return [HEXES[word] for word in words.split() if word in HEXES]


# --- telling ----------------------------------------------------------------------------------------


_ORDER = re.compile(r"^(commonwealth\S*|confederation\S*): (.+)$", re.MULTILINE)


@dataclass(slots=True)
class Told:
    """A battle that is being told: its lines, and the kinds of events so far."""

    telling: Telling
    battle: Battle[State]
    lines: list[str]
    kinds: set[str]

    def order(self, seat: int, order: Order, dice: Dice) -> None:
        """Carry an order out and tell it."""
        battle = self.battle
        self.lines.append(f"{_keys(battle)[seat]}: {RED_ALERT.write(battle.state, order)}")
        self.hear(battle.submit(seat, order, dice, len(battle)))

    def hear(self, events: Sequence[Event]) -> None:
        """Tell what happened."""
        self.kinds |= {event[0] for event in events}
        hidden = LAID if "marker" not in self.telling.about else ()
        lines = [line for line in RED_ALERT.narrate(self.battle.state, events) if line.kind not in hidden]
        self.lines += [f"  {line.text} [{_source(self.battle, line)}]" for line in lines]


def _keys(battle: Battle[State]) -> list[str]:
    return [seat.key for seat in RED_ALERT.seating(battle.setup).seats]


def _source(battle: Battle[State], line: Sentence) -> str:
    """The rule of a sentence, and the side that it is for if it is secret."""
    if line.only is None:
        return line.rule
    seating = RED_ALERT.seating(battle.setup)
    return f"{line.rule}, {seating.sides[seating.side(min(line.only))]} alone"


def tell(name: str, orders: Iterable[tuple[str, str]] | None = None) -> Told:
    """The battle of that name with these orders, each with its seat; without them its players choose."""
    telling = TELLINGS[name]
    dice = seeded_dice(f"{name} {telling.seed}")
    battle = Battle(RED_ALERT, telling.setup, dice)
    told = Told(telling, battle, [_heading(battle.state), ""], set())
    told.hear(battle.opening)
    for seat, order in _given(battle, orders) if orders is not None else _chosen(name, battle):
        told.order(seat, order, dice)
    return told


def _heading(state: State) -> str:
    table = state.table
    losses = f" or {table.losses} units eliminated" if table.losses else ""
    people = ", three people a side" if len(table.seats[0]) == 3 else ""
    return f"{table.battle.name}, {table.goal} points{losses}{people}"


def _given(battle: Battle[State], orders: Iterable[tuple[str, str]]) -> Iterator[tuple[int, Order]]:
    keys = _keys(battle)
    for key, words in orders:
        yield keys.index(key), RED_ALERT.read(battle.state, words)


def _chosen(name: str, battle: Battle[State]) -> Iterator[tuple[int, Order]]:
    telling = TELLINGS[name]
    chooser = Chooser(f"{name} {telling.seed}", telling.keen)
    while RED_ALERT.to_act(battle.state) and not (telling.turns and battle.state.turn > telling.turns):
        seat = min(RED_ALERT.to_act(battle.state))
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
