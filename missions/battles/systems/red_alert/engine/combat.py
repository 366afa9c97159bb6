"""Attacks and retires as they are carried out, from the declaration to the answer (RA-085 … RA-139).

An attack goes through stages; a retire or an attack in answer interrupts it, and is over before it goes on
(RA-124). All of them lie on a stack in the state (`State.frames`). `go_on` works at the innermost one until a
side has to answer or to roll: then the state waits (`State.wait`). Every roll belongs to a side. If that side
is not the one whose order is being carried out, the state waits for it.
"""

from __future__ import annotations

from missions.battles.engine.contract import OVER, Event, Outcome
from missions.battles.engine.dice import Dice
from missions.battles.systems.red_alert.engine import strikes
from missions.battles.systems.red_alert.engine.answers import may_answer, may_follow
from missions.battles.systems.red_alert.engine.cards import COMMAND_CARDS
from missions.battles.systems.red_alert.engine.retreats import may_leave
from missions.battles.systems.red_alert.engine.state import (
    NOWHERE,
    ON_ALERT,
    ON_BACK,
    ON_DECLARATION,
    ON_FOLLOWING,
    ON_ROLL,
    ON_SHOWN_DICE,
    ON_WITHDRAWAL,
    Attack,
    Frame,
    Mode,
    Phase,
    Retire,
    Stage,
    State,
    Wait,
)
from missions.battles.systems.red_alert.engine.units import CAPITAL, SYMBOL

HURTS_ON_ASTEROID = bytes((1, 2, 3))
"""Faces that hit a unit that retires over an asteroid: the three symbols of the classes (RA-144)."""
PASSING_FRIEND, PASSING_ENEMY = 1, 2
"""Dice for passing a unit in a retire (RA-113)."""
MARKING_ALERTS = 2
"""Red alerts of a retire that leave a marker (RA-120)."""
_BY_ORDER = Mode.ORDERED, Mode.BONUS, Mode.EXTRA
"""Modes of attacks that are orders of the combat phase."""
_SIDES, _LETTERS = SYMBOL.sides, SYMBOL.letters


class Course:
    """An order being carried out: its side and seat, its dice, and what has happened so far.

    `frame` is the attack or the retire that it began or rolls for. It rolls no other dice; those wait for an
    order of their own. `rolled` says whether the dice of an attack have fallen in this order.
    """

    __slots__ = ("dice", "events", "frame", "rolled", "seat", "side")

    def __init__(self, side: int, dice: Dice, seat: int = -1) -> None:
        self.side, self.dice, self.seat = side, dice, seat
        self.events: list[Event] = []
        self.frame: Frame | None = None
        self.rolled = False

    def roll(self, count: int) -> bytes:
        return self.dice.roll(count, _SIDES, _LETTERS)


def go_on(state: State, course: Course) -> None:
    """Work at what is under way until it is done, a side has to decide, or the battle is over."""
    frames = state.frames
    while frames and state.wait is None and state.outcome is None:
        frame = frames[-1]
        if isinstance(frame, Retire):
            _retire(state, frame, course)
        else:
            _STAGES[frame.stage](state, frame, course)


def attack(state: State, attack: Attack, course: Course) -> None:
    """Declare an attack and carry it out as far as it goes. It takes the attacker out of its cloak only when
    its dice are counted.
    """
    state.frames.append(attack)
    course.frame = attack
    ends = attack.origin, attack.start
    course.events.append(("attacks", attack.unit, attack.target, attack.kind, attack.mode, *ends))
    go_on(state, course)


def ask(state: State, wait: Wait, side: int) -> None:
    """Let the state wait for a side."""
    state.wait, state.waiting = wait, side


def answered(state: State) -> None:
    """Wait no longer."""
    state.wait = None


def _theirs(state: State, side: int, course: Course) -> bool:
    """True if the dice belong to another order; then the state waits for it."""
    if side == course.side and course.frame is state.frames[-1]:
        return False
    ask(state, ON_ROLL, side)
    return True


def _side(state: State, unit: int) -> int:
    return state.table.owners[unit]


# --- the stages of an attack ------------------------------------------------------------------------


def _declared(state: State, attack: Attack, course: Course) -> None:
    """The target answers until its side passes: a combat card does not keep it from a First Strike, nor the
    other way about (RA-167, RA-172).
    """
    if state.place[attack.unit] == attack.origin and may_answer(state, ON_DECLARATION, attack):
        return ask(state, ON_DECLARATION, _side(state, attack.target))
    attack.stage = Stage.ROLLING


def _rolling(state: State, attack: Attack, course: Course) -> None:
    count = 0
    if state.place[attack.unit] == attack.origin:
        count = strikes.dice(state, attack.unit, attack.target, attack.added + attack.cut)
    if not count:
        return _spent(state, attack, course)
    if _theirs(state, _side(state, attack.unit), course):
        return None
    attack.faces = course.roll(count)
    course.rolled = True
    hits = result(state, attack).hits
    course.events.append(("rolls", attack.unit, attack.target, attack.faces, hits, course.seat))
    uncloak(state, attack.unit, course)
    attack.stage = Stage.SHOWN


def _spent(state: State, attack: Attack, course: Course) -> None:
    """No dice are left: the combat counts as one without a result (RA-102). If an attack in answer moved the
    attacker or eliminated it, its own attack does not take place (RA-173).
    """
    if state.place[attack.unit] != attack.origin:
        course.events.append(("forestalled", attack.unit))
        attack.stage = Stage.DONE
        return
    course.events.append(("spent", attack.unit))
    uncloak(state, attack.unit, course)
    attack.stage = Stage.BACK


def _shown(state: State, attack: Attack, course: Course) -> None:
    attack.stage = Stage.COUNTING
    if may_answer(state, ON_SHOWN_DICE, attack):
        ask(state, ON_SHOWN_DICE, _side(state, attack.target))


def result(state: State, attack: Attack) -> strikes.Result:
    """The faces of an attack as they count now."""
    units = state.table.units
    return strikes.read(
        attack.faces, units[attack.unit].type.symbol, units[attack.target].type.symbol, attack.shielded
    )


def _counting(state: State, attack: Attack, course: Course) -> None:
    found, side = result(state, attack), _side(state, attack.unit)
    stars = state.gain(side, found.stars)
    attack.hits, attack.alerts, turned = found.hits, found.alerts, 0
    if attack.hits and attack.alerts and state.is_marked(attack.target):
        turned = attack.alerts
        attack.hits, attack.alerts = attack.hits + turned, 0
    counts = attack.hits, found.ignored, stars, attack.alerts, turned
    course.events.append(("counts", attack.unit, attack.target, *counts))
    attack.doubts = hurt(state, attack.target, attack.hits, side, course)
    attack.stage = Stage.CONFIRMING


def _confirming(state: State, attack: Attack, course: Course) -> None:
    side = _side(state, attack.unit)
    if attack.doubts and not attack.eliminated:
        if _theirs(state, side, course):
            return
        confirm(state, attack.target, attack.doubts, side, course)
        attack.doubts = 0
    attack.eliminated = state.figures[attack.target] == 0
    attack.stage = Stage.BACK if attack.eliminated else Stage.ALERT


def _alert(state: State, attack: Attack, course: Course) -> None:
    """Red alerts of a hit send the target home; without a hit its side may have it go (RA-110, RA-111). A
    marked unit stays (RA-122).
    """
    attack.stage = Stage.RETIRED
    if not attack.alerts or state.is_marked(attack.target):
        return
    side = _side(state, attack.target)
    if attack.hits:
        ask(state, ON_ALERT, side)
    elif may_leave(state, attack.target, 2 * attack.alerts):
        ask(state, ON_WITHDRAWAL, side)


def _retired(state: State, attack: Attack, course: Course) -> None:
    attack.eliminated = state.figures[attack.target] == 0
    attack.left = not attack.eliminated and state.place[attack.target] != attack.start
    attack.stage = Stage.BACK


def _back(state: State, attack: Attack, course: Course) -> None:
    attack.stage = Stage.FOLLOW
    if may_answer(state, ON_BACK, attack):
        ask(state, ON_BACK, _side(state, attack.target))


def _follow(state: State, attack: Attack, course: Course) -> None:
    """Cards that follow an attack are orders of the combat phase, but for a battle back (RA-087)."""
    attack.stage = Stage.DONE
    if may_follow(state, attack):
        ask(state, ON_FOLLOWING, _side(state, attack.unit))


def _done(state: State, attack: Attack, course: Course) -> None:
    state.frames.pop()
    if attack.mode in _BY_ORDER and not state.frames:
        state.fought |= 1 << attack.unit
        state.after = attack
        state.open_combat()


_STAGES = (
    _declared,
    _rolling,
    _shown,
    _counting,
    _confirming,
    _alert,
    _retired,
    _back,
    _follow,
    _done,
)
"""The work of each stage, by its number."""


# --- losses -----------------------------------------------------------------------------------------


def hurt(state: State, unit: int, hits: int, by: int, course: Course) -> int:
    """Take a figure off for each hit (RA-105). Returns the hits on a bare flagship, which are to be confirmed
    (RA-106, RA-107).
    """
    spare = state.figures[unit] - (1 if state.table.units[unit].type.flagship else 0)
    lost = min(hits, spare)
    if lost:
        state.figures[unit] -= lost
        course.events.append(("loses", unit, lost, state.figures[unit]))
        uncloak(state, unit, course)
    if not state.figures[unit]:
        eliminate(state, unit, by, course)
    return hits - lost if state.table.units[unit].type.flagship else 0


def confirm(state: State, unit: int, doubts: int, by: int, course: Course) -> None:
    """Reroll the dice that hit a bare flagship (RA-106)."""
    faces = course.roll(doubts)
    found = strikes.confirming(faces, state.table.units[unit].type.symbol)
    course.events.append(
        ("confirms", unit, faces, int(found > 0), 0 if course.rolled else found, course.seat)
    )
    if found:
        state.figures[unit] = 0
        eliminate(state, unit, by, course)


def eliminate(state: State, unit: int, by: int, course: Course) -> None:
    """Take a unit off the battlefield: points, debris, and a command card for a flagship (RA-028, RA-105,
    RA-123, RA-156).
    """
    facts, place = state.table.units[unit], state.place[unit]
    inside = state.at[place] != unit
    _lift(state, unit)
    state.marked &= ~(1 << unit)
    state.cloaked &= ~(1 << unit)
    state.points[by] += facts.type.points
    state.eliminated[by] += 1
    course.events.append(("eliminated", unit, place, facts.type.points, state.points[by]))
    if facts.type.symbol == CAPITAL and not inside:
        state.debris |= 1 << place
        course.events.append(("debris", place))
    if facts.type.flagship:
        _lose_card(state, facts.side, course)
    check_victory(state, course)


def _lift(state: State, unit: int) -> None:
    """Take a unit off. On its way home it may be inside the hex of another, which stays."""
    place = state.place[unit]
    if state.at[place] == unit:
        state.lift(unit)
    else:
        state.place[unit] = NOWHERE


def _lose_card(state: State, side: int, course: Course) -> None:
    """One command card at random; without one, the next draw (RA-028)."""
    spare = state.spare_commands(side)
    if not spare:
        state.draws_skipped[side] += 1
        course.events.append(("draws less", side))
        return
    card = spare[course.dice.draw(len(spare)) - 1]
    state.hands[side][COMMAND_CARDS].remove(card)
    state.discards[COMMAND_CARDS].append(card)
    course.events.append(("loses card", side, card))


def uncloak(state: State, unit: int, course: Course) -> None:
    """Take the cloaking marker off, if there is one (RA-171)."""
    if state.cloaked >> unit & 1:
        state.cloaked &= ~(1 << unit)
        course.events.append(("uncloaks", unit))


def mark(state: State, unit: int, course: Course) -> None:
    """Put a red alert marker on a unit; it ends a cloak (RA-120, RA-171)."""
    state.marked |= 1 << unit
    course.events.append(("marked", unit))
    uncloak(state, unit, course)


def check_victory(state: State, course: Course) -> None:
    """End the battle as soon as a side has its points or has eliminated enough; if both have, the active side
    wins (RA-200, RA-201).
    """
    table = state.table
    one, other = state.points
    if one < table.goal > other:
        one, other = state.eliminated
        if not table.losses or one < table.losses > other:
            return None
    for side in (state.side, 1 - state.side):
        points, count = state.points[side], state.eliminated[side]
        if points >= table.goal:
            name = table.seating.sides[side]
            return end(state, side, f"{name} has {points} points.", "RA-200", course)
        if table.losses and count >= table.losses:
            name = table.seating.sides[side]
            return end(state, side, f"{name} has eliminated {count} units.", "RA-200", course)


def end(state: State, winner: int | None, reason: str, rule: str, course: Course) -> None:
    """End the battle, once."""
    if state.outcome is None:
        state.outcome, state.phase, state.wait = Outcome(winner, reason, rule), Phase.OVER, None
        state.frames.clear()
        course.events.append((OVER, winner, reason, rule, ""))


# --- retires ----------------------------------------------------------------------------------------


def retire(state: State, unit: int, path: tuple[int, ...], alerts: int, course: Course) -> None:
    """Send a unit home on a path of `retreats.paths` (RA-110 … RA-125)."""
    course.frame = Retire(unit, path, 2 * alerts, alerts)
    state.frames.append(course.frame)
    state.retired |= 1 << unit
    course.events.append(("retires", unit, state.place[unit], *path))
    go_on(state, course)


def _retire(state: State, retire: Retire, course: Course) -> None:
    """The next hex, or the end: hits for hexes that are missing, then the marker."""
    if state.place[retire.unit] == NOWHERE:
        state.frames.pop()
    elif retire.at < len(retire.path):
        _enter(state, retire, course)
    else:
        _arrive(state, retire, course)


def _enter(state: State, retire: Retire, course: Course) -> None:
    """One hex: the die of an asteroid, then those of a unit that is passed (RA-125)."""
    unit, hex_ = retire.unit, retire.path[retire.at]
    facts = state.table.units[unit]
    if not retire.rolled and state.table.battle.asteroids & ~state.debris & 1 << hex_:
        if _theirs(state, facts.side, course):
            return
        _step(state, unit, hex_)
        retire.rolled = True
        _risk(state, unit, course.roll(1), HURTS_ON_ASTEROID, ("asteroid", hex_), course)
        return
    other = state.at[hex_]
    if other not in (NOWHERE, unit):
        friend = state.table.units[other].side == facts.side
        if _theirs(state, facts.side if friend else 1 - facts.side, course):
            return
        _step(state, unit, hex_)
        retire.at, retire.rolled = retire.at + 1, False
        count = PASSING_FRIEND if friend else PASSING_ENEMY
        _risk(state, unit, course.roll(count), bytes((facts.type.symbol,)), ("passes", other), course)
        return
    _step(state, unit, hex_)
    retire.at, retire.rolled = retire.at + 1, False


def _step(state: State, unit: int, hex_: int) -> None:
    """Put the unit on an empty hex, or into the hex of another unit, which keeps it."""
    if state.at[hex_] in (NOWHERE, unit):
        if state.at[state.place[unit]] != unit:
            state.place[unit] = NOWHERE
        state.put(unit, hex_)
        return
    if state.at[state.place[unit]] == unit:
        state.lift(unit)
    state.place[unit] = hex_


def _risk(
    state: State, unit: int, faces: bytes, hurting: bytes, what: tuple[str, int], course: Course
) -> None:
    """Dice of a way home: each face that hurts is a hit, for which the enemy has the points (RA-123). `what`
    is the kind of their event, and the asteroid's hex or the unit that is passed.
    """
    hits = sum(faces.count(face) for face in hurting)
    by = 1 - _side(state, unit)
    good = hits if course.side == by else len(faces) - hits
    course.rolled = True
    kind, where = what
    course.events.append((kind, unit, faces, hits, good, course.seat, where))
    doubts = hurt(state, unit, hits, by, course) if hits else 0
    if doubts and state.figures[unit]:
        confirm(state, unit, doubts, by, course)


def _arrive(state: State, retire: Retire, course: Course) -> None:
    unit, missing = retire.unit, retire.length - len(retire.path)
    if missing:
        course.rolled = True
        course.events.append(("blocked", unit, missing))
        by = 1 - _side(state, unit)
        doubts = hurt(state, unit, missing, by, course)
        if doubts and state.figures[unit]:
            confirm(state, unit, doubts, by, course)
    if state.outcome is not None:
        return
    state.frames.pop()
    if state.figures[unit] and retire.alerts >= MARKING_ALERTS:
        mark(state, unit, course)
