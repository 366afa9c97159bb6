"""Exact chances of the orders that roll dice, with the reasons for their number (RA-100 … RA-109)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from missions.battles.engine.contract import Effect, Event, Odds, Order, Reason, Roll
from missions.battles.engine.odds import Pmf, binomial, capped, together
from missions.battles.systems.red_alert.engine import strike_odds, strikes
from missions.battles.systems.red_alert.engine.answers import BATTLE_BACK
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMMAND
from missions.battles.systems.red_alert.engine.choices import (
    Kind,
    aim_of,
    attack_of,
    kind_of,
    load_of,
    move_of,
    unpack_way,
)
from missions.battles.systems.red_alert.engine.combat import HURTS_ON_ASTEROID, PASSING_ENEMY, PASSING_FRIEND
from missions.battles.systems.red_alert.engine.commands import plan
from missions.battles.systems.red_alert.engine.effects import Effect as CardEffect
from missions.battles.systems.red_alert.engine.field import APART, members
from missions.battles.systems.red_alert.engine.retreats import HEXES_PER_ALERT
from missions.battles.systems.red_alert.engine.state import (
    NO_CARD,
    NOWHERE,
    Phase,
    Retire,
    Stage,
    State,
    Wait,
)
from missions.battles.systems.red_alert.engine.strike_odds import Risk
from missions.battles.systems.red_alert.engine.units import DIE, SYMBOL
from missions.battles.systems.red_alert.engine.windows import under_way

_GOOD = {
    "rolls": 4,
    "confirms": 4,
    "asteroid": 4,
    "passes": 4,
    "asteroid risk": 3,
    "sabotages": 3,
    "rebuilds": 3,
}
"""Index of the successes in events of an order's own dice."""


def successes(events: Sequence[Event]) -> int:
    """Successes on the own dice of the order that gave these events."""
    return sum(event[_GOOD[event[0]]] for event in events if event[0] in _GOOD)


def of(state: State, order: Order) -> Odds | None:
    """Chances of a legal order; None if it rolls no dice of its own."""
    found = _ODDS.get(kind_of(order[1]))
    return found(state, order[0], order[1]) if found else None


# --- attacks ----------------------------------------------------------------------------------------


def attack(state: State, unit: int, target: int, more: Sequence[Reason] = (), paid: int = 0) -> Odds | None:
    """Chances of an attack with dice that cards add or take off; None if no die is left. `paid` are stars
    that the order itself costs: they are in the pool when the dice fall (RA-163).
    """
    reasons = [Reason(strikes.base_dice(state, unit, target), _range(state, unit, target), "RA-020")]
    reasons += [Reason(cut.amount, cut.text, cut.rule) for cut in strikes.reductions(state, unit, target)]
    if (short := sum(each.amount for each in reasons)) < 0:
        reasons.append(Reason(-short, "reductions stop at no dice", "RA-102"))
    if state.is_cloaked(unit):
        reasons.append(Reason(1, "out of the cloak", "RA-171"))
    reasons += more
    dice = strikes.dice(state, unit, target, sum(each.amount for each in more))
    if not dice:
        return None
    units = state.table.units
    one, other = units[unit].type, units[target].type
    ignored = strikes.ignored_blasts(one.symbol, other.symbol)
    if ignored:
        reasons.append(Reason.aside(f"ignores {ignored} blast{'s' * (ignored > 1)}", "RA-104"))
    found = strike_odds.strike(dice, ignored, state.figures[target], other.flagship, state.is_marked(target))
    effects = (
        Effect("figures lost", found.lost, from_one=True),
        Effect("eliminations", found.eliminated, "to eliminate it"),
        Effect("red alerts", found.alerts),
        Effect("stars", capped(binomial(dice, 1, 6), state.pool + paid)),
    )
    return Odds((_roll(dice),), found.hits, effects, 0, tuple(reasons))


def _range(state: State, unit: int, target: int) -> str:
    if strikes.kind_of(state, unit, target) == strikes.CLOSE:
        return "close quarters"
    return f"range {APART[state.place[unit]][state.place[target]]}"


def _roll(dice: int) -> Roll:
    return Roll(dice, 0, DIE, f"{dice} {'die' if dice == 1 else 'dice'}")


def _card(amount: int, card: int) -> list[Reason]:
    """The line of a combat card that changes the dice."""
    return [Reason(amount, COMBAT[card].title, "RA-168")] if amount else []


def _command_dice(state: State, unit: int, target: int) -> list[Reason]:
    """Lines of the command card and of a target that is named for the turn."""
    if not state.ordered >> unit & 1:
        return []
    kind = "close" if strikes.kind_of(state, unit, target) == strikes.CLOSE else "ranged"
    more = sum(add for add, when in plan(state).dice if when in (kind, "any"))
    found = [Reason(more, COMMAND[state.carried_out].title, "RA-061")] if more else []
    if state.focus[0] == target:
        found.append(Reason(state.focus[1], "named target", "RA-168"))
    return found


def _of_attack(state: State, unit: int, choice: int) -> Odds | None:
    target, card = attack_of(choice)
    return _with_card(state, unit, target, card, 0)


def _with_card(state: State, unit: int, target: int, card: int, paid: int) -> Odds | None:
    """An attack with a combat card that goes with it, or without. `paid` are stars beside its price."""
    more = _command_dice(state, unit, target)
    if card != NO_CARD:
        more += _card(strikes.card_dice(card), card)
        paid += COMBAT[card].cost
    return attack(state, unit, target, more, paid)


def _of_back(state: State, unit: int, choice: int) -> Odds | None:
    found = under_way(state)
    return _with_card(state, found.target, found.unit, load_of(choice) - 1, BATTLE_BACK)


def _of_reaction(state: State, unit: int, choice: int) -> Odds | None:
    found, effects = under_way(state), COMMAND[load_of(choice)].reaction_effects
    strikes_first = any(each.name == "FIRST_STRIKE" for each in effects)
    return attack(state, found.target, found.unit) if strikes_first else None


# --- rolls that are due -----------------------------------------------------------------------------


def _of_roll(state: State, unit: int, choice: int) -> Odds | None:
    frame = state.frames[-1]
    if isinstance(frame, Retire):
        own = state.waiting == state.table.units[frame.unit].side
        missing = frame.length - len(frame.path)
        return _way(state, frame.unit, frame.path[frame.at :], missing, own, frame.rolled)
    if frame.stage == Stage.CONFIRMING:
        shown, dead = strike_odds.confirm(frame.doubts)
        effect = Effect("eliminations", dead, "to eliminate it")
        why = (Reason(frame.doubts, "hits to confirm", "RA-106"),)
        return Odds((_roll(frame.doubts),), shown, (effect,), 0, why)
    more = frame.added + frame.cut
    return attack(state, frame.unit, frame.target, [Reason(more, "cards", "RA-168")] if more else [])


def _of_retire(state: State, unit: int, choice: int) -> Odds | None:
    found = under_way(state)
    path = unpack_way(state.waiting, state.place[found.target], load_of(choice))
    return _way(state, found.target, path, HEXES_PER_ALERT * found.alerts - len(path), True)


def _risks(state: State, unit: int, path: Sequence[int], own: bool, rolled: bool) -> Iterator[Risk | None]:
    """Dice of one side on a way home, up to the first that the other side rolls, which is None."""
    units, asteroids = state.table.units, state.table.battle.asteroids & ~state.debris
    for number, hex_ in enumerate(path):
        if asteroids >> hex_ & 1 and not (rolled and number == 0):
            if not own:
                yield None
                return
            yield Risk(1, len(HURTS_ON_ASTEROID))
        other = state.at[hex_]
        if other in (NOWHERE, unit):
            continue
        friend = units[other].side == units[unit].side
        if friend != own:
            yield None
            return
        yield Risk(PASSING_FRIEND if friend else PASSING_ENEMY, 1)


def _way(
    state: State, unit: int, path: Sequence[int], missing: int, own: bool, rolled: bool = False
) -> Odds | None:
    """Chances of a way home, or of the part of it up to the dice of the other side. Hexes that are missing
    are hits at its end (RA-115); a bare flagship confirms them (RA-107).
    """
    found = list(_risks(state, unit, path, own, rolled))
    if found and found[-1] is None:
        missing = 0
    risks = [risk for risk in found if risk]
    figures, flagship = state.figures[unit], state.table.units[unit].type.flagship
    doubts = max(0, missing - (figures - 1)) if flagship else 0
    dice = sum(risk.dice for risk in risks)
    if not dice + doubts:
        return None
    shown, lost = strike_odds.way(risks, figures, flagship, own, missing)
    effect = Effect("own figures lost" if own else "figures lost", lost, from_one=True)
    why = [
        Reason(risk.dice, "asteroid", "RA-144")
        if risk.hurting == len(HURTS_ON_ASTEROID)
        else Reason(risk.dice, "passing a unit", "RA-113")
        for risk in risks
    ]
    if missing:
        hits = f"{missing} {'hit for a hex that is' if missing == 1 else 'hits for hexes that are'} missing"
        why.append(Reason.aside(hits, "RA-115"))
    if doubts:
        why.append(Reason(doubts, "hits to confirm", "RA-107"))
    return Odds((_roll(dice + doubts),), shown, (effect,), 0, tuple(why))


# --- moves and cards --------------------------------------------------------------------------------


def _of_move(state: State, unit: int, choice: int) -> Odds | None:
    return _arrival(state, unit, move_of(choice)[0])


def _of_pursuit(state: State, unit: int, choice: int) -> Odds | None:
    found = state.after
    return _arrival(state, found.unit, found.start) if found else None


def _arrival(state: State, unit: int, hex_: int) -> Odds | None:
    """The die of an asteroid that stops the unit (RA-142)."""
    if state.passing >> unit & 1 or not state.table.battle.asteroids & ~state.debris & 1 << hex_:
        return None
    safe = (Fraction(1, 6), Fraction(5, 6))
    effect = Effect("safe arrivals", safe, "to arrive without a red alert marker")
    return Odds((_roll(1),), safe, (effect,), 0, (Reason(1, "asteroid", "RA-142"),))


def _of_card(state: State, unit: int, choice: int) -> Odds | None:
    """A card that attacks, pursues, repairs or places a marker with dice."""
    if state.wait is Wait.AMBUSH:
        card, (attacker,) = aim_of(choice)
        more = _card(COMBAT[card].attack_dice, card)
        return attack(state, attacker, state.trigger, more, COMBAT[card].cost)
    if state.wait is not None:
        return _of_answer(state, choice)
    card, units = aim_of(choice)
    for effect in COMBAT[card].effects:
        if effect.name in _ROLLING:
            return _ROLLING[effect.name](state, effect, units[0])
    return None


def _of_answer(state: State, choice: int) -> Odds | None:
    """A card out of turn that attacks."""
    fight, (card, units) = under_way(state), aim_of(choice)
    names = {effect.name for effect in COMBAT[card].effects}
    if "EXTRA_ATTACK" in names:
        return attack(
            state, fight.unit, units[0], _command_dice(state, fight.unit, units[0]), COMBAT[card].cost
        )
    if "BATTLE_BACK" in names:
        more = _card(COMBAT[card].attack_dice, card)
        return attack(state, fight.target, fight.unit, more, COMBAT[card].cost)
    return None


def _sabotage(state: State, effect: CardEffect, unit: int) -> Odds | None:
    dice = effect.number("dice")
    missed = Fraction(SYMBOL.sides - len(effect.words("on")), SYMBOL.sides) ** dice
    works = (missed, 1 - missed)
    placed = Effect("markers", works, "to place a red alert marker")
    return Odds((_roll(dice),), works, (placed,), 0, (Reason(dice, "dice of the card", "RA-168"),))


def _rebuild(state: State, effect: CardEffect, unit: int) -> Odds | None:
    return _repairs(state, effect, [unit])


def _repairs(state: State, effect: CardEffect, units: Sequence[int]) -> Odds | None:
    """Dice that bring figures back, for each unit that lacks some."""
    dice, most = effect.number("dice"), effect.number("max")
    shown: Pmf = (Fraction(1),)
    back: Pmf = (Fraction(1),)
    count = 0
    for unit in units:
        missing = state.table.units[unit].figures - state.figures[unit]
        if missing:
            count += dice
            found = binomial(dice, len(effect.words("on")), SYMBOL.sides)
            shown, back = together(shown, found), together(back, capped(found, min(most, missing)))
    if not count:
        return None
    why = (Reason(count, "dice of the card", "RA-168"),)
    return Odds((_roll(count),), shown, (Effect("figures back", back),), 0, why)


def _of_done(state: State, unit: int, choice: int) -> Odds | None:
    """The end of the orders, if the command card then repairs."""
    if state.phase is not Phase.ORDERS:
        return None
    found = [effect for effect in plan(state).instant if effect.name == "REPAIR"]
    return _repairs(state, found[0], list(members(state.ordered))) if found else None


_ROLLING: Mapping[str, Callable[[State, CardEffect, int], Odds | None]] = {
    "ALERT_MARK": _sabotage,
    "REPAIR": _rebuild,
    "PURSUIT": lambda state, effect, unit: _of_pursuit(state, unit, 0),
}
_ODDS: Mapping[Kind, Callable[[State, int, int], Odds | None]] = {
    Kind.ATTACK: _of_attack,
    Kind.BACK: _of_back,
    Kind.REACT: _of_reaction,
    Kind.ROLL: _of_roll,
    Kind.RETIRE: _of_retire,
    Kind.MOVE: _of_move,
    Kind.PURSUE: _of_pursuit,
    Kind.CARD: _of_card,
    Kind.DONE: _of_done,
}
