"""A duel as data: the table, which never changes, and the state, which does."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from missions.battles.engine.contract import Outcome, Seating
from missions.battles.engine.dice import Dice, Die
from missions.battles.engine.footprints import FLOWER, ONE, covered
from missions.battles.engine.hexes import board, place_set

SIDES = ("Sun", "Moon")
COLUMNS, ROWS = 11, 7
MAP = board(COLUMNS, ROWS, ragged=True)
ROCKS = frozenset(MAP.at(*spot) for spot in ((4, 1), (5, 3), (5, 4), (6, 6)))
DEBRIS = tuple(MAP.at(*spot) for spot in ((3, 2), (4, 4), (6, 2), (7, 5)))
BLOCKED = place_set((*ROCKS, *MAP.halves()))
HAND, LOWEST, HIGHEST = 3, 1, 6
STARS, MOST_PAID = 2, 2
TURNS = 5
GONE = -1
DEBRIS_HURTS_ON = 8

BID, ACT, OVER = range(3)
PHASES = ("bidding", "acting", "over")

SYMBOLS = ("circle", "triangle", "square", "blast", "star", "blank")
SYMBOL = Die(6, SYMBOLS, "ctsbxo")
D10 = Die(10)
BLAST, STAR = 4, 5


@dataclass(frozen=True)
class Kind:
    """A kind of unit; `symbol` is the face that hits it."""

    name: str
    footprint: tuple[int, ...]
    move: int
    hull: int
    dice: int
    reach: int
    symbol: int


KINDS = {"ark": Kind("ark", FLOWER, 1, 6, 3, 4, 3), "skiff": Kind("skiff", ONE, 3, 2, 2, 3, 1)}
ARKS = ((1, 3), (8, 3))
SKIFFS = (((3, 1), (3, 5), (3, 3)), ((6, 1), (6, 5), (6, 3)))
"""Start places of ships, by side."""


@dataclass(frozen=True)
class Unit:
    label: str
    kind: Kind
    side: int
    seat: int
    ref: str
    start: int


@dataclass(frozen=True)
class Table:
    """The set-up of one duel."""

    seating: Seating
    units: tuple[Unit, ...]
    hand: int
    turns: int


@dataclass(frozen=True)
class Shot:
    """An attack that has been declared; `asked` while the seat that is fired at may guard."""

    unit: int
    target: int
    dice: int
    asked: bool


@dataclass
class Duel:
    """`bids` are the cards that each seat has laid, empty before; `todo` the units that still act."""

    table: Table
    deck: list[int]
    laid: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    bids: list[list[int]] = field(default_factory=list)
    stars: list[int] = field(default_factory=lambda: [STARS, STARS])
    place: list[int] = field(default_factory=list)
    hull: list[int] = field(default_factory=list)
    turn: int = 0
    phase: int = BID
    side: int = 0
    second: bool = False
    todo: list[int] = field(default_factory=list)
    active: int = GONE
    shot: Shot | None = None
    outcome: Outcome | None = None

    def clone(self) -> Duel:
        return replace(
            self,
            deck=self.deck[:],
            laid=self.laid[:],
            hands=[hand[:] for hand in self.hands],
            bids=[bid[:] for bid in self.bids],
            stars=self.stars[:],
            place=self.place[:],
            hull=self.hull[:],
            todo=self.todo[:],
        )

    def hexes(self, unit: int) -> tuple[int, ...]:
        """The hexes that a unit covers; none once it is gone."""
        place = self.place[unit]
        return () if place == GONE else covered(place, self.table.units[unit].kind.footprint)

    def alive(self, side: int) -> list[int]:
        """The units of a side that are left."""
        units = enumerate(self.table.units)
        return [number for number, unit in units if unit.side == side and self.place[number] != GONE]

    @property
    def seats(self) -> range:
        return range(len(self.table.seating.seats))


def shuffled(cards: list[int], dice: Dice) -> list[int]:
    """Shuffle cards, with one draw for each place."""
    cards = cards[:]
    for last in range(len(cards) - 1, 0, -1):
        other = dice.draw(last + 1) - 1
        cards[last], cards[other] = cards[other], cards[last]
    return cards
