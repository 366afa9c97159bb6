"""A battle as data: the table, which never changes, and the state, which does.

Cards and ships get their numbers when they are launched, in that order, so that a number tells nothing about
what lies behind a screen. Sets of cards, of ships and of hexes are integers with one bit for each.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from enum import IntEnum
from operator import attrgetter

from missions.battles.engine.contract import Outcome, Seating
from missions.battles.systems.galaxies.engine.scenarios import Battle
from missions.battles.systems.galaxies.engine.ships import HEXES, ShipCard

UNKNOWN = -1
NOWHERE = -1
"""Place of a ship that is not on the map; number of a card or a ship where there is none."""


class Phase(IntEnum):
    """Parts of a battle and of a turn (BG-013, BG-014)."""

    BEGIN = 0
    """The side that rolled higher says who begins."""
    ENERGY = 1
    """Cards of the energy phase; there is none without tactic cards."""
    DEPLOY = 2
    ACTION = 3
    OVER = 4


BEGIN, ENERGY, DEPLOY, ACTION, OVER_PHASE = Phase
"""Phases that are looked up with every order: Python 3.11 takes ten times as long for `Phase.ACTION`."""


class Wait(IntEnum):
    """Reasons for which a move or an attack waits for a side."""

    CONTACT = 1
    """The enemy of a ship that has come close may roll for countermeasures (BG-080)."""
    DEBRIS = 2
    """The owner of a ship rolls for debris after somebody else's order (BG-141)."""
    MISSED = 3
    """The attacker may play a card on a miss."""
    HIT = 4
    """The owner of the target may play a card on a hit."""


@dataclass(frozen=True, slots=True)
class Model:
    """One ship of a fleet card: the ship card of the campaign that it stands for, its name there, the hull
    pegs it starts with, and the shield pegs it lacks then.
    """

    ref: str = ""
    name: str = ""
    hull: int = 0
    shields: int = 0


@dataclass(frozen=True, slots=True)
class FleetCard:
    """A ship card as a fleet has it. A squadron of the campaign may have fewer models than the card; its
    price and its room then shrink with it, rounded up.
    """

    type: ShipCard
    models: tuple[Model, ...]
    launch: int = 0
    spaces: int = 0

    def __post_init__(self) -> None:
        price = -(-self.type.launch * len(self.models) // self.type.models)
        object.__setattr__(self, "launch", price)
        object.__setattr__(self, "spaces", len(self.models) * HEXES[self.type.size])

    @property
    def worth(self) -> int:
        """Score for each of its ships that is destroyed (BG-134)."""
        return self.launch // len(self.models)


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that stands from the set-up on. `fleets` are secret until their cards are launched
    (BG-011), but if a side is `mustered` everybody knows its ships from the campaign, only not which of them
    lie in a hold. `tactics`: with tactic cards (BG-160).
    """

    seating: Seating
    battle: Battle
    fleets: tuple[tuple[FleetCard, ...], tuple[FleetCard, ...]]
    mustered: tuple[bool, bool]
    tactics: bool
    rounds: int


@dataclass(slots=True)
class Walk:
    """A move under way: its announced steps (BG-070), how many are made, and the end that leads (0 front, 1
    back).

    `known` are enemy ships in contact after the last step, `fresh` those that have come into contact and may
    still roll, larger first (BG-091). `debris`: a die for debris is due.
    """

    ship: int
    lead: int
    path: tuple[int, ...]
    at: int = 0
    known: int = 0
    fresh: tuple[int, ...] = ()
    debris: bool = False


@dataclass(slots=True)
class Shot:
    """An attack under way: the faces that lie there and whether they were rolled again."""

    ship: int
    weapon: int
    target: int
    letter: int = 0
    number: int = 0
    again: bool = False


@dataclass(slots=True)
class State:
    """A battle under way."""

    table: Table
    energy: list[int] = field(default_factory=lambda: [0, 0])
    reserve: list[tuple[int, ...]] = field(default_factory=lambda: [(), ()])
    """Cards of each fleet behind the screen, by their place in the fleet."""

    cards: list[FleetCard] = field(default_factory=list)
    """Cards that have been launched; the lists that follow have an entry for each."""
    owner: list[int] = field(default_factory=list)
    launched: list[int] = field(default_factory=list)
    """Turn in which each card was launched (BG-040)."""
    carrier: list[int] = field(default_factory=list)
    """Card out of whose hold it came; NOWHERE: from behind the screen."""
    holds: list[tuple[int, ...]] = field(default_factory=list)
    """Cards in the hold of each card, by their place in the fleet."""
    emptied: list[int] = field(default_factory=list)
    """Spaces of the hold of each card that nothing can lie in any more: those of the cards that have left it,
    and all of them once it is destroyed.
    """

    card: list[int] = field(default_factory=list)
    """Card of each ship; the lists that follow have an entry for each ship that has been launched."""
    model: list[int] = field(default_factory=list)
    """Number of the ship on its card."""
    place: list[int] = field(default_factory=list)
    """Front or middle hex of each ship, NOWHERE before it is placed and once it is destroyed."""
    tail: list[int] = field(default_factory=list)
    """Back hex of a medium ship, else the same as its place."""
    cover: list[int] = field(default_factory=list)
    """Hexes under each ship."""
    shields: list[int] = field(default_factory=list)
    hull: list[int] = field(default_factory=list)
    """Hull pegs of each ship (BG-009)."""
    lost: int = 0
    """Ships that are destroyed."""
    taken: int = 0
    """Hexes with a ship."""
    fleet: list[int] = field(default_factory=lambda: [0, 0])
    """Ships of each side that are on the map."""
    zones: list[int] = field(default_factory=lambda: [UNKNOWN, UNKNOWN])
    """Positions in contact with ships of each side, as `movement.danger` keeps them until a ship moves."""

    placing: int = NOWHERE
    """Card with ships that are still to be placed."""
    loading: int = NOWHERE
    """Card whose hold is to be loaded (BG-030)."""
    activated: int = 0
    """Cards that were activated this turn (BG-051)."""
    active: int = NOWHERE
    """Card that is activated now."""
    moved: int = 0
    """Ships that have moved in this activation; so are the sets and numbers that follow."""
    stayed: int = 0
    """Ships that have made their move, long or short: they move no more."""
    firing: bool = False
    """Whether the card has attacked, so that no ship moves any more (BG-054)."""
    charged: dict[tuple[int, int], int] = field(default_factory=dict)
    """Attacks left of each weapon that is charged, by ship and weapon (BG-101, BG-102)."""
    gated: int = 0
    """Ships that stood on a warp gate when their card was activated (BG-147)."""
    faster: int = 0
    """Further spaces of movement from a tactic card."""
    farther: int = 0
    """Further range of primary weapons from a tactic card."""
    jammed: bool = False
    """Whether a tactic card keeps countermeasures off."""

    walk: Walk | None = None
    shot: Shot | None = None
    wait: Wait | None = None
    waiting: int = 0
    """Side that an answer or dice are awaited from."""

    points: list[int] = field(default_factory=lambda: [0, 0])
    """Victory points (BG-133)."""
    score: list[int] = field(default_factory=lambda: [0, 0])
    """Launch costs of destroyed enemy ships (BG-134)."""
    hands: list[tuple[int, ...]] = field(default_factory=lambda: [(), ()])
    decks: list[tuple[int, ...]] = field(default_factory=lambda: [(), ()])
    discards: list[tuple[int, ...]] = field(default_factory=lambda: [(), ()])

    phase: Phase = Phase.BEGIN
    turn: int = 0
    """Turns of both sides, counted together from 1."""
    side: int = 0
    """Side whose turn it is; before the first, the one that says who begins."""
    first: int = 0
    """Side that began."""
    outcome: Outcome | None = None

    def clone(self) -> State:
        """An independent copy. Tuples and finished cards are shared, since nothing changes them."""
        values = list(_VALUES(self))
        for number in _LISTS:
            values[number] = values[number].copy()
        found = State(*values)
        if self.walk is not None or self.shot is not None:
            found.walk, found.shot = copy(self.walk), copy(self.shot)
        return found

    @property
    def round(self) -> int:
        """Number of the round: one turn of each side."""
        return (self.turn + 1) // 2

    def type_of(self, ship: int) -> ShipCard:
        """The ship card of a ship."""
        return self.cards[self.card[ship]].type

    def side_of(self, ship: int) -> int:
        """The side that a ship fights for."""
        return self.owner[self.card[ship]]

    def ships_of(self, card: int) -> list[int]:
        """Ships of a card that are on the map."""
        return [ship for ship, whose in enumerate(self.card) if whose == card and self.place[ship] != NOWHERE]

    def unseen(self, side: int) -> int:
        """Cards of a side that its enemy has not seen: behind the screen and in holds (BG-045)."""
        found = len(self.reserve[side])
        for owner, hold in zip(self.owner, self.holds, strict=True):
            if hold and owner == side:
                found += len(hold)
        return found

    def put(self, ship: int, place: int, tail: int, cover: int) -> None:
        """Put a ship on the map, or move it there."""
        self.taken = self.taken & ~self.cover[ship] | cover
        self.place[ship], self.tail[ship], self.cover[ship] = place, tail, cover
        side = self.owner[self.card[ship]]
        self.fleet[side] |= 1 << ship
        self.zones[side] = UNKNOWN

    def lift(self, ship: int) -> None:
        """Take a ship off the map. On its way it may have been over another one, which keeps its hexes."""
        self.place[ship] = self.tail[ship] = NOWHERE
        self.cover[ship] = self.taken = 0
        for cover in self.cover:
            self.taken |= cover
        side = self.owner[self.card[ship]]
        self.fleet[side] &= ~(1 << ship)
        self.zones[side] = UNKNOWN


_NAMES = tuple(State.__dataclass_fields__)
_VALUES = attrgetter(*_NAMES)
"""The values of all fields, in the order in which a state is made from them."""
_LISTS = tuple(
    number
    for number, name in enumerate(_NAMES)
    if str(State.__dataclass_fields__[name].type).startswith(("list", "dict"))
)
"""Numbers of the fields that change in place."""
