"""The exact chances of one order (FH-044, FH-091, FH-092, FH-121)."""

from __future__ import annotations

from fractions import Fraction

from missions.tactical.contract import Odds, Order, Reason, counted
from missions.tactical.odds import ONE, Pmf, binomial, capped, opposed, reach, scaled, thinned, together
from missions.tactical.systems.fighters import attack, orders
from missions.tactical.systems.fighters.damage import save_of, straddler_damage
from missions.tactical.systems.fighters.kits import FIGHTER, LOCK, STRADDLER, Mode
from missions.tactical.systems.fighters.movement import sharp_needed, steady_needed
from missions.tactical.systems.fighters.state import State


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
    hits: Pmf = ONE
    if mode.kind == LOCK:
        men = state.men[unit]
        chance = opposed(*attack.lock_sides(state, unit, target))
        hits = binomial(men, chance.numerator, chance.denominator)
        shots = [(0, men, 0)]
    else:
        shots = attack.rolls(state, unit, mode, target)
        chance = reach(shots[0][2])
        for _, count, shown in shots:
            p = reach(shown)
            hits = together(hits, binomial(count, p.numerator, p.denominator))
    keep = 1 - reach(save_of_now(state, target)) if save_of_now(state, target) else Fraction(1)
    effect, name = _effect(state, mode, target, thinned(hits, keep))
    lead = attack.groups(state, unit)[0][0]
    needed, _, effective = shots[0]
    return Odds(
        summary=_summary(shots, mode, effect, name),
        dice=sum(count for _, count, _ in shots),
        needed=needed,
        effective=effective,
        p_hit=chance,
        p_effect=chance * keep,
        successes=hits,
        effect=effect,
        effect_name=name,
        reasons=_lock_reasons(state, unit, target)
        if mode.kind == LOCK
        else tuple(attack.reasons(state, unit, mode, target, lead)),
    )


def save_of_now(state: State, target: int) -> int:
    """The save that this phase's hits will meet: wingmen of Vader stand before him (FH-153)."""
    return save_of(state, target) if state.kits[target].fighterlike else 0


def _effect(state: State, mode: Mode, target: int, through: Pmf) -> tuple[Pmf, str]:
    """Hits that pass the saves as what they do, counted alone against the target as it stands."""
    kind = state.kits[target].kind
    if kind == FIGHTER:
        alive = state.men[target]
        guarded = state.lead[target] and alive > 1
        return capped(through, alive - 1 if guarded else alive), "fighters destroyed"
    if kind == STRADDLER:
        return scaled(through, straddler_damage(mode), state.hull[target]), "hits lost"
    if mode.ion:
        return through, "ion hits"
    return scaled(through, mode.damage, state.shield[target] + state.hull[target]), "damage"


def _lock_reasons(state: State, unit: int, target: int) -> tuple[Reason, ...]:
    plus, defence = attack.lock_sides(state, unit, target)
    return (
        Reason(plus, "added to the firer's die", "FH-121"),
        Reason(defence, "added to the target's die", "FH-121"),
    )


def _summary(shots: list[tuple[int, int, int]], mode: Mode, effect: Pmf, name: str) -> str:
    if mode.kind == LOCK:
        dice = f"{shots[0][1]} pairs of dice, the higher total hits"
    else:
        dice = " and ".join(
            f"{count} {'die' if count == 1 else 'dice'} at {shown}+" for _, count, shown in shots
        )
    most = next((n for n in range(len(effect) - 1, 0, -1) if sum(effect[n:]) >= Fraction(1, 4)), 1)
    chance = sum(effect[most:], Fraction(0))
    return f"{dice}, {_percent(chance)} for at least {counted(most, name)}"


def _percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.0f} %"
