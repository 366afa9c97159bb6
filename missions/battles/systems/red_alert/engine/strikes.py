"""Attacks before they happen: range, sight and dice, and what the faces do (RA-080 … RA-109).

Nothing here changes a state. Cards of the battle come in as numbers of dice, so that odds, bots and the
attack itself count in one place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from missions.battles.systems.red_alert.engine.cards import COMBAT
from missions.battles.systems.red_alert.engine.commands import plan
from missions.battles.systems.red_alert.engine.field import APART, AROUND, FARTHEST, sees
from missions.battles.systems.red_alert.engine.state import NO_CARD, State
from missions.battles.systems.red_alert.engine.units import ALERT, BLAST, IGNORED, STAR

CLOSE, RANGED = 1, 2
KINDS = {CLOSE: "close quarters", RANGED: "ranged"}


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the number of dice: how much, why, and the rule."""

    amount: int
    text: str
    rule: str


_MARKED = Change(-1, "red alert marker", "RA-101")
_ON_ASTEROID = Change(-1, "target on an asteroid", "RA-101")
_ON_PLANET = Change(-1, "target on a planet", "RA-101")
_CLOAKED = Change(-1, "cloaked target", "RA-171")


def kind_of(state: State, unit: int, target: int) -> int:
    """CLOSE for neighbours, RANGED for others (RA-082, RA-083)."""
    return CLOSE if APART[state.place[unit]][state.place[target]] == 1 else RANGED


def base_dice(state: State, unit: int, target: int) -> int:
    """Dice of the unit at the range of the target (RA-020, RA-026); a move before it makes no difference
    (RA-086).
    """
    far = APART[state.place[unit]][state.place[target]]
    if far > FARTHEST:
        return 0
    return state.table.units[unit].type.dice_at(far, state.figures[unit])


def reductions(state: State, unit: int, target: int) -> list[Change]:
    """Dice that marker, asteroid, planet and cloak take off (RA-101, RA-121, RA-145, RA-171)."""
    battle, found = state.table.battle, []
    here, there = state.place[unit], state.place[target]
    if state.marked >> unit & 1:
        found.append(_MARKED)
    if battle.asteroids & ~state.debris & 1 << there:
        found.append(_ON_ASTEROID)
    group = battle.group.get(there)
    if group is not None and group != battle.group.get(here):
        found.append(_ON_PLANET)
    if state.cloaked >> target & 1 and APART[here][there] == 1:
        found.append(_CLOAKED)
    return found


def dice(state: State, unit: int, target: int, added: int = 0) -> int:
    """Dice of an attack: base dice, less reductions but not below 0, then cards, and one for an attack out of
    the cloak (RA-100, RA-102, RA-171). Never below 0.
    """
    count = raw_dice(state, unit, target) + added
    return count if count > 0 else 0


def raw_dice(state: State, unit: int, target: int) -> int:
    """Dice of an attack before cards: base dice less reductions, and one for an attack out of the cloak."""
    count = base_dice(state, unit, target)
    if count:
        for change in reductions(state, unit, target):
            count += change.amount
    return (count if count > 0 else 0) + (state.cloaked >> unit & 1)


def added_dice(state: State, unit: int, target: int) -> int:
    """Dice that the command card and a named target add to an attack of this turn."""
    if not state.ordered >> unit & 1:
        return 0
    more, current = state.focus[1] if state.focus[0] == target else 0, plan(state)
    if current.dice:
        kind = "close" if kind_of(state, unit, target) == CLOSE else "ranged"
        more += sum(add for add, when in current.dice if when in (kind, "any"))
    return more


def card_dice(card: int) -> int:
    """Dice that a combat card adds when it goes with an attack."""
    if card == NO_CARD:
        return 0
    return sum(effect.number("add") for effect in COMBAT[card].effects if effect.name == "DICE")


def in_reach(state: State, unit: int, target: int) -> bool:
    """Whether range, line of sight, neighbours and cloak let the unit attack the target (RA-082 … RA-084,
    RA-090, RA-171). It does not ask whether any dice are left.
    """
    here, there = state.place[unit], state.place[target]
    if here < 0 or there < 0:
        return False
    far, enemies = APART[here][there], state.occupied[1 - state.table.owners[unit]]
    return far == 1 or (not enemies & AROUND[here] and _reaches(state, unit, target, far))


def _reaches(state: State, unit: int, target: int, far: int) -> bool:
    """Whether a target that is so far away is in range and sight, whatever stands beside the unit."""
    if far > state.table.units[unit].type.reach or state.cloaked >> target & 1:
        return False
    here, there = state.place[unit], state.place[target]
    return sees(here, there, state.obstructions(here, there))


def targets(state: State, unit: int) -> list[int]:
    """Enemies that the unit can reach."""
    if near := state.neighbours(unit):
        return near
    far, foes = APART[state.place[unit]], state.on_field(1 - state.table.units[unit].side)
    return [enemy for enemy in foes if _reaches(state, unit, enemy, far[state.place[enemy]])]


# --- what the faces do ------------------------------------------------------------------------------


class Result(NamedTuple):
    """Faces of an attack as they count: hits, blasts that were ignored, stars and red alerts."""

    hits: int
    ignored: int
    stars: int
    alerts: int


def ignored_blasts(attacker: int, target: int) -> int:
    """Blasts that a target of one class ignores of an attacker of another (RA-104)."""
    return IGNORED.get((attacker, target), 0)


def read(faces: bytes, attacker: int, target: int, shielded: bool = False) -> Result:
    """Count an attack's faces for the symbols of attacker and target (RA-103, RA-104, RA-108).

    `shielded`: no blast counts.
    """
    blasts = ignored = faces.count(BLAST)
    if blasts and not shielded:
        ignored = min(blasts, ignored_blasts(attacker, target))
    hits = faces.count(target) + blasts - ignored
    return Result(hits, ignored, faces.count(STAR), faces.count(ALERT))


def confirming(faces: bytes, symbol: int) -> int:
    """Number of dice that confirm hits on a bare flagship; one of them eliminates it (RA-106)."""
    return faces.count(symbol) + faces.count(BLAST)
