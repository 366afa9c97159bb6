"""Craft as the rules see them: profiles from data, weapons from figures, upgrades applied (FH-040 …
FH-055).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, TypeVar

from msgspec import Meta

from league.kernel.data_files import Faults, OneOf, Row, Says, Special, read_rows
from league.kernel.refusal import Unreadable
from missions.battles.engine.arcs import CLOSED, Arc, arc

DATA = Path(__file__).parent.parent / "data"
FIGHTER, SHIP, STATION, STRADDLER = range(4)
KINDS = ("fighter", "ship", "station", "straddler")
FIGHTERLIKE = (FIGHTER, STRADDLER)
"""Kinds that move as fighters and are shot at as fighters."""

# By sextant of the other unit; between two sextants the better figure counts (FH-020, FH-021, FH-022).
FRONT_GUNS = arc((0, 2, CLOSED, CLOSED, CLOSED, 2), "lower")
VECTORED = arc((0, 0, CLOSED, CLOSED, CLOSED, 0), "lower")
FRONT_AND_REAR = arc((0, 2, CLOSED, 0, CLOSED, 2), "lower")
FRONT_ONLY = arc((0, CLOSED, CLOSED, CLOSED, CLOSED, CLOSED), "lower")
REAR_OUT = arc((CLOSED, CLOSED, CLOSED, -1, CLOSED, CLOSED), "lower")
FIRING_OUT = arc((0, 2, 1, -1, 1, 2), "lower")
ALL_ROUND = (0,) * 12
LEFT_FLANK = arc((0, 0, 0, CLOSED, CLOSED, CLOSED), "lower")
RIGHT_FLANK = arc((0, CLOSED, CLOSED, CLOSED, 0, 0), "lower")
ANGLE = arc((0, 2, 1, -1, 1, 2), "higher")
"""FH-093, for the owner of the diagram being shot at."""
GUN_ARCS = {"front": FRONT_GUNS, "vectored": VECTORED, "front and rear": FRONT_AND_REAR}

GUNS, TURRET, STARSHIP, RUN, SNAP, LOCK = "guns", "turret", "starship", "run", "snap", "lock"
ANTI_SHIP, ANTI_FIGHTER = 1, 2
TORPEDOES = {RUN: ANTI_SHIP, SNAP: ANTI_SHIP, LOCK: ANTI_FIGHTER}
"""Kinds of torpedo (bits) by kind of mode."""
ANY = frozenset(range(4))
CAPITAL = frozenset((SHIP, STATION))
SMALL = frozenset(FIGHTERLIKE)
FORWARD, MOUNT = 0, 1
LONG_RANGE = 9


@dataclass(frozen=True, slots=True, eq=False)
class Mode:
    """One way to fire one weapon. Modes with the same `slot` are one weapon; modes are the same only when
    they are one object, as loadouts are.

    `attacks` 0 means one die for every fighter of the unit. `free` is how many range bands cost nothing.
    `aims` is kept by `attack.roll`: what stays the same of all its shots at one loadout.
    """

    id: str
    name: str
    slot: int
    kind: str
    attacks: int
    bonus: int
    damage: int
    arc: Arc
    raking: bool = False
    step: int = 3
    free: int = 1
    vs_fighter: int = 0
    targets: frozenset[int] = ANY
    ion: bool = False
    alone: bool = False
    most_range: int = 0
    moving_arc: bool = False
    rule: str = "FH-098"
    aims: dict[Loadout, Any] = field(init=False, default_factory=dict, repr=False)


Key = Annotated[str, Meta(min_length=1)]
Figure = Annotated[int, Meta(ge=0, le=99)]
Flag = Annotated[bool, Says("no", "yes")]
Side = Annotated[str, Meta(min_length=1), OneOf(frozenset({"rebel", "empire", "scum", "neutral"}))]


@dataclass(frozen=True, slots=True)
class Crew:
    """A crew as printed, one row of `crews.csv`; no grade for heroes."""

    id: Key
    name: Key
    gunnery: Figure
    piloting: Figure
    will: Figure
    grade: Figure | None


@dataclass(frozen=True, slots=True)
class Profile:
    """A craft as printed, one row of `profiles.csv`."""

    id: Key
    name: Key
    sides: tuple[Side, ...] = field(metadata={"column": "side"})
    kind: int
    movement: Figure
    evasion: Figure
    craft: Figure
    save: Figure
    shield: Figure
    regen: Figure
    hits: Figure
    crew: Key
    cost: Figure
    guns: Figure
    rapid: Figure
    linked: Figure
    gun_arc: str
    turrets: Figure
    turret_bonus: Figure
    turret_damage: Figure
    anti_ship: Flag
    bomber: Flag
    light: Flag
    launchers: Flag
    source: Key
    rules: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An upgrade as printed, one row of `upgrades.csv`."""

    id: Key
    name: Key
    crafts: tuple[Key, ...]
    cost: Figure
    group: str
    most: Figure
    effect: Key
    rules: tuple[Key, ...]

    def fits(self, profile: Profile) -> bool:
        """Whether this craft may buy it (FH-052 … FH-055, FH-159, FH-177)."""
        if profile.anti_ship and self.effect == "anti_ship":
            return False
        return profile.id in self.crafts or ("launchers" in self.crafts and profile.launchers)


@dataclass(frozen=True, slots=True, eq=False)
class Loadout:
    """A craft with its crew and upgrades: what the engine reads. Costs are per flight or ship (FH-042).

    `loadout` makes each one once, so that loadouts are the same only when they are one object.
    """

    profile: Profile
    name: str
    kind: int
    movement: int
    minimum: int
    evasion: int
    craft: int
    save: int
    shield: int
    regen: int
    hits: int
    crew: Crew
    cost: int
    modes: tuple[Mode, ...]
    slots: int
    uses: tuple[int, ...]
    """Bits of the weapons that are busy once a mode has fired, by mode."""
    vader: bool
    upgrades: tuple[str, ...]
    light: bool
    fighterlike: bool
    allowance: tuple[int, int, int]
    """Hexes, facings and least hexes of a whole move (FH-070, FH-072)."""
    sweep: int
    """Bits of the twelfths through which it can fire at anything, as long as its weapons work; −1 if that
    depends on its move, the target or the range.
    """

    @property
    def points(self) -> int:
        """The whole unit's price, Vader included."""
        return self.cost + (upgrades()["vader"].cost if self.vader else 0)


R = TypeVar("R")


def _rows(name: str, kind: type[R], special: Special | None = None, keys: int = 1) -> list[R]:
    """All rows of a data file. Raises DataError with every fault."""
    faults = Faults()
    found = read_rows(DATA / name, kind, faults, special, keys)
    faults.raise_if_any()
    return [value for _, value in found]


@lru_cache(maxsize=1)
def crews() -> Mapping[str, Crew]:
    """All crews by id (FH-030 … FH-035)."""
    return {crew.id: crew for crew in _rows("crews.csv", Crew)}


@lru_cache(maxsize=1)
def profiles() -> Mapping[str, Profile]:
    """All craft by id: those of the draft and the house profiles (FH-170). The latter get their figures by
    formulas for speed and guns (FH-171), saves (FH-172), bases (FH-173) and huge ships (FH-174), by which the
    draft's own craft come out as it has them (FH-176).
    """
    return {craft.id: craft for craft in _rows("profiles.csv", Profile, {"kind": _kind})}


def _kind(row: Row) -> int:
    word = row.text("kind")
    if word not in KINDS:
        row.fault(f"kind is '{word}', which is not one of {', '.join(KINDS)}.")
        return -1
    return KINDS.index(word)


@lru_cache(maxsize=1)
def upgrades() -> Mapping[str, Upgrade]:
    """All upgrades by id."""
    return {upgrade.id: upgrade for upgrade in _rows("upgrades.csv", Upgrade)}


@dataclass(frozen=True, slots=True)
class Model:
    """A ship of the campaign and its profile, one row of `ship_map.csv`."""

    side: Side
    ship: Key
    hyperdrive: Flag
    profile: Key


@lru_cache(maxsize=1)
def ship_map() -> Mapping[tuple[str, str], str]:
    """(campaign side, campaign ship) → profile (FH-170)."""
    return {(each.side, each.ship): each.profile for each in _rows("ship_map.csv", Model, keys=2)}


def minimum(movement: int) -> int:
    """The least a fighter flies: the higher of 3 and half, rounded up; all of a Movement below 3 (FH-072,
    FH-006).
    """
    return min(movement, max(3, (movement + 1) // 2))


def crewed_cost(profile: Profile, crew: Crew) -> int:
    """The profile's cost with a crew of another grade (FH-175); ships and stations keep theirs."""
    own = crews()[profile.crew]
    if crew.id == own.id or own.grade is None or crew.grade is None:
        return profile.cost
    steps = {FIGHTER: (-3, 0, 5, 11), STRADDLER: (-14, -11, -6, 0)}.get(profile.kind)
    if steps is None:
        return profile.cost
    return max(4, profile.cost + steps[crew.grade] - steps[own.grade])


@lru_cache(maxsize=1024)
def loadout(craft: str, bought: tuple[str, ...] = (), crew: str = "") -> Loadout:
    """The craft with these upgrades and crew. Raises Unreadable for names that do not exist."""
    profile = profiles().get(craft)
    if profile is None:
        raise Unreadable("battle.craft", f"There is no craft “{craft}”; choose one from the list.")
    unknown = [name for name in bought if name not in upgrades()]
    if unknown:
        raise Unreadable("battle.upgrade", f"There is no upgrade “{unknown[0]}”; choose one from the list.")
    crew = "han_chewie_paid" if "paid" in bought else crew or profile.crew
    if crew not in crews():
        raise Unreadable("battle.crew", f"There is no crew “{crew}”; choose one from the list.")
    extra = sum(upgrades()[name].cost for name in bought if name != "vader")
    modes = tuple(_modes(profile, bought))
    slots = sum(1 << slot for slot in {mode.slot for mode in modes})
    return Loadout(
        profile=profile,
        name=profile.name,
        kind=profile.kind,
        movement=profile.movement,
        minimum=minimum(profile.movement),
        evasion=profile.evasion,
        craft=profile.craft,
        save=profile.save,
        shield=profile.shield,
        regen=profile.regen,
        hits=profile.hits,
        crew=crews()[crew],
        cost=crewed_cost(profile, crews()[crew]) + extra,
        modes=modes,
        slots=slots,
        uses=tuple(slots if mode.alone else 1 << mode.slot for mode in modes),
        vader="vader" in bought,
        upgrades=bought,
        light=profile.light,
        fighterlike=profile.kind in FIGHTERLIKE,
        allowance=(profile.movement, profile.movement, minimum(profile.movement)),
        sweep=_sweep(modes),
    )


def _sweep(modes: tuple[Mode, ...]) -> int:
    if any(mode.targets != ANY or mode.most_range for mode in modes):
        return -1
    open_ = {twelfth for mode in modes for twelfth in range(12) if mode.arc[twelfth] != CLOSED}
    return sum(1 << twelfth for twelfth in open_)


def _modes(profile: Profile, bought: tuple[str, ...]) -> Iterable[Mode]:
    if profile.guns:
        yield from _guns(profile, bought)
    yield from _torpedoes(profile, bought)
    yield from _mountings(bought)
    yield from _turrets(profile, bought)


def _guns(profile: Profile, bought: tuple[str, ...]) -> Iterable[Mode]:
    """Rapid or linked fire, a TIE's too (FH-050, FH-098), or the ion cannon in their place."""
    bonus, damage = (1, 2) if "locked" in bought else (0, 0)
    guns = Mode("rapid", "rapid fire", FORWARD, GUNS, 0, 0, 1, GUN_ARCS[profile.gun_arc])
    yield replace(guns, bonus=profile.rapid + bonus)
    yield replace(guns, id="linked", name="linked fire", damage=profile.linked + damage)
    if "ion" in bought:
        yield replace(guns, id="ion", name="ion cannon", damage=2, ion=True, rule="FH-130")


def _torpedoes(profile: Profile, bought: tuple[str, ...]) -> Iterable[Mode]:
    """Anti-ship torpedoes as a run or a snap shot, anti-fighter ones as a lock; a Y-wing may swap the one for
    the other (FH-053).
    """
    if (profile.anti_ship and "swap" not in bought) or "act" in bought:
        run = Mode(
            "run", "torpedo attack run", FORWARD, RUN, 0, int(profile.bomber), 10, FRONT_ONLY, targets=CAPITAL
        )
        run = replace(run, most_range=LONG_RANGE, rule="FH-125")
        yield run
        yield replace(
            run, id="snap", name="torpedo snap shot", kind=SNAP, bonus=-1, arc=FRONT_GUNS, rule="FH-124"
        )
    if "swap" in bought or "aft" in bought:
        yield Mode(
            "lock", "anti-fighter torpedoes", FORWARD, LOCK, 0, 0, 1, FRONT_ONLY, targets=SMALL, rule="FH-121"
        )


def _mountings(bought: tuple[str, ...]) -> Iterable[Mode]:
    turret = Mode(
        "manned", "manned turret", MOUNT, TURRET, 0, 0, 1, FIRING_OUT, moving_arc=True, rule="FH-111"
    )
    if "manned" in bought:
        yield turret
    if "ion_turret" in bought:
        yield replace(turret, id="ion_turret", name="manned ion turret", damage=2, ion=True, rule="FH-130")
    if "piloted" in bought:
        yield replace(turret, id="piloted", name="pilot's turret", arc=REAR_OUT, alone=True, rule="FH-112")


def _turrets(profile: Profile, bought: tuple[str, ...]) -> Iterable[Mode]:
    """Starship weapons, which fire all round (FH-100) but for side turrets. An outpost's lasers are the main
    turrets of a Corvette (FH-049); a light turbolaser has no range penalty in its first two fives (FH-116).
    """
    heavy = bought.count("turbolaser")
    names = (
        ("starship laser", "laser turret", "laser turret")
        if profile.kind == STATION
        else ("laser turret",) * 2
    )
    turret = Mode("turret", "", MOUNT, STARSHIP, 1, 0, 0, ALL_ROUND, raking=True, rule="FH-114")
    for number in range(profile.turrets):
        if number < heavy:
            yield replace(
                turret, id=f"turbolaser{number + 1}", name="light turbolaser", slot=MOUNT + number,
                damage=8, step=5, free=2, vs_fighter=1, rule="FH-118",
            )  # fmt: skip
        else:
            yield replace(
                turret, id=f"turret{number + 1}", name=names[number], slot=MOUNT + number,
                bonus=profile.turret_bonus, damage=profile.turret_damage,
            )  # fmt: skip
    if "side" in bought:
        side = replace(turret, attacks=2, bonus=1, damage=1, raking=False, rule="FH-113")
        yield replace(side, id="left", name="left side turret", slot=MOUNT + profile.turrets, arc=LEFT_FLANK)
        yield replace(
            side, id="right", name="right side turret", slot=MOUNT + profile.turrets + 1, arc=RIGHT_FLANK
        )
