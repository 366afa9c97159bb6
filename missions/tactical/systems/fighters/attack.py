"""The shooting phase: who may fire what at whom, what the dice must show, and rolling them (FH-090 …
FH-135).
"""

from __future__ import annotations

from missions.tactical.arcs import CLOSED, relative
from missions.tactical.contract import Choice, Event, Reason
from missions.tactical.dice import Dice, at_least
from missions.tactical.hexes import DIRECTION, DISTANCE
from missions.tactical.systems.fighters import orders
from missions.tactical.systems.fighters.kits import (
    ANGLE,
    FIGHTER,
    FIRING_OUT,
    GUNS,
    LOCK,
    RUN,
    SNAP,
    VECTORED,
    Kit,
    Mode,
)
from missions.tactical.systems.fighters.state import (
    BANK,
    DOUBLE,
    IN_PLAY,
    STATION_HELD,
    STRAIGHT,
    VADER,
    State,
    is_disabled,
    is_inert,
    is_panicked,
    scramble,
)

EXTREME = 4
"""The range band in which only luck hits."""
BEYOND = 50
"""What extreme range adds: more than any bonus can make good (FH-096, FH-092)."""


def band(mode: Mode, distance: int) -> int:
    """1 short, 2 medium, 3 long, 4 extreme; turbolasers count in fives (FH-096, FH-115)."""
    return min(EXTREME, (distance - 1) // mode.step + 1)


def range_penalty(mode: Mode, distance: int) -> int:
    """What the range adds to the needed roll; BEYOND at extreme range."""
    found = band(mode, distance)
    if found == EXTREME:
        return BEYOND
    return 0 if found <= mode.free else found - 1


def targets(state: State, seat: int) -> list[int]:
    """Enemy units that may be shot at (FH-103, FH-164)."""
    units = state.fixed.units
    return [
        unit
        for unit, status in enumerate(state.status)
        if status == IN_PLAY and state.side[unit] != seat and units[unit].role != STATION_HELD
    ]


def choices(state: State, unit: int, against: list[int]) -> list[Choice]:
    """Every shot of a unit at the targets `against`; empty without a legal one."""
    if is_disabled(state, unit) or is_inert(state, unit):
        return []
    kit, here, facing = state.kits[unit], state.pos[unit], 2 * state.face[unit]
    record = state.ion.get(unit)
    out = record.out if record else 0
    ready = [
        (number, mode)
        for number, mode in enumerate(kit.modes)
        if not out >> mode.slot & 1 and _may_fire(state, unit, mode)
    ]
    result = []
    for target in against:
        difference = state.pos[target] - here
        twelfth = (DIRECTION[difference] - facing) % 12
        kind = state.kits[target].kind
        for number, mode in ready:
            if mode.arc[twelfth] == CLOSED or kind not in mode.targets:
                continue
            if mode.most_range and DISTANCE[difference] > mode.most_range:
                continue
            result.append((target << 6 | number) << 4 | orders.FIRE)
    return result


def _may_fire(state: State, unit: int, mode: Mode) -> bool:
    """What this turn's move leaves possible: torpedoes ask for certain moves (FH-076, FH-121 … FH-125)."""
    flown, turned = state.flown[unit], state.turned[unit]
    if mode.kind == LOCK:
        return flown == STRAIGHT and turned == 0
    if mode.kind == RUN:
        return flown <= BANK and turned <= 1
    return mode.kind != SNAP or flown != DOUBLE


def open_choices(state: State, unit: int) -> list[Choice]:
    """The shots left to the unit in the middle of its fire, and to be done."""
    shots, used = state.shots[unit] or [], state.used
    if used:
        modes = state.kits[unit].modes
        shots = [
            shot
            for shot in shots
            if not used >> modes[shot >> 4 & 63].slot & 1 and not modes[shot >> 4 & 63].alone
        ]
    return [*shots, orders.FINISHED]


TERMS = (
    ("base: 7 less Gunnery", "FH-030"),
    ("weapon or fire mode", "FH-098"),
    ("angle of the target", "FH-093"),
    ("range", "FH-096"),
    ("evasion", "FH-091"),
    ("firing arc", "FH-097"),
    ("double move", "FH-102"),
    ("turbolaser at fighters", "FH-115"),
    ("targeting disrupted", "FH-134"),
    ("panic", "FH-155"),
)


def terms(state: State, unit: int, mode: Mode, target: int, lead: bool = False) -> tuple[int, ...]:
    """What makes up the needed roll, in the order of TERMS (FH-091); `lead` asks for Vader's own die."""
    kit, aim = state.kits[unit], state.kits[target]
    difference = state.pos[target] - state.pos[unit]
    fire_arc = VECTORED if lead else mode.arc
    own = fire_arc[relative(difference, state.face[unit])]
    if mode.moving_arc and state.still[unit]:
        own = 0
    gunnery = (
        VADER.gunnery
        if lead or (kit.vader and state.lead[unit] and state.men[unit] == 1)
        else kit.crew.gunnery
    )
    evasion = angle = 0
    if aim.fighterlike:
        evasion = evasion_of(state, target)
        if not state.still[target]:
            angle = ANGLE[relative(-difference, state.face[target])]
    record = state.ion.get(unit)
    return (
        7 - gunnery,
        -mode.bonus,
        angle,
        range_penalty(mode, DISTANCE[difference]),
        evasion,
        own,
        int(state.flown[unit] == DOUBLE),
        mode.vs_fighter if aim.fighterlike else 0,
        int(record is not None and record.disrupted),
        int(is_panicked(state, unit)),
    )


def evasion_of(state: State, unit: int) -> int:
    """Frame evasion and Piloting; of Vader's flight the wingmen's while one lives (FH-031, FH-153)."""
    kit = state.kits[unit]
    alone = kit.vader and state.lead[unit] and state.men[unit] == 1
    return kit.evasion + (VADER.piloting if alone else kit.crew.piloting)


def groups(state: State, unit: int) -> tuple[tuple[bool, int], ...]:
    """The dice of a flight by skill: (Vader's own?, fighters) (FH-153)."""
    men = state.men[unit]
    if not (state.kits[unit].vader and state.lead[unit]):
        return ((False, men),)
    return ((False, men - 1), (True, 1)) if men > 1 else ((True, 1),)


def dice_for(state: State, kit: Kit, mode: Mode, target: int, men: int) -> int:
    """Dice of one attack before luck's limit: fighters, fixed attacks, or raking (FH-090, FH-110, FH-113)."""
    if mode.raking:
        return state.men[target] if state.kits[target].kind == FIGHTER else 1
    return mode.attacks or men


def rolls(state: State, unit: int, mode: Mode, target: int) -> list[tuple[int, int, int]]:
    """(needed, dice, what a die must show) of each group of dice (FH-091, FH-092, FH-135)."""
    result = []
    worse = scramble(state, unit)
    for lead, men in groups(state, unit):
        needed = sum(terms(state, unit, mode, target, lead))
        if needed > 6:
            result.append((needed, 1, 6))
        else:
            shown = min(6, needed + worse) if worse else needed
            result.append((shown, dice_for(state, state.kits[unit], mode, target, men), max(1, shown)))
    return result


def lock_sides(state: State, unit: int, target: int) -> tuple[int, int]:
    """What firer and target add to their dice for an anti-fighter torpedo (FH-121, FH-122, FH-155)."""
    defence = 0 if state.still[target] else evasion_of(state, target)
    return -is_panicked(state, unit), defence - is_panicked(state, target)


def apply(state: State, unit: int, choice: Choice, dice: Dice, out: list[Event]) -> None:
    """Fires once: Will save, dice, and hits set aside for the end phase (FH-064, FH-155)."""
    load = choice >> 4
    number, target = load & 63, load >> 6
    mode = state.kits[unit].modes[number]
    state.used |= 1 << mode.slot
    if mode.alone:
        state.used = state.kits[unit].slots
    if state.lead[unit]:
        _terrify(state, target, dice, out)
    if mode.kind == LOCK:
        hits = _lock(state, unit, number, target, dice, out)
    else:
        hits = 0
        for needed, count, shown in rolls(state, unit, mode, target):
            faces = dice.roll(count)
            scored = at_least(faces, shown)
            hits += scored
            out.append(("fire", unit, number, target, needed, shown, faces, scored))
    if hits:
        state.pending.append((unit, number, target, hits))


def _lock(state: State, unit: int, number: int, target: int, dice: Dice, out: list[Event]) -> int:
    plus, defence = lock_sides(state, unit, target)
    faces = dice.roll(2 * state.men[unit])
    hits = sum(faces[n] + plus > faces[n + 1] + defence for n in range(0, len(faces), 2))
    out.append(("lock", unit, number, target, plus, defence, faces, hits))
    return hits


def will_needed(state: State, unit: int) -> int:
    """What a Will save must show (FH-033); scrambles never carry it past 6 (FH-135)."""
    will = VADER.will if state.lead[unit] else state.kits[unit].crew.will
    needed = 7 - will + is_panicked(state, unit)
    worse = scramble(state, unit)
    return min(6, needed + worse) if worse and needed <= 6 else needed


def _terrify(state: State, target: int, dice: Dice, out: list[Event]) -> None:
    needed = will_needed(state, target)
    faces = dice.roll(1)
    saved = at_least(faces, needed)
    out.append(("will", target, needed, faces, saved))
    if not saved:
        state.panic[target] = state.turn + 1


def reasons(state: State, unit: int, mode: Mode, target: int, lead: bool = False) -> list[Reason]:
    """The needed roll line by line, with what a player should know of each line."""
    found = []
    for amount, (text, rule) in zip(terms(state, unit, mode, target, lead), TERMS, strict=True):
        if amount == BEYOND:
            found.append(Reason(amount, "extreme range: luck only", rule))
        elif amount or rule == "FH-030":
            text, rule = _special(mode, text, rule)
            found.append(Reason(amount, text, rule))
    worse = scramble(state, unit)
    if worse:
        found.append(Reason(worse, "controls scrambled, never past 6+", "FH-135"))
    return found


def _special(mode: Mode, text: str, rule: str) -> tuple[str, str]:
    if rule == "FH-098" and mode.kind != GUNS:
        return mode.name, mode.rule
    if rule == "FH-097" and mode.arc is FIRING_OUT:
        return "turret firing out", "FH-111"
    if rule == "FH-096" and mode.step == 5:
        return text, "FH-115"
    return text, rule
