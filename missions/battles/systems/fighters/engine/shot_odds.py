"""The exact chances of one order (FH-044, FH-091, FH-092, FH-121)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from missions.battles.engine.contract import Odds, Order, Reason, counted
from missions.battles.engine.odds import ONE, Pmf, binomial, effect, opposed, reach, scaled, thinned, together
from missions.battles.systems.fighters.engine import attack, orders
from missions.battles.systems.fighters.engine.damage import save_of, straddler_damage
from missions.battles.systems.fighters.engine.loadouts import FIGHTER, LOCK, STRADDLER, Mode
from missions.battles.systems.fighters.engine.movement import sharp_needed, steady_needed
from missions.battles.systems.fighters.engine.state import State


def of(state: State, order: Order) -> Odds | None:
    """None for an order that rolls nothing of its own."""
    unit, choice = order
    kind = choice & 15
    if kind == orders.FIRE:
        return _attack(state, unit, state.kits[unit].modes[choice >> 4 & 63], choice >> 10)
    if kind == orders.SHARP:
        turns = orders.sharp_parts(choice)[5]
        return _one_die(sharp_needed(state, unit, turns), f"a sharper turn of {turns} facings", "FH-074")
    if kind == orders.TRY:
        return _one_die(steady_needed(state, unit), "moving freely in panic", "FH-155")
    return None


def _one_die(needed: int, what: str, rule: str) -> Odds:
    p = reach(needed)
    return Odds(
        summary=f"{max(1, needed)}+ on one die for {what}, {_percent(p)}",
        dice=1,
        needed=needed,
        effective=max(1, needed),
        p_hit=p,
        p_effect=p,
        successes=(1 - p, p),
        effect=(1 - p, p),
        effect_name="success",
        reasons=(Reason(needed, what, rule),),
    )


def _attack(state: State, unit: int, mode: Mode, target: int) -> Odds:
    save = save_of_now(state, target)
    if mode.kind == LOCK:
        sides = attack.lock_sides(state, unit, target)
        hits = opposed(*sides)
        pairs = binomial(state.men[unit], hits.numerator, hits.denominator)
        told = f"{state.men[unit]} pairs of dice, the higher total hits"
        chances = _opposed(told, pairs, hits, save, *_stakes(state, mode, target, state.men[unit]))
        return replace(chances, dice=state.men[unit], reasons=_lock_reasons(*sides))
    shots = attack.rolls(state, unit, mode, target)
    dice = sum(count for _, count, _ in shots)
    stakes = _stakes(state, mode, target, dice)
    chances = _plain(shots[0], save, *stakes) if len(shots) == 1 else _mixed(shots, save, *stakes)
    lead = attack.groups(state, unit)[0][0]
    return replace(chances, dice=dice, reasons=tuple(attack.reasons(state, unit, mode, target, lead)))


Shot = tuple[int, int, int]
"""Needed, dice, what a die must show."""


@lru_cache(maxsize=16384)
def _plain(shot: Shot, save: int, each: int, most: int, name: str) -> Odds:
    """Dice that are all alike."""
    needed, dice, shown = shot
    hits = binomial(dice, min(6, 7 - shown), 6)
    done = effect(dice, shown, save, each, most)
    return _odds(_dice_words([shot]), needed, shown, hits, done, reach(shown), save, name)


def _mixed(shots: list[Shot], save: int, each: int, most: int, name: str) -> Odds:
    """Wingmen's dice and Vader's own (FH-153)."""
    hits: Pmf = ONE
    for _, dice, shown in shots:
        hits = together(hits, binomial(dice, min(6, 7 - shown), 6))
    needed, _, shown = shots[0]
    done = scaled(thinned(hits, _kept(save)), each, most)
    return _odds(_dice_words(shots), needed, shown, hits, done, reach(shown), save, name)


def _opposed(told: str, hits: Pmf, chance: Fraction, save: int, each: int, most: int, name: str) -> Odds:
    """Pairs of dice against each other (FH-121)."""
    done = scaled(thinned(hits, _kept(save)), each, most)
    return _odds(told, 0, 0, hits, done, chance, save, name)


def _kept(save: int) -> Fraction:
    return 1 - reach(save) if save else Fraction(1)


def _odds(
    dice: str, needed: int, shown: int, hits: Pmf, done: Pmf, chance: Fraction, save: int, name: str
) -> Odds:
    return Odds(
        summary=_summary(dice, done, name),
        dice=0,
        needed=needed,
        effective=shown,
        p_hit=chance,
        p_effect=chance * _kept(save),
        successes=hits,
        effect=done,
        effect_name=name,
    )


def save_of_now(state: State, target: int) -> int:
    """The save that this phase's hits will meet: wingmen of Vader stand before him (FH-153)."""
    return save_of(state, target) if state.kits[target].fighterlike else 0


def _stakes(state: State, mode: Mode, target: int, dice: int) -> tuple[int, int, str]:
    """What one hit that passes the saves does, the most that all can do, and what it is; counted alone
    against the target as it stands.
    """
    kind = state.kits[target].kind
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


def _dice_words(shots: list[Shot]) -> str:
    return " and ".join(f"{dice} {'die' if dice == 1 else 'dice'} at {shown}+" for _, dice, shown in shots)


def _summary(dice: str, done: Pmf, name: str) -> str:
    most = next((n for n in range(len(done) - 1, 0, -1) if sum(done[n:]) >= Fraction(1, 4)), 1)
    return f"{dice}, {_percent(sum(done[most:], Fraction(0)))} for at least {counted(most, name)}"


def _percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.0f} %"
