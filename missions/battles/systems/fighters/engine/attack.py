"""The shooting phase: who may fire what at whom, what the dice must show, and rolling them (FH-090 …
FH-135).
"""

from __future__ import annotations

from missions.battles.engine.arcs import CLOSED, by_facing, relative
from missions.battles.engine.contract import Choice, Event, Reason
from missions.battles.engine.dice import BELOW, Dice, at_least
from missions.battles.engine.hexes import DIRECTION, DISTANCE, REACH
from missions.battles.systems.fighters.engine import orders
from missions.battles.systems.fighters.engine.loadouts import (
    ANGLE,
    ANTI_FIGHTER,
    ANTI_SHIP,
    FIGHTER,
    FIRING_OUT,
    GUNS,
    KINDS,
    LOCK,
    RUN,
    SNAP,
    TORPEDOES,
    VECTORED,
    Loadout,
    Mode,
)
from missions.battles.systems.fighters.engine.state import (
    BANK,
    DOUBLE,
    IN_PLAY,
    STOP,
    STRAIGHT,
    VADER,
    WEAVE,
    State,
    is_disabled,
    is_inert,
    is_panicked,
    scramble,
)

EXTREME = 4
"""The range band in which only luck hits."""
BEYOND = 50
"""Penalty of extreme range: more than any bonus can offset (FH-096, FH-092)."""


def band(mode: Mode, distance: int) -> int:
    """1 short, 2 medium, 3 long, 4 extreme, by the distance in hexes, 1 for a neighbour (FH-015, FH-096);
    turbolasers count in fives (FH-115).
    """
    return min(EXTREME, (distance - 1) // mode.step + 1)


def range_penalty(mode: Mode, distance: int) -> int:
    """Penalty of the range on the needed roll; BEYOND at extreme range. A mode has so many bands `free` of
    it: two for a light turbolaser, three for a medium one (FH-116, FH-117).
    """
    found = band(mode, distance)
    if found == EXTREME:
        return BEYOND
    return 0 if found <= mode.free else found - 1


def targets(state: State, seat: int) -> list[int]:
    """Enemy units that may be shot at (FH-103, FH-164)."""
    status, units = state.status, state.fixed.targets[seat]
    return [unit for unit in units if status[unit] == IN_PLAY] if any(status) else [*units]


Shots = tuple[Choice, ...]
"""Modes as FIRE choices at unit 0."""


class Battery:
    """Modes that a loadout may fire after a move, with certain weapons out: `rows[facing][kind][twelfth]` are
    the modes that bear on a target of that kind in that direction, without regard to their `range`.
    """

    __slots__ = ("ranged", "rows")

    def __init__(self, ready: list[tuple[int, Mode]]) -> None:
        self.ranged = {
            number << 4 | orders.FIRE: mode.most_range for number, mode in ready if mode.most_range
        }
        self.rows = tuple(
            tuple(
                tuple(
                    tuple(
                        number << 4 | orders.FIRE
                        for number, mode in ready
                        if kind in mode.targets and mode.arc[(twelfth - 2 * facing) % 12] != CLOSED
                    )
                    for twelfth in range(12)
                )
                for kind in range(len(KINDS))
            )
            for facing in range(6)
        )

    def within(self, shots: Shots, distance: int) -> Shots:
        """The shots among these that reach so far."""
        return tuple(shot for shot in shots if self.ranged.get(shot, distance) >= distance)


_BATTERIES: dict[tuple[Loadout, int, int, int, int], Battery] = {}
_STEADY: dict[Loadout, Battery] = {}
"""Shots of a loadout with all weapons, if they depend on neither its move nor its target."""


def battery(state: State, unit: int) -> Battery:
    """Modes that the unit may fire now."""
    loadout, flown, turned = state.loadouts[unit], state.flown[unit], state.turned[unit]
    if flown == STOP and state.fixed.early:
        flown = WEAVE
    record = state.ion.get(unit)
    out, gone = record.out if record else 0, spent(state, unit) if state.salvos else 0
    found = _BATTERIES.get((loadout, flown, turned, out, gone))
    if found is None:
        ready = [
            (number, mode)
            for number, mode in enumerate(loadout.modes)
            if not out >> mode.slot & 1
            and not gone & TORPEDOES.get(mode.kind, 0)
            and _may_fire(mode, flown, turned)
        ]
        found = _BATTERIES[loadout, flown, turned, out, gone] = Battery(ready)
        if loadout.sweep >= 0 and not out:
            _STEADY[loadout] = found
    return found


def spent(state: State, unit: int) -> int:
    """Bits of the kinds of torpedo that the unit has none left of, if they are counted (FH-120)."""
    most = state.fixed.salvos
    return sum(kind for kind in (ANTI_SHIP, ANTI_FIGHTER) if state.salvos.get((unit, kind), -1) >= most)


def choices(state: State, unit: int, against: list[int]) -> list[Choice]:
    """Every shot of a unit at the targets `against`; empty without a legal one. Nothing blocks a line of fire
    (FH-014), and there is no limit of distance or number but those that a weapon's own rule sets (FH-004).
    """
    loadouts, places, here = state.loadouts, state.pos, state.pos[unit]
    guns = None if state.ion or state.fixed.inert else _STEADY.get(loadouts[unit])
    if guns is not None:
        bearing = guns.rows[state.face[unit]][FIGHTER]
        return [
            target << 10 | shot for target in against for shot in bearing[DIRECTION[places[target] - here]]
        ]
    if (state.ion and is_disabled(state, unit)) or is_inert(state, unit):
        return []
    guns = battery(state, unit)
    row = guns.rows[state.face[unit]]
    if guns.ranged:
        return [
            target << 10 | shot
            for target in against
            for shot in guns.within(
                row[loadouts[target].kind][DIRECTION[places[target] - here]], DISTANCE[places[target] - here]
            )
        ]
    return [
        target << 10 | shot
        for target in against
        for shot in row[loadouts[target].kind][DIRECTION[places[target] - here]]
    ]


def shooters(state: State) -> tuple[list[int], list[int]]:
    """Units with a legal shot as the shooting phase begins, by seat (FH-063)."""
    fixed = state.fixed
    west, east = state.aimed = _aimed(state, 0), _aimed(state, 1)
    found = _bearing(state, east, west), _bearing(state, west, east)
    if fixed.inert or fixed.choosy or state.ion:
        return (
            [unit for unit in found[0] if choices(state, unit, west)],
            [unit for unit in found[1] if choices(state, unit, east)],
        )
    return found


def _aimed(state: State, seat: int) -> list[int]:
    """The seat's targets in play."""
    status = state.status
    return [unit for unit in state.fixed.targets[seat] if status[unit] == IN_PLAY]


def _bearing(state: State, units: list[int], against: list[int]) -> list[int]:
    """The units among these that have one of the targets `against` in a twelfth where they can fire."""
    found, places, facings, swept = [], state.pos, state.face, state.fixed.swept
    targets = [places[unit] for unit in against]
    for unit in units:
        here, chart = places[unit], swept[unit][facings[unit]]
        for there in targets:
            if chart[there - here]:
                found.append(unit)
                break
    return found


def _may_fire(mode: Mode, flown: int, turned: int) -> bool:
    """Modes that this turn's move allows: torpedoes need certain moves (FH-076, FH-121 … FH-125)."""
    if mode.kind == LOCK:
        return flown == STRAIGHT and turned == 0
    if mode.kind == RUN:
        return flown + turned <= BANK
    return mode.kind != SNAP or flown not in (DOUBLE, STOP)


def shots_left(state: State, unit: int) -> list[Choice]:
    """The shots left to the unit in the middle of its fire. All its shots are worked out once, as nothing
    moves in this phase.
    """
    shots = state.shots[unit]
    if shots is None:
        shots = state.shots[unit] = choices(state, unit, state.aimed[state.side[unit]])
    used = state.used
    if not used:
        return shots
    modes = state.loadouts[unit].modes
    return [
        shot
        for shot in shots
        if not used >> modes[shot >> 4 & 63].slot & 1 and not modes[shot >> 4 & 63].alone
    ]


def open_choices(state: State, unit: int) -> list[Choice]:
    """The shots left to the unit in the middle of its fire, and to be done."""
    shots = state.shots[unit]
    if shots is None or state.used:
        shots = shots_left(state, unit)
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
    """Terms of the needed roll, in the order of TERMS (FH-091); `lead` asks for Vader's own die.

    Bonuses lower the needed roll and penalties raise it (FH-003, FH-007). Angle and evasion count for craft
    that fly like fighters, the angle while they move: ships and stations have neither (FH-034, FH-094,
    FH-095). Anti-ship torpedoes have range and arc as guns do (FH-126).
    """
    loadout, aim = state.loadouts[unit], state.loadouts[target]
    difference = state.pos[target] - state.pos[unit]
    fire_arc = VECTORED if lead else mode.arc
    own = fire_arc[relative(difference, state.face[unit])]
    if mode.moving_arc and state.still[unit]:
        own = 0
    gunnery = (
        VADER.gunnery
        if lead or (loadout.vader and state.lead[unit] and state.men[unit] == 1)
        else loadout.crew.gunnery
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
    loadout = state.loadouts[unit]
    alone = loadout.vader and state.lead[unit] and state.men[unit] == 1
    return loadout.evasion + (VADER.piloting if alone else loadout.crew.piloting)


def groups(state: State, unit: int) -> tuple[tuple[bool, int], ...]:
    """The dice of a flight by skill: (Vader's own?, fighters) (FH-153)."""
    men = state.men[unit]
    if not (state.loadouts[unit].vader and state.lead[unit]):
        return ((False, men),)
    return ((False, men - 1), (True, 1)) if men > 1 else ((True, 1),)


def dice_for(state: State, loadout: Loadout, mode: Mode, target: int, men: int) -> int:
    """Dice of one attack before luck's limit: fighters, fixed attacks, or raking (FH-090, FH-110, FH-113)."""
    if mode.raking:
        return state.men[target] if state.loadouts[target].kind == FIGHTER else 1
    return mode.attacks or men


class Aim:
    """Constant parts of all shots of a mode of one loadout at another: the constant part of the needed roll,
    the arc by facing and twelfth, the range by distance, whether the target's angle counts, and how many dice
    (0: one for each fighter, −1: for each in the target). `special` sums are left to `terms`.
    """

    __slots__ = ("angled", "arcs", "base", "dice", "ranges", "special")

    def __init__(self, loadout: Loadout, mode: Mode, aim: Loadout) -> None:
        self.special = loadout.vader or aim.vader or mode.moving_arc
        self.angled = aim.fighterlike
        evasion = aim.evasion + aim.crew.piloting + mode.vs_fighter if aim.fighterlike else 0
        self.base = 7 - loadout.crew.gunnery - mode.bonus + evasion
        self.arcs = tuple(by_facing(mode.arc))
        self.ranges = tuple(range_penalty(mode, max(1, distance)) for distance in range(2 * REACH + 2))
        self.dice = mode.attacks
        if mode.raking:
            self.dice = -1 if aim.kind == FIGHTER else 1


_ANGLES = tuple(by_facing(ANGLE))


def roll(state: State, unit: int, mode: Mode, target: int) -> tuple[int, int, int]:
    """(needed, dice, what a die must show) of a unit whose dice are all alike; needed is the sum of `terms`,
    worked out quickly (FH-091, FH-092, FH-135).
    """
    loadouts, still = state.loadouts, state.still
    aim = mode.aims.get(loadouts[target])
    if aim is None:
        aim = mode.aims[loadouts[target]] = Aim(loadouts[unit], mode, loadouts[target])
    if aim.special:
        needed = sum(terms(state, unit, mode, target))
    else:
        difference = state.pos[target] - state.pos[unit]
        arc = aim.arcs[state.face[unit]]
        needed = aim.base + arc[DIRECTION[difference]] + aim.ranges[DISTANCE[difference]]
        if aim.angled and not still[target]:
            needed += _ANGLES[state.face[target]][DIRECTION[-difference]]
        if state.flown[unit] == DOUBLE:
            needed += 1
        if state.panic[unit]:
            needed += is_panicked(state, unit)
        if state.ion and unit in state.ion:
            needed += state.ion[unit].disrupted
    if needed > 6:
        return needed, 1, 6
    if state.ion:
        needed = min(6, needed + scramble(state, unit))
    dice, least = aim.dice or state.men[unit], state.fixed.least
    return needed, dice if dice > 0 else state.men[target], needed if needed > least else least


def rolls(state: State, unit: int, mode: Mode, target: int) -> list[tuple[int, int, int]]:
    """(needed, dice, what a die must show) of each group of dice (FH-153)."""
    if state.lead[unit]:
        return [_roll(state, unit, mode, target, lead, men) for lead, men in groups(state, unit)]
    return [roll(state, unit, mode, target)]


def _roll(state: State, unit: int, mode: Mode, target: int, lead: bool, men: int) -> tuple[int, int, int]:
    needed = sum(terms(state, unit, mode, target, lead))
    if needed > 6:
        return needed, 1, 6
    shown = min(6, needed + scramble(state, unit))
    return shown, dice_for(state, state.loadouts[unit], mode, target, men), max(state.fixed.least, shown)


def lock_sides(state: State, unit: int, target: int) -> tuple[int, int]:
    """Bonuses of firer and target to their dice for an anti-fighter torpedo (FH-121, FH-122, FH-155)."""
    defence = 0 if state.still[target] else evasion_of(state, target)
    return -is_panicked(state, unit), defence - is_panicked(state, target)


def apply(state: State, unit: int, choice: Choice, dice: Dice, out: list[Event]) -> int:
    """Fires once: Will save, dice, and hits set aside for the end phase (FH-064, FH-155); a die hits at the
    needed roll or more (FH-002). Returns the bits of the weapons that it has fired by then; a unit's place is
    over when nothing is left (FH-063, FH-090).
    """
    number, target = choice >> 4 & 63, choice >> 10
    loadout = state.loadouts[unit]
    mode = loadout.modes[number]
    state.used |= loadout.uses[number]
    if state.lead[unit]:
        hits = _led(state, unit, number, target, dice, out)
    elif mode.kind == LOCK:
        hits = _lock(state, unit, number, target, dice, out)
    else:
        needed, count, shown = roll(state, unit, mode, target)
        faces = dice.roll(count)
        hits = len(faces.translate(None, BELOW[shown]))
        out.append(("fire", unit, number, target, needed, shown, faces, hits, *_poses(state, unit, target)))
    if hits:
        state.pending.append((unit, number, target, hits))
    if state.fixed.salvos and mode.kind in TORPEDOES:
        load = unit, TORPEDOES[mode.kind]
        state.salvos[load] = state.salvos.get(load, 0) + 1
    return state.used


def _poses(state: State, unit: int, target: int) -> tuple[int, int, int, int]:
    """Places of firer and target for narration: hex and facing of each."""
    places, facings = state.pos, state.face
    return places[unit], facings[unit], places[target], facings[target]


def _led(state: State, unit: int, number: int, target: int, dice: Dice, out: list[Event]) -> int:
    """The fire of a flight with Vader: its target makes a Will save, and Vader's die counts separately
    (FH-153, FH-155)."""
    mode, hits = state.loadouts[unit].modes[number], 0
    _terrify(state, target, dice, out)
    if mode.kind == LOCK:
        return _lock(state, unit, number, target, dice, out)
    for needed, count, shown in rolls(state, unit, mode, target):
        faces = dice.roll(count)
        scored = at_least(faces, shown)
        hits += scored
        out.append(("fire", unit, number, target, needed, shown, faces, scored, *_poses(state, unit, target)))
    return hits


def _lock(state: State, unit: int, number: int, target: int, dice: Dice, out: list[Event]) -> int:
    plus, defence = lock_sides(state, unit, target)
    faces = dice.roll(2 * state.men[unit])
    hits = sum(faces[n] + plus > faces[n + 1] + defence for n in range(0, len(faces), 2))
    out.append(("lock", unit, number, target, plus, defence, faces, hits, *_poses(state, unit, target)))
    return hits


def will_needed(state: State, unit: int) -> int:
    """Needed roll of a Will save (FH-033); scrambles never raise it above 6 (FH-135)."""
    will = VADER.will if state.lead[unit] else state.loadouts[unit].crew.will
    needed = 7 - will + is_panicked(state, unit)
    worse = scramble(state, unit)
    return min(6, needed + worse) if worse and needed <= 6 else needed


def _terrify(state: State, target: int, dice: Dice, out: list[Event]) -> None:
    """Will against fear: the target saves, or it is in panic to the end of the next turn (FH-032, FH-155)."""
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
        if amount or rule == "FH-030":
            text, rule = _special(mode, text, rule)
            final = amount == BEYOND
            found.append(Reason(amount, "extreme range: luck only" if final else text, rule, final))
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
