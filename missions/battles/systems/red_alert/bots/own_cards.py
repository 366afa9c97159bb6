"""Value of combat cards in a side's own turn, by what their effects bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from missions.battles.systems.red_alert.bots import attacks, prospects
from missions.battles.systems.red_alert.bots.care import Care
from missions.battles.systems.red_alert.bots.places import danger_row, seen
from missions.battles.systems.red_alert.bots.worths import CARD, CARD_WORTHS, MARKER, price, stars
from missions.battles.systems.red_alert.engine import strikes
from missions.battles.systems.red_alert.engine.actions import faces_of
from missions.battles.systems.red_alert.engine.cards import COMBAT
from missions.battles.systems.red_alert.engine.commands import plan
from missions.battles.systems.red_alert.engine.effects import Effect
from missions.battles.systems.red_alert.engine.field import members
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.engine.units import SYMBOL

RAID = 0.35
"""Points for a combat card that the enemy loses."""
TEAMS = 1.5
"""Repairs by an order that the repair by a card is worth."""
UNSEEN = 2.0
"""Danger that a cloak takes from a unit, as a multiple of the danger that counts for its hex."""

Units = tuple[int, ...]


def played(state: State, side: int, card: int, units: Units, care: Care) -> float:
    """Points that a card brings with these units, less its stars and the card itself."""
    brought = sum(_EFFECTS[each.name](state, side, each, units, care) for each in COMBAT[card].effects)
    return brought - price(state, side, COMBAT[card].cost) - CARD_WORTHS[card]


# --- stars, cards, figures --------------------------------------------------------------------------


def _stars(state: State, side: int, effect: Effect, units: Units, care: Care) -> float:
    """Stars; the card has no other use, so that it costs nothing to play it."""
    held = state.stars[side]
    return stars(held + effect.number("gain")) - stars(held) + CARD


def _raid(state: State, side: int, effect: Effect, units: Units, care: Care) -> float:
    """A card of the enemy; this card has no other use, either."""
    return RAID * effect.number("n") + CARD


def _teams(state: State, side: int, effect: Effect, units: Units, care: Care) -> float:
    return sum(TEAMS * prospects.rebuilt(state, unit) for unit in units)


# --- units that can do more -------------------------------------------------------------------------


def _boost(state: State, side: int, effect: Effect, units: Units, care: Care) -> float:
    """Hexes that only the longer move reaches."""
    return _more(state, units, care, _boosted(effect))


def _boosted(effect: Effect) -> Callable[[State, int], None]:
    def change(state: State, unit: int) -> None:
        state.boosted[unit] = (effect.number("add"), effect.number("mult", 1))

    return change


def _steady(state: State, side: int, effect: Effect, units: Units, care: Care) -> float:
    """Hexes beyond asteroids, and asteroids without the risk."""
    return _more(state, units, care, _steadied)


def _steadied(state: State, unit: int) -> None:
    state.passing |= 1 << unit


def _cloak(state: State, side: int, effect: Effect, units: Units, care: Care) -> float:
    """One more die, and less danger."""
    found = _more(state, units, care, _cloaked)
    enemies = seen(state, 1 - side)
    for unit in units:
        aim = state.table.units[unit].type.id, state.figures[unit], False
        dangers = danger_row(state.table.battle.id, state.debris, enemies, *aim, UNSEEN * care.danger)
        found += dangers[state.place[unit]]
    return found


def _cloaked(state: State, unit: int) -> None:
    state.cloaked |= 1 << unit


def _more(state: State, units: Units, care: Care, change: Callable[[State, int], None]) -> float:
    """Points that the orders of units are worth more after a change."""
    current, other = plan(state), state.clone()
    for unit in units:
        change(other, unit)
    return sum(
        prospects.best(other, unit, current, state.is_marked(unit), care)
        - prospects.best(state, unit, current, state.is_marked(unit), care)
        for unit in units
    )


# --- attacks ----------------------------------------------------------------------------------------


def _sabotage(state: State, side: int, effect: Effect, units: Units, care: Care) -> float:
    """A marker on an enemy unit, as likely as one of the dice shows a face that counts."""
    faces = len(faces_of(state, effect, units[0]))
    chance = 1 - (1 - faces / SYMBOL.sides) ** effect.number("dice")
    return sum(chance * MARKER for unit in units if not state.is_marked(unit))


def _focus(state: State, side: int, effect: Effect, units: Units, care: Care) -> float:
    """More dice for each ordered unit that can attack the target."""
    found = 0.0
    for target in units:
        for unit in members(state.ordered & ~state.fought):
            if state.place[unit] >= 0 and target in strikes.targets(state, unit):
                dice = strikes.raw_dice(state, unit, target) + strikes.added_dice(state, unit, target)
                more = attacks.attack(state, unit, target, dice + effect.number("add"), care.back)
                found += max(0.0, more - max(attacks.best_declared(state, unit, care), 0.0))
    return found


def _pursue(state: State, side: int, effect: Effect, units: Units, care: Care) -> float:
    return sum(prospects.pursuit(state, unit, care) for unit in units)


def _again(state: State, side: int, effect: Effect, units: Units, care: Care) -> float:
    """One more ranged combat."""
    return sum(
        max(0.0, attacks.best_declared(state, unit, care)) for unit in units if not state.neighbours(unit)
    )


_EFFECTS: Mapping[str, Callable[[State, int, Effect, Units, Care], float]] = {
    "STARS": _stars,
    "DISCARD": _raid,
    "REPAIR": _teams,
    "MOVE": _boost,
    "PASS": _steady,
    "CLOAK": _cloak,
    "ALERT_MARK": _sabotage,
    "DICE": _focus,
    "PURSUIT": _pursue,
    "EXTRA_ATTACK": _again,
}
