"""The exact chances of one order (FH-044, FH-091, FH-092, FH-121)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from missions.battles.engine.contract import Effect, Odds, Order, Reason, Roll
from missions.battles.engine.odds import ONE, Pmf, binomial, effect, opposed, reach, scaled, thinned, together
from missions.battles.systems.fighters.engine import attack, orders
from missions.battles.systems.fighters.engine.damage import save_of, straddler_damage
from missions.battles.systems.fighters.engine.loadouts import FIGHTER, LOCK, STRADDLER, Mode
from missions.battles.systems.fighters.engine.movement import sharp_needed, steady_needed
from missions.battles.systems.fighters.engine.state import State


def of(state: State, order: Order) -> Odds | None:
    """Exact chances of an order; None if it has no dice of its own."""
    unit, choice = order
    kind = choice & 15
    if kind == orders.FIRE:
        return _attack(state, unit, state.loadouts[unit].modes[choice >> 4 & 63], choice >> 10)
    if kind == orders.SHARP:
        turns = orders.sharp_parts(choice)[5]
        return _one_die(sharp_needed(state, unit, turns), f"a sharper turn of {turns} facings", "FH-074")
    if kind == orders.TRY:
        return _one_die(steady_needed(state, unit), "moving freely in panic", "FH-155")
    return None


def _one_die(needed: int, what: str, rule: str) -> Odds:
    p = reach(needed)
    roll = Roll(1, max(1, needed), text=f"{max(1, needed)}+ on one die for {what}")
    chances = (1 - p, p)
    return Odds(
        (roll,), chances, (Effect("success", chances, "to make it"),), needed, (Reason(needed, what, rule),)
    )


def _attack(state: State, unit: int, mode: Mode, target: int) -> Odds:
    save = save_of_now(state, target)
    if mode.kind == LOCK:
        return _locked(state, unit, mode, target, save)
    shots = attack.rolls(state, unit, mode, target)
    stakes = _stakes(state, mode, target, sum(count for _, count, _ in shots))
    hits, done = _plain(shots[0], save, *stakes) if len(shots) == 1 else _mixed(shots, save, *stakes)
    lead = attack.groups(state, unit)[0][0]
    return Odds(
        rolls=tuple(Roll(count, shown) for _, count, shown in shots),
        successes=hits,
        effects=(done,),
        needed=shots[0][0],
        reasons=tuple(attack.reasons(state, unit, mode, target, lead)),
    )


def _locked(state: State, unit: int, mode: Mode, target: int, save: int) -> Odds:
    """Pairs of dice against each other (FH-121)."""
    sides, pairs = attack.lock_sides(state, unit, target), state.men[unit]
    chance = opposed(*sides)
    hits = binomial(pairs, chance.numerator, chance.denominator)
    words = f"{pairs} pairs of dice, the higher total hits"
    done = _done(hits, save, *_stakes(state, mode, target, pairs))
    return Odds((Roll(pairs, text=words),), hits, (done,), 0, _lock_reasons(*sides))


Shot = tuple[int, int, int]
"""Needed, dice, what a die must show."""


@lru_cache(maxsize=16384)
def _plain(shot: Shot, save: int, each: int, most: int, name: str) -> tuple[Pmf, Effect]:
    """Hits and their effect, of dice that are all alike."""
    _, dice, shown = shot
    return binomial(dice, min(6, 7 - shown), 6), Effect(name, effect(dice, shown, save, each, most))


def _mixed(shots: list[Shot], save: int, each: int, most: int, name: str) -> tuple[Pmf, Effect]:
    """Hits and effect of wingmen's dice and Vader's own (FH-153)."""
    hits: Pmf = ONE
    for _, dice, shown in shots:
        hits = together(hits, binomial(dice, min(6, 7 - shown), 6))
    return hits, _done(hits, save, each, most, name)


def _done(hits: Pmf, save: int, each: int, most: int, name: str) -> Effect:
    """Effect of so many hits."""
    return Effect(name, scaled(thinned(hits, _kept(save)), each, most))


def _kept(save: int) -> Fraction:
    return 1 - reach(save) if save else Fraction(1)


def save_of_now(state: State, target: int) -> int:
    """The save that this phase's hits will meet: wingmen shield Vader (FH-153)."""
    return save_of(state, target) if state.loadouts[target].fighterlike else 0


def _stakes(state: State, mode: Mode, target: int, dice: int) -> tuple[int, int, str]:
    """Effect of one hit that passes the saves, the most that all hits can do, and its name; counted against
    the target as it stands.
    """
    kind = state.loadouts[target].kind
    if kind == FIGHTER:
        alive = state.men[target]
        guarded = state.lead[target] and alive > 1
        return 1, alive - 1 if guarded else alive, "fighters destroyed"
    if kind == STRADDLER:
        return straddler_damage(mode), state.hull[target], "hits lost"
    if mode.ion:
        return 1, dice, "ion hits"
    return mode.damage, state.shield[target] + state.hull[target], "damage"


def _lock_reasons(plus: int, defence: int) -> tuple[Reason, ...]:
    return (
        Reason(plus, "added to the firer's die", "FH-121"),
        Reason(defence, "added to the target's die", "FH-121"),
    )
