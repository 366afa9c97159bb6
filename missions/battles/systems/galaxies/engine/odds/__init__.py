"""Exact chances of orders that roll dice (BG-081, BG-106 … BG-108, BG-141).

Tactic cards that roll again or dodge are choices of the seats: they are never counted as chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from missions.battles.engine.contract import Effect, Event, Odds, Order, Reason, Roll
from missions.battles.engine.odds import Pmf
from missions.battles.systems.galaxies.engine import gunnery
from missions.battles.systems.galaxies.engine.choices import Kind, fire_of, kind_of, tactic_of
from missions.battles.systems.galaxies.engine.countermeasures import (
    DEBRIS_DAMAGE,
    ECM,
    FACES,
    SUCCEEDS,
    needed,
)
from missions.battles.systems.galaxies.engine.odds.attacks import Volley, run, volley
from missions.battles.systems.galaxies.engine.odds.moves import DEBRIS, Meeting, meetings, own_dice, risks
from missions.battles.systems.galaxies.engine.ships import HIT, LETTER, MISS, NUMBER, STAR
from missions.battles.systems.galaxies.engine.state import State, Wait
from missions.battles.systems.galaxies.engine.tactics import TACTICS
from missions.battles.systems.galaxies.engine.telling.words import counted, label

_ATTACK_DICE = (Roll(1, 0, LETTER, "the letter die"), Roll(1, 0, NUMBER, "the number die"))
_FARTHER = {
    "BG-144": "on the artifact",
    "BG-145": "a ship on the station",
    "BG-152": "steady aim",
    "BG-162": "tactic card",
}
"""Sources of further range, by their rules."""
_DEBRIS_EVENT, _COUNTERS_EVENT, _ROLLS_EVENT = "debris", "counters", "rolls"


def of(state: State, order: Order) -> Odds | None:
    """Chances of a legal order; None if it rolls no dice and starts none."""
    found = _ODDS.get(kind_of(order[1]))
    return found(state, order[0], order[1]) if found else None


def successes(events: Sequence[Event]) -> int:
    """Successes on the own dice of the order that gave these events: attacks that hit, countermeasures that
    hurt, and debris that does not.
    """
    found = 0
    for event in events:
        kind = event[0]
        if kind == _ROLLS_EVENT:
            found += event[6] != MISS
        elif kind == _COUNTERS_EVENT:
            found += event[4] > 0
        elif kind == _DEBRIS_EVENT:
            found += event[3] == 0
    return found


# --- attacks ----------------------------------------------------------------------------------------


def attack(state: State, ship: int, weapon: int, target: int, attacks: int = 1) -> Volley:
    """Chances of so many attacks of a weapon on a target as it is now, one after the other."""
    type_ = state.type_of(target)
    return volley(
        type_.grid.count(HIT),
        type_.grid.count(STAR),
        attacks,
        state.type_of(ship).weapons[weapon].strength,
        state.shields[target],
        type_.hull - state.hull[target],
    )


def _of_fire(state: State, ship: int, choice: int) -> Odds:
    weapon, target = fire_of(choice)
    return _attack_odds(state, ship, weapon, target, gunnery.attacks_left(state, ship, weapon))


def _of_tactic(state: State, unit: int, choice: int) -> Odds | None:
    """A card that rolls the attack again."""
    shot = state.shot
    if shot is None or "reroll" not in TACTICS[tactic_of(choice)[0]].effects:
        return None
    return _attack_odds(state, shot.ship, shot.weapon, shot.target, 1)


def _attack_odds(state: State, ship: int, weapon: int, target: int, attacks: int) -> Odds:
    one, grid = attack(state, ship, weapon, target), state.type_of(target).grid
    effects = [
        Effect("hits", one.hits, "to hit"),
        Effect("shield pegs", one.shields),
        Effect("hull pegs", one.hull),
        Effect("ships destroyed", one.destroyed, "to destroy it"),
    ]
    if attacks > 1:
        every = attack(state, ship, weapon, target, attacks)
        together = f"with all {attacks} attacks"
        effects.append(Effect(f"hull pegs {together}", every.hull))
        effects.append(Effect(f"ships destroyed {together}", every.destroyed, f"to destroy it {together}"))
    reasons = [
        Reason(grid.count(HIT), "cells of its grid that hit", "BG-107"),
        Reason(grid.count(STAR), "star", "BG-108"),
    ]
    reasons += _range(state, ship, weapon, target)
    if not state.shields[target]:
        reasons.append(Reason.aside("shields down: the star destroys it", "BG-108"))
    return Odds(_ATTACK_DICE, one.hits, tuple(effects), 0, tuple(reasons))


def _range(state: State, ship: int, weapon: int, target: int) -> list[Reason]:
    """The range of a weapon, and everything that it owes some of it to (BG-104)."""
    far, reach = gunnery.apart(state, ship, target), gunnery.reach(state, ship, weapon)
    found = [Reason.aside(f"range {far} of {reach}", "BG-104")]
    if weapon == gunnery.PRIMARY:
        more = gunnery.bonuses(state, ship)
        found += [Reason.aside(f"{_FARTHER[rule]}: {amount} more range", rule) for amount, rule in more]
    return found


# --- moves and answers ------------------------------------------------------------------------------


def _life(state: State, ship: int) -> int:
    """Pegs of direct damage that destroy a ship (BG-121, BG-125)."""
    return state.shields[ship] + state.type_of(ship).hull - state.hull[ship]


def _of_move(state: State, ship: int, choice: int) -> Odds | None:
    found = meetings(state, ship, choice)
    if not found:
        return None
    life, own = _life(state, ship), own_dice(found)
    damage = run(risks(found), life).damage
    successes = run(risks(own), life, True).successes
    effects = _hurt(damage, life)
    return Odds((_move_dice(found, own),), successes, effects, 0, _met(state, found))


def _hurt(damage: Pmf, life: int) -> tuple[Effect, ...]:
    """Direct damage, and whether it destroys the ship."""
    gone = damage[life] if len(damage) > life else Fraction(0)
    lost = Effect("ships lost", (1 - gone, gone), "to lose it")
    return Effect("damage", damage, from_one=True), lost


def _move_dice(found: Sequence[Meeting], own: Sequence[Meeting]) -> Roll:
    """The dice of a move: its own, or those of enemies if it has none."""
    debris = sum(each.enemy == DEBRIS for each in found)
    enemies = len(found) - debris
    parts = [f"{counted(debris, 'die', 'dice')} for debris"] * bool(debris)
    parts += [f"{counted(enemies, 'die', 'dice')} of the enemy"] * bool(enemies)
    return Roll(len(own) or len(found), 0, NUMBER, " and ".join(parts))


def _met(state: State, found: Sequence[Meeting]) -> tuple[Reason, ...]:
    """Things that a move meets, in order."""
    reasons = []
    for each in found:
        lowest = FACES + 1 - each.faces
        hex_ = state.table.battle.field.labels[each.place]
        if each.enemy == DEBRIS:
            text, rule = f"damage on {lowest}+: debris at {hex_}", "BG-141"
        else:
            text, rule = f"damage on {lowest}+: {label(state, each.enemy)} at {hex_}", "BG-081"
        reasons.append(Reason(each.damage, text, rule))
    return tuple(reasons)


def _of_roll(state: State, unit: int, choice: int) -> Odds:
    """The die for countermeasures, or for debris."""
    walk = state.walk
    assert walk is not None, "dice are awaited in moves only"
    ship = walk.ship
    if state.wait == Wait.DEBRIS:
        own, hurt, lowest = True, DEBRIS_DAMAGE, SUCCEEDS
        reason = Reason(lowest, "debris", "BG-141")
    else:
        own, hurt = False, ECM[state.type_of(walk.fresh[0]).size]
        lowest = needed(state.type_of(ship).special)
        rule = "BG-081" if lowest == SUCCEEDS else "BG-150"
        reason = Reason(lowest, f"countermeasures for {hurt} damage", rule)
    life = _life(state, ship)
    found = run(((hurt, FACES + 1 - lowest),), life, own)
    dice = Roll(1, 0 if own else lowest, NUMBER, f"1 die, unharmed below {lowest}" if own else "")
    return Odds((dice,), found.successes, _hurt(found.damage, life), lowest, (reason,))


_ODDS: Mapping[Kind, Callable[[State, int, int], Odds | None]] = {
    Kind.FIRE: _of_fire,
    Kind.MOVE: _of_move,
    Kind.ROLL: _of_roll,
    Kind.TACTIC: _of_tactic,
}
