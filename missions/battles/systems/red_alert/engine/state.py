"""A battle as data: the table, which never changes, and the state, which does."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from enum import IntEnum

from missions.battles.engine.contract import Outcome, Seating
from missions.battles.engine.dice import Dice
from missions.battles.systems.red_alert.engine.field import AROUND, COUNT, hex_set
from missions.battles.systems.red_alert.engine.scenarios import Battle
from missions.battles.systems.red_alert.engine.units import UnitType

NOWHERE = -1
"""Place of a unit that is not on the battlefield; number of a unit where there is none."""
NO_CARD = -1
STARS = 36
"""Star tokens of the common pool (RA-003)."""
EVERYBODY = -1
"""All seats, as bits."""
MOST_CLOAKED = 3
"""Cloaking markers there are (RA-007)."""


class Wait(IntEnum):
    """Reasons for which an attack or a retire waits: an answer, or dice of another side."""

    DECLARED = 1
    """The side that is attacked may answer before the dice fall."""
    ROLL = 2
    SHOWN = 3
    """The dice lie there and count after the answer."""
    ALERT = 4
    """A unit that was hit has to retire or to get round it."""
    WITHDRAW = 5
    """A unit that was not hit may retire."""
    BACK = 6
    """The unit that was attacked may battle back."""
    AMBUSH = 7
    """An enemy unit has just ended its move."""
    FOLLOW = 8
    """The unit has battled back in its own side's turn, and a card may follow."""


(
    ON_DECLARATION,
    ON_ROLL,
    ON_SHOWN_DICE,
    ON_ALERT,
    ON_WITHDRAWAL,
    ON_BACK,
    ON_MOVE,
    ON_FOLLOWING,
) = Wait
"""The same for code that looks them up with every attack: Python 3.11 takes ten times as long for
`Wait.DECLARED`.
"""


class Mode:
    """Reasons for an attack, as numbers."""

    ORDERED = 1
    BONUS = 2
    EXTRA = 3
    BACK = 4
    AMBUSH = 5
    FIRST_STRIKE = 6


class Stage:
    """Stages of an attack, as numbers (RA-085)."""

    DECLARED = 0
    ROLLING = 1
    SHOWN = 2
    COUNTING = 3
    CONFIRMING = 4
    ALERT = 5
    RETIRED = 6
    BACK = 7
    FOLLOW = 8
    DONE = 9


@dataclass(slots=True)
class Attack:
    """An attack on one target (RA-081) that is being carried out.

    `origin` and `start` are the hexes of attacker and target when it was declared. `added` are dice of the
    attacker's cards and of its command, `cut` those that the target's cards take off. `hits` and `alerts` are
    those that count, `doubts` the hits on a bare flagship that are to be confirmed.
    """

    unit: int
    target: int
    kind: int
    mode: int
    origin: int
    start: int
    added: int = 0
    cut: int = 0
    stage: int = Stage.DECLARED
    shielded: bool = False
    struck_first: bool = False
    """Whether the target has answered with an attack of its own before the dice."""
    cancelled: bool = False
    """Whether a card kept it from taking place. Then no card follows it."""
    faces: bytes = b""
    hits: int = 0
    alerts: int = 0
    doubts: int = 0
    forced: bool = False
    """Whether the target had to retire."""
    left: bool = False
    """Whether it retired out of its hex."""
    eliminated: bool = False
    pursuit: bool = True
    """Whether the attacker may pursue, as far as its orders and cards allow it."""


@dataclass(slots=True)
class Retire:
    """A unit on its way home: the hexes ahead, the number of hexes that it has to make, and how many it has
    made. `alerts` are the red alerts that sent it off.
    """

    unit: int
    path: tuple[int, ...]
    length: int
    alerts: int
    at: int = 0
    rolled: bool = False
    """Whether the die for the asteroid on the next hex has been rolled."""


Frame = Attack | Retire


class Phase(IntEnum):
    """Parts of a battle and of a turn (RA-041, RA-044, RA-050)."""

    DEPLOYMENT = 0
    """Markers are laid hidden, by both sides at once (RA-185)."""
    REINFORCEMENT = 1
    """Units that are left over are placed openly, by one side after the other (RA-186)."""
    FIRST_PLAYER = 2
    COMMAND = 3
    ORDERS = 4
    MOVEMENT = 5
    COMBAT = 6
    END = 7
    OVER = 8


SHARED = (Phase.MOVEMENT, Phase.COMBAT)
"""Phases in which every officer orders their own units (RA-190)."""
DEPLOYING, REINFORCING, READY, COMMANDING, ORDERING, MOVING, FIGHTING, ENDING = (
    Phase.DEPLOYMENT,
    Phase.REINFORCEMENT,
    Phase.FIRST_PLAYER,
    Phase.COMMAND,
    Phase.ORDERS,
    Phase.MOVEMENT,
    Phase.COMBAT,
    Phase.END,
)
"""Phases that are looked up with every order: Python 3.11 takes ten times as long for `Phase.ORDERS`."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a fleet: its type, side and label, the ship card that it stands for, and its figures at the
    start. `name` is what that ship card is called. Units are never divided or joined (RA-025).
    """

    type: UnitType
    side: int
    label: str
    ref: str
    figures: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that stands from the set-up on: the people (RA-002), the battle and the fleets."""

    seating: Seating
    battle: Battle
    units: tuple[Unit, ...]
    goal: int
    """Victory points that win."""
    losses: int
    """Units whose elimination wins for the other side; 0 if it does not."""
    turn_limit: int
    cards: tuple[int, int] = (0, 0)
    """Task force card of each side; 0 for none."""
    seats: tuple[tuple[int, ...], tuple[int, ...]] = ((0,), (1,))
    """Seats of each side, its commander first."""

    fleets: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Units of each side."""
    sides: tuple[int, ...] = ()
    """Side of each seat."""
    owners: tuple[int, ...] = ()
    """Side of each unit."""
    alone: tuple[bool, bool] = (True, True)
    """Whether each side is one person."""

    def __post_init__(self) -> None:
        one, other = (
            tuple(number for number, unit in enumerate(self.units) if unit.side == side) for side in (0, 1)
        )
        object.__setattr__(self, "fleets", (one, other))
        object.__setattr__(self, "sides", tuple(seat.side for seat in self.seating.seats))
        object.__setattr__(self, "owners", tuple(unit.side for unit in self.units))
        object.__setattr__(self, "alone", tuple(len(seats) == 1 for seats in self.seats))


@dataclass(slots=True)
class State:
    """A battle under way. Sets of units and of hexes are integers with a bit for each.

    `place` is the hex of each unit, `at` the unit on each hex; `figures` counts cap fighters of a flagship
    together with it. `hands` and `decks` hold numbers of cards: of command cards first, then of combat cards.
    """

    table: Table
    place: list[int]
    figures: list[int]
    at: list[int] = field(default_factory=lambda: [NOWHERE] * COUNT)
    taken: int = 0
    """Hexes with a unit."""
    occupied: list[int] = field(default_factory=lambda: [0, 0])
    """The same for the units of each side."""
    marked: int = 0
    """Units with a red alert marker."""
    cloaked: int = 0
    debris: int = 0
    """Hexes with debris."""
    stars: list[int] = field(default_factory=lambda: [0, 0])
    points: list[int] = field(default_factory=lambda: [0, 0])
    planet_markers: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Hexes of each side's planet markers, one for each marker (RA-205). They are replaced as a whole, so
    that a copy costs nothing.
    """
    eliminated: list[int] = field(default_factory=lambda: [0, 0])
    """Enemy units that each side has eliminated."""
    exited: int = 0
    """Units that left by breakthrough."""
    hands: list[list[list[int]]] = field(default_factory=lambda: [[[], []], [[], []]])
    """`hands[side][0]` are command cards, `hands[side][1]` combat cards."""
    decks: list[list[int]] = field(default_factory=lambda: [[], []])
    discards: list[list[int]] = field(default_factory=lambda: [[], []])
    draws_skipped: list[int] = field(default_factory=lambda: [0, 0])
    """Draws of command cards that each side has to leave out (RA-028)."""
    replaced: list[int] = field(default_factory=lambda: [0, 0])
    """Command cards that each side draws at the end of this turn for those it reacted with (RA-172)."""
    laid: list[tuple[int, int] | None] = field(default_factory=lambda: [None, None])
    """Choice that each side has laid face down: a unit and its hex, or a card to show and 0."""
    unplaced: list[list[int]] = field(default_factory=lambda: [[], []])
    """Units that are still to be deployed, by side."""
    covered: int = 0
    """Units whose markers lie face down on their hexes (RA-185)."""
    frames: list[Frame] = field(default_factory=list)
    """Attacks and retires under way, the innermost last."""
    wait: Wait | None = None
    waiting: int = 0
    """Side that an answer or dice are awaited from."""
    trigger: int = NOWHERE
    """Unit that has just ended its move, while an ambush may answer it."""
    command: int = NO_CARD
    """Command card of this turn."""
    carried_out: int = NO_CARD
    """Card whose effects hold: the same, or the one that it repeats."""
    fell_back: bool = False
    """Whether no unit qualified for it, so that its fallback holds."""
    last: list[int] = field(default_factory=lambda: [NO_CARD, NO_CARD])
    """Command card that each side played in its last turn."""
    shown: list[int] = field(default_factory=lambda: [NO_CARD, NO_CARD])
    """Cards that the sides showed for the first turn and have to play (RA-044)."""
    drawn: list[int] = field(default_factory=list)
    """Command cards of which one is to be kept (RA-166)."""
    ending: int = 0
    """Steps of the end of the turn that are over."""
    boosted: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Units whose movement a card changes: hexes more, and how many times as many."""
    passing: int = 0
    """Units that cross asteroids unhindered this turn."""
    focus: tuple[int, int] = (NOWHERE, 0)
    """A target of this turn, and the dice that attacks on it have more."""
    pushed: int = 0
    """Units that have used full impulse this turn (RA-074)."""
    moved_on: int = 0
    """Units that have made their second move."""
    bonus: int = NOWHERE
    """Unit that may make its bonus combat now (RA-136)."""
    extra: int = NOWHERE
    """Unit that may make one more ranged combat now."""
    after: Attack | None = None
    """The attack that has just been carried out, until its side does something else."""
    settling: int = 0
    """Seats that still decide what follows that attack, or open the combat with a card, as bits. Only sides
    of several people have any (`aftermath`).
    """
    played: int = 0
    """Sides that have played a combat card this turn, as bits (RA-167)."""
    led: dict[int, int] = field(default_factory=dict)
    """Seat that leads each ordered unit, if a side has several (RA-190)."""
    done: int = 0
    """Seats that have ended their part of the phase, as bits."""
    ordered: int = 0
    """Units that are ordered this turn; so are the other sets of units that follow."""
    moved: int = 0
    fought: int = 0
    halted: int = 0
    """Units that an asteroid or a planet stopped (RA-076)."""
    barred: int = 0
    """Units that may not fight since they moved onto a planet (RA-154)."""
    retired: int = 0
    phase: Phase = Phase.COMMAND
    turn: int = 0
    side: int = 0
    """Side whose turn it is."""
    outcome: Outcome | None = None

    def clone(self) -> State:
        """An independent copy."""
        return State(
            table=self.table,
            place=self.place[:],
            figures=self.figures[:],
            at=self.at[:],
            taken=self.taken,
            occupied=self.occupied[:],
            marked=self.marked,
            cloaked=self.cloaked,
            debris=self.debris,
            stars=self.stars[:],
            points=self.points[:],
            planet_markers=self.planet_markers,
            eliminated=self.eliminated[:],
            exited=self.exited,
            hands=[[cards[:] for cards in hands] for hands in self.hands],
            decks=[cards[:] for cards in self.decks],
            discards=[cards[:] for cards in self.discards],
            draws_skipped=self.draws_skipped[:],
            replaced=self.replaced[:],
            laid=self.laid[:],
            unplaced=[units[:] for units in self.unplaced],
            covered=self.covered,
            frames=[copy(frame) for frame in self.frames],
            wait=self.wait,
            waiting=self.waiting,
            trigger=self.trigger,
            command=self.command,
            carried_out=self.carried_out,
            fell_back=self.fell_back,
            last=self.last[:],
            shown=self.shown[:],
            drawn=self.drawn[:],
            ending=self.ending,
            boosted=dict(self.boosted),
            passing=self.passing,
            focus=self.focus,
            pushed=self.pushed,
            moved_on=self.moved_on,
            bonus=self.bonus,
            extra=self.extra,
            after=self.after,
            settling=self.settling,
            played=self.played,
            led=dict(self.led),
            done=self.done,
            ordered=self.ordered,
            moved=self.moved,
            fought=self.fought,
            halted=self.halted,
            barred=self.barred,
            retired=self.retired,
            phase=self.phase,
            turn=self.turn,
            side=self.side,
            outcome=self.outcome,
        )

    # --- what follows a combat ----------------------------------------------------------------------

    def open_combat(self) -> None:
        """Let the people of the side whose turn it is decide what follows (`aftermath.settle`)."""
        if not self.table.alone[self.side]:
            self.settling = EVERYBODY

    def close_combat(self) -> None:
        """Let nothing follow the attack that has just been carried out."""
        self.after = None
        self.bonus = self.extra = NOWHERE
        self.settling = 0

    # --- units and hexes ----------------------------------------------------------------------------

    def put(self, unit: int, hex_: int) -> None:
        """Place a unit on an empty hex; it leaves the one where it stood."""
        bit, old = 1 << hex_, self.place[unit]
        if old != NOWHERE:
            self.at[old] = NOWHERE
            bit ^= 1 << old
        self.place[unit], self.at[hex_] = hex_, unit
        self.taken ^= bit
        self.occupied[self.table.owners[unit]] ^= bit

    def lift(self, unit: int) -> None:
        """Take a unit off the battlefield, if it is there."""
        old = self.place[unit]
        if old != NOWHERE:
            rest = ~(1 << old)
            self.place[unit], self.at[old] = NOWHERE, NOWHERE
            self.taken &= rest
            self.occupied[self.table.owners[unit]] &= rest

    def on_field(self, side: int) -> list[int]:
        """The units of a side that are on the battlefield."""
        place = self.place
        return [unit for unit in self.table.fleets[side] if place[unit] >= 0]

    def hexes_of(self, side: int) -> int:
        """The hexes with a unit of that side."""
        place, found = self.place, 0
        for unit in self.table.fleets[side]:
            if place[unit] >= 0:
                found |= 1 << place[unit]
        return found

    def neighbours(self, unit: int) -> list[int]:
        """Enemy units next to a unit."""
        near = self.occupied[1 - self.table.owners[unit]] & AROUND[self.place[unit]]
        found = []
        while near:
            low = near & -near
            found.append(self.at[low.bit_length() - 1])
            near ^= low
        return found

    def is_marked(self, unit: int) -> bool:
        """Whether a unit has a red alert marker."""
        return bool(self.marked >> unit & 1)

    def is_cloaked(self, unit: int) -> bool:
        """Whether a unit has a cloaking marker."""
        return bool(self.cloaked >> unit & 1)

    def claim(self, side: int, hex_: int) -> None:
        """Lay a planet marker of that side on a hex, which is a victory point (RA-205)."""
        self.points[side] += 1
        one, other = self.planet_markers
        self.planet_markers = (one, (*other, hex_)) if side else ((*one, hex_), other)

    # --- cards and stars ----------------------------------------------------------------------------

    def spare_commands(self, side: int) -> list[int]:
        """Command cards of a side that it may lose or react with: all but the one that it has shown and is
        still to play (RA-028, RA-048).
        """
        cards = self.hands[side][0][:]
        if self.shown[side] != NO_CARD:
            cards.remove(self.shown[side])
        return cards

    @property
    def pool(self) -> int:
        """Stars in the common pool."""
        return STARS - sum(self.stars)

    def gain(self, side: int, stars: int) -> int:
        """Give a side stars from the pool; a short pool gives what is left (RA-163). Returns the number."""
        held = self.stars
        left = STARS - held[0] - held[1]
        given = stars if stars < left else left
        held[side] += given
        return given

    # --- obstructions -------------------------------------------------------------------------------

    def obstructions(self, start: int, end: int) -> int:
        """The hexes that cut lines between these two (RA-091). Between two hexes of one planet its own hexes
        do not (RA-151).
        """
        battle, features = self.table.battle, self.table.battle.features
        group = battle.group.get(start)
        if group is not None and group == battle.group.get(end):
            features &= ~hex_set(battle.planets[group][1])
        return self.taken | self.debris | features


def shuffled(cards: list[int], dice: Dice) -> list[int]:
    """The cards in another order, with one draw for each place but the first."""
    cards, last = cards[:], len(cards)
    for drawn in dice.draws(range(last, 1, -1)):
        last -= 1
        cards[last], cards[drawn - 1] = cards[drawn - 1], cards[last]
    return cards
