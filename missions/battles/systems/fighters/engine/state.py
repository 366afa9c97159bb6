"""A battle of fighters as data: what never changes (`Fixed`) and what does (`State`).

Units are numbered through both seats; the lists of a state run parallel. `men` counts the fighters of a
flight, Vader included, and is 1 for everything else; `hull` counts the hits of ships, stations and
straddlers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from missions.battles.engine.arcs import Charts, charts
from missions.battles.engine.contract import Outcome
from missions.battles.engine.hexes import Board
from missions.battles.systems.fighters.engine.loadouts import SHIP, STATION, Loadout, crews

SIDES = ("West", "East")
"""Names of the two sides, by number; each has one seat."""
DEPLOY, INITIATIVE, MOVE, SHOOT, END, OVER = range(6)
PHASES = ("deployment", "initiative", "movement", "shooting", "end phase", "over")
IN_PLAY, DESTROYED, CAPTURED, WITHDRAWN, WAITING = range(5)
STATUSES = ("in play", "destroyed", "captured", "withdrawn", "not yet placed")
NOWHERE = -1

STRAIGHT, BANK, WEAVE, MANEUVER, DOUBLE, STOP = range(6)
"""Kinds of a fighter's move: no turn, one turn of one facing, more turns, a manoeuvre, a double move, a
stop."""
IMMELMANN = 6
"""A manoeuvre that the log names (FH-073)."""

TRANSPORT, STATION_HELD, PRIZE, CONVOY, OUTPOST, GARRISON = (
    "transport", "station", "prize", "convoy", "outpost", "garrison",
)  # fmt: skip
INERT = frozenset((STATION_HELD, PRIZE))
"""Roles that have no orders: the hostage station and the Corvette to be stolen."""

REPAIR, NEUTRALISE = "repair", "neutralise"
VADER = crews()["vader"]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit at the start. `free` units cost their side nothing and count in no tally of points."""

    seat: int
    loadout: Loadout
    name: str
    label: str
    role: str
    squadron: int
    men: int
    hull: int
    ref: str
    free: bool = False

    @property
    def title(self) -> str:
        """A unit's name for people: "W1 X-wing", "E2 Soontir Fel"."""
        return f"{self.label} {self.name}"


@dataclass(frozen=True, slots=True)
class Fixed:
    """The set-up of one battle, shared by all its states."""

    scenario: str
    board: Board
    turns: int
    units: tuple[Unit, ...]
    zones: tuple[frozenset[int], ...]
    facings: tuple[int, int]
    clock: int
    convoy: int
    least: int = 1
    """Lowest face of an attack die that can hit: 2 if a natural 1 always misses (FH-005)."""
    salvos: int = 0
    """Number of times that a unit may fire each kind of torpedo; 0: without limit (FH-120)."""
    concedes: bool = False
    """Whether who leaves the map gives its points to the enemy (FH-165)."""
    early: bool = False
    """A battle by version 1 of these rules: a craft could fire a snap shot after a full stop, and any ship
    could take the prize.
    """
    loadouts: tuple[Loadout, ...] = field(init=False)
    side: tuple[int, ...] = field(init=False)
    active: tuple[tuple[int, ...], tuple[int, ...]] = field(init=False)
    """Units that have orders at all, by seat (FH-164, FH-166)."""
    movers: tuple[tuple[int, ...], tuple[int, ...]] = field(init=False)
    """Units that can ever move, by seat (FH-081)."""
    inert: bool = field(init=False)
    """Whether there are units that have none."""
    ships: tuple[int, ...] = field(init=False)
    shielded: tuple[int, ...] = field(init=False)
    """Ships and stations, whose shields come back (FH-046)."""
    targets: tuple[tuple[int, ...], tuple[int, ...]] = field(init=False)
    """The enemy's units that may ever be shot at, by seat (FH-103, FH-164)."""
    choosy: bool = field(init=False)
    """Whether some weapons depend on the move, the target or the range."""
    swept: tuple[Charts, ...] = field(init=False, repr=False)
    """Hexes where a unit's enemies must be for a shot, by unit."""

    def __post_init__(self) -> None:
        units = range(len(self.units))
        loadouts = tuple(unit.loadout for unit in self.units)
        role = [unit.role for unit in self.units]
        side = tuple(unit.seat for unit in self.units)
        west, east = (
            tuple(unit for unit in units if side[unit] == seat and role[unit] not in INERT) for seat in (0, 1)
        )
        derived = {
            "loadouts": loadouts,
            "side": side,
            "active": (west, east),
            "inert": len(west) + len(east) < len(units),
            "movers": tuple(
                tuple(unit for unit in active if loadouts[unit].kind != STATION) for active in (west, east)
            ),
            "ships": tuple(unit for unit in units if loadouts[unit].kind == SHIP),
            "shielded": tuple(unit for unit in units if loadouts[unit].kind in (SHIP, STATION)),
            "swept": tuple(charts(loadout.sweep) for loadout in loadouts),
            "choosy": any(loadout.sweep < 0 for loadout in loadouts),
            "targets": tuple(
                tuple(unit for unit in units if side[unit] != seat and role[unit] != STATION_HELD)
                for seat in (0, 1)
            ),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)


class Ion:
    """Effects of ion cannons on one ship or station (FH-130 … FH-139)."""

    __slots__ = (
        "disabled",
        "disrupted",
        "disrupted_next",
        "engine",
        "hits",
        "out",
        "scrambled",
        "scrambled_next",
    )

    def __init__(self) -> None:
        self.hits = self.engine = self.out = 0
        self.disabled = self.disrupted = self.disrupted_next = False
        self.scrambled = self.scrambled_next = 0

    def clone(self) -> Ion:
        copy = Ion.__new__(Ion)
        copy.hits, copy.engine, copy.out = self.hits, self.engine, self.out
        copy.disabled, copy.disrupted, copy.disrupted_next = (
            self.disabled,
            self.disrupted,
            self.disrupted_next,
        )
        copy.scrambled, copy.scrambled_next = self.scrambled, self.scrambled_next
        return copy

    def facts(self) -> list[int]:
        """All of it as numbers, in the order of the slots."""
        return [int(getattr(self, name)) for name in self.__slots__]


class State:
    """A position in a battle. Change a `clone()`, never one that somebody else holds."""

    __slots__ = (
        "active", "aimed", "ask", "carried", "docked", "face", "first", "fixed", "flown", "gone",
        "guarded", "held", "hull", "ion", "loadouts", "lead", "left", "men", "outcome",
        "panic", "pending", "phase", "pos", "queue", "salvos", "seat", "shield", "shots",
        "side", "status", "step", "still", "todo", "turn", "turned", "used",
    )  # fmt: skip

    fixed: Fixed
    loadouts: tuple[Loadout, ...]
    side: tuple[int, ...]
    turn: int
    phase: int
    first: int
    """The seat that goes first this turn."""
    seat: int
    """The seat whose order is awaited."""
    active: int
    """The unit in the middle of its move or fire; NOWHERE between units."""
    pos: list[int]
    face: list[int]
    men: list[int]
    lead: list[int]
    hull: list[int]
    shield: list[int]
    status: list[int]
    flown: list[int]
    still: list[int]
    turned: list[int]
    panic: list[int]
    gone: list[int]
    ion: dict[int, Ion]
    todo: tuple[list[int], list[int]]
    aimed: tuple[list[int], list[int]]
    """The units that may be shot at in this shooting phase, by seat, while it lasts."""
    shots: list[list[int] | None]
    """Modes that a unit may fire in this shooting phase; None if not worked out yet."""
    pending: list[tuple[int, int, int, int]]
    left: tuple[int, int, int] | None
    """Hexes left, facings left, and hexes still to fly at least, of a move under way."""
    used: int
    """Weapons (bits of slots) that the active unit has fired."""
    ask: tuple[str, int, int, tuple[int, ...]] | None
    """A choice of the end phase: what, the seat, the unit it is about, the options."""
    queue: list[int]
    """Ships that still roll for repair in this end phase."""
    guarded: int
    """Bits of flights whose Vader this end phase cannot reach (FH-154)."""
    step: int
    """Progress of the end phase (FH-065)."""
    salvos: dict[tuple[int, int], int]
    """(Unit, kind of torpedo) → how often it has fired them, if that is counted (FH-120)."""
    held: dict[int, int]
    """Disabled ship → bits of enemy ships that ended the last turn beside it (FH-167)."""
    docked: int
    carried: int
    """Bits of units that panic carried off the map: they concede nothing (FH-155, FH-165)."""
    outcome: Outcome | None

    def clone(self) -> State:
        """An independent copy."""
        copy = State.__new__(State)
        copy.fixed, copy.loadouts, copy.side = self.fixed, self.loadouts, self.side
        copy.turn, copy.phase, copy.first, copy.seat = self.turn, self.phase, self.first, self.seat
        copy.active, copy.left, copy.used, copy.ask = self.active, self.left, self.used, self.ask
        copy.guarded, copy.aimed = self.guarded, self.aimed
        copy.step, copy.docked, copy.outcome = self.step, self.docked, self.outcome
        copy.carried = self.carried
        copy.pos, copy.face, copy.men, copy.lead = self.pos[:], self.face[:], self.men[:], self.lead[:]
        copy.hull, copy.shield, copy.status = self.hull[:], self.shield[:], self.status[:]
        copy.flown, copy.still, copy.turned = self.flown[:], self.still[:], self.turned[:]
        copy.panic, copy.gone, copy.shots = self.panic[:], self.gone[:], self.shots[:]
        copy.ion = {unit: ion.clone() for unit, ion in self.ion.items()} if self.ion else {}
        copy.todo = (self.todo[0][:], self.todo[1][:])
        copy.pending, copy.queue, copy.held = self.pending[:], self.queue[:], self.held.copy()
        copy.salvos = self.salvos.copy()
        return copy


_PLAIN = (
    "turn", "phase", "first", "seat", "active", "pos", "face", "men", "lead", "hull", "shield",
    "status", "flown", "still", "turned", "panic", "gone", "todo", "pending", "left", "used", "ask",
    "queue", "step", "docked", "guarded", "carried",
)  # fmt: skip


def facts(state: State) -> dict[str, Any]:
    """Everything that can change, as JSON-ready data. Fighters hide nothing, so every seat may have it."""
    data: dict[str, Any] = {name: _plain(getattr(state, name)) for name in _PLAIN}
    data["ion"] = {str(unit): ion.facts() for unit, ion in sorted(state.ion.items())}
    data["held"] = {str(unit): bits for unit, bits in sorted(state.held.items())}
    data["salvos"] = [[*load, fired] for load, fired in sorted(state.salvos.items())]
    outcome = state.outcome
    data["outcome"] = outcome and [outcome.winner, outcome.reason, outcome.rule, outcome.grade]
    return data


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


def new_state(fixed: Fixed) -> State:
    """All units waiting to be placed, before turn 1. At set-up no craft counts as stopped (FH-075)."""
    state = State()
    units = fixed.units
    count = len(units)
    state.fixed, state.loadouts, state.side = fixed, fixed.loadouts, fixed.side
    state.turn, state.phase, state.first, state.seat, state.active = 0, DEPLOY, 0, 0, NOWHERE
    state.pos, state.face = [NOWHERE] * count, [fixed.facings[unit.seat] for unit in units]
    state.men, state.hull = [unit.men for unit in units], [unit.hull for unit in units]
    state.lead = [int(unit.loadout.vader) for unit in units]
    state.shield = [unit.loadout.shield for unit in units]
    state.status = [WAITING] * count
    state.flown, state.still, state.turned = [STRAIGHT] * count, [0] * count, [0] * count
    state.panic, state.gone = [0] * count, [NOWHERE] * count
    state.ion, state.held, state.salvos, state.todo = {}, {}, {}, ([], [])
    state.shots, state.pending, state.queue = [None] * count, [], []
    state.left, state.used, state.ask, state.step = None, 0, None, 0
    state.docked, state.guarded, state.outcome, state.aimed = 0, 0, None, ([], [])
    state.carried = 0
    return state


def place(state: State, unit: int, hex_: int, facing: int) -> None:
    """Puts a unit on the map, however many craft it has: one hex, and one of six facings (FH-010, FH-012)."""
    state.pos[unit], state.face[unit], state.status[unit] = hex_, facing, IN_PLAY


def remove(state: State, unit: int, status: int) -> None:
    """Takes a unit out of play for good."""
    state.pos[unit], state.status[unit] = NOWHERE, status


def ion_of(state: State, unit: int) -> Ion:
    """The ion record of a ship, made when first needed."""
    record = state.ion.get(unit)
    if record is None:
        record = state.ion[unit] = Ion()
    return record


def movement(state: State, unit: int) -> int:
    """Movement now: both the hexes and the turns of this turn (FH-135)."""
    loadout = state.loadouts[unit]
    record = state.ion.get(unit)
    return loadout.movement if record is None else max(0, loadout.movement - record.engine)


def is_disabled(state: State, unit: int) -> bool:
    """Disabled, or counting as such: nothing left to move or fire with (FH-136)."""
    loadout, record = state.loadouts[unit], state.ion.get(unit)
    if record is None or loadout.fighterlike:
        return False
    return record.disabled or (record.out == loadout.slots and movement(state, unit) == 0)


def is_inert(state: State, unit: int) -> bool:
    """Whether its role gives it no orders at all (FH-164, FH-166)."""
    return state.fixed.units[unit].role in INERT


def is_panicked(state: State, unit: int) -> bool:
    """Panic lasts to the end of the next turn (FH-155)."""
    return state.panic[unit] >= state.turn > 0


def scramble(state: State, unit: int) -> int:
    """Number of scrambles that worsen its rolls this turn (FH-135)."""
    record = state.ion.get(unit)
    return record.scrambled if record else 0


def piloting(state: State, unit: int) -> int:
    """The lowest Piloting alive in the unit (FH-031, FH-153)."""
    loadout = state.loadouts[unit]
    if loadout.vader and state.lead[unit] and state.men[unit] == 1:
        return VADER.piloting
    return loadout.crew.piloting


def in_play(state: State, seat: int) -> list[int]:
    """Units of a seat on the map that count as such (FH-169)."""
    status = state.status
    return [unit for unit in state.fixed.active[seat] if status[unit] == IN_PLAY]
