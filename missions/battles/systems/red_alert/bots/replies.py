"""Value of answers out of turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from missions.battles.engine.contract import Choice
from missions.battles.systems.red_alert.bots import places
from missions.battles.systems.red_alert.bots.attacks import attack
from missions.battles.systems.red_alert.bots.care import Care
from missions.battles.systems.red_alert.bots.worths import (
    CARD,
    MARKER,
    blow,
    gone,
    price,
    stars,
    stays,
)
from missions.battles.systems.red_alert.engine import strikes
from missions.battles.systems.red_alert.engine.answers import BATTLE_BACK, dice_of
from missions.battles.systems.red_alert.engine.cards import COMBAT
from missions.battles.systems.red_alert.engine.choices import Kind, aim_of, kind_of, load_of, unpack_way
from missions.battles.systems.red_alert.engine.combat import result
from missions.battles.systems.red_alert.engine.effects import Effect
from missions.battles.systems.red_alert.engine.retreats import HEXES_PER_ALERT
from missions.battles.systems.red_alert.engine.state import NO_CARD, NOWHERE, Attack, State, Wait
from missions.battles.systems.red_alert.engine.windows import REPAIR, under_way

TEMPO = 0.3
"""Points for a unit that need not come back."""
ASTEROID_HITS, FRIEND_HITS, ENEMY_HITS = 1 / 2, 1 / 6, 2 / 6
"""Hits to be expected on a way home: on an asteroid, through a friend, through an enemy (RA-113, RA-144)."""
COMMAND_CARD = 0.5
"""Points that a command card counts which answers an attack."""

Answer = Callable[[State, int, Choice, Care], float]


def rated(state: State, side: int, choice: Choice, care: Care) -> float:
    """The value of an answer in points; that of no answer is 0."""
    kind = kind_of(choice)
    if kind is Kind.PASS or kind is Kind.ROLL:
        return 0.0
    return _ANSWERS[kind](state, side, choice, care)


# --- before the dice --------------------------------------------------------------------------------


def _dice(state: State, found: Attack) -> int:
    return strikes.dice(state, found.unit, found.target, found.added + found.cut)


def _blow(state: State, found: Attack, dice: int) -> float:
    """Points that the attack under way brings with so many dice."""
    return blow(*_pair(state, found), dice)


def _pair(state: State, found: Attack) -> tuple[int, str, int, bool]:
    units, target = state.table.units, found.target
    return (
        units[found.unit].type.symbol,
        units[target].type.id,
        state.figures[target],
        state.is_marked(target),
    )


def _card(state: State, side: int, choice: Choice, care: Care) -> float:
    card, units = aim_of(choice)
    cost = price(state, side, COMBAT[card].cost) + CARD
    if state.wait is Wait.AMBUSH:
        (unit,) = units
        return attack(state, unit, state.trigger, strikes.dice(state, unit, state.trigger), care.back) - cost
    if state.wait is Wait.FOLLOW:
        return _following(state, side, COMBAT[card].effects[0], units[0], care) - cost
    return _CARDS[COMBAT[card].effects[0].name](state, under_way(state), card) - cost


def _following(state: State, side: int, effect: Effect, unit: int, care: Care) -> float:
    """A card after a battle back: stars, or one more attack on the unit."""
    if effect.name == "STARS":
        return stars(state.stars[side] + effect.number("gain")) - stars(state.stars[side])
    attacker = under_way(state).unit
    return attack(state, attacker, unit, dice_of(state, attacker, unit), care.back)


def _cancel(state: State, found: Attack, card: int) -> float:
    return _blow(state, found, _dice(state, found))


def _fewer(state: State, found: Attack, card: int) -> float:
    dice = _dice(state, found)
    return _blow(state, found, dice) - _blow(state, found, dice + COMBAT[card].effects[0].number("add"))


def _react(state: State, side: int, choice: Choice, care: Care) -> float:
    """The unit attacks first; its enemy may be gone then."""
    found = under_way(state)
    dice = strikes.dice(state, found.target, found.unit)
    other = Attack(found.target, found.unit, found.kind, found.mode, found.start, found.origin)
    pair = _pair(state, other)
    spared = (1 - stays(*pair, dice)) * _blow(state, found, _dice(state, found))
    return blow(*pair, dice) + spared - COMMAND_CARD


# --- dice that lie there ----------------------------------------------------------------------------


def _shield(state: State, found: Attack, card: int) -> float:
    """Figures that blasts would take, and the retreat that only they would bring."""
    symbol, type_, figures, marked = _pair(state, found)
    before = result(state, found)
    after = strikes.read(found.faces, symbol, state.table.units[found.target].type.symbol, shielded=True)
    saved = _lost(type_, figures, before.hits) - _lost(type_, figures, after.hits)
    if before.alerts and not after.hits and not marked:
        saved += TEMPO * before.alerts
    return saved


def _lost(type_: str, figures: int, hits: int) -> float:
    return gone(type_, max(0, figures - hits)) - gone(type_, figures)


# --- red alerts -------------------------------------------------------------------------------------


def _retire(state: State, side: int, choice: Choice, care: Care) -> float:
    """The hex at the end of the way, less what it costs: missing hexes, dangers, a marker, the way back."""
    found = under_way(state)
    unit, start = found.target, state.place[found.target]
    path = unpack_way(side, start, load_of(choice))
    worths = places.row(state, unit, places.seen(state, 1 - side), care)
    type_, figures = state.table.units[unit].type.id, state.figures[unit]
    value = worths[path[-1]] - worths[start] if path else 0.0
    missing = HEXES_PER_ALERT * found.alerts - len(path)
    value -= _lost(type_, figures, missing)
    value -= _risk(state, side, unit, path) * _lost(type_, figures, 1)
    if found.alerts > 1:
        value -= MARKER
    if state.wait is Wait.WITHDRAW:
        value -= TEMPO
    return value


def _risk(state: State, side: int, unit: int, path: tuple[int, ...]) -> float:
    """Hits to be expected on a way home."""
    asteroids = state.table.battle.asteroids & ~state.debris
    found = 0.0
    for hex_ in path:
        found += ASTEROID_HITS * (asteroids >> hex_ & 1)
        other = state.at[hex_]
        if other not in (NOWHERE, unit):
            found += FRIEND_HITS if state.table.units[other].side == side else ENEMY_HITS
    return found


def _disregard(state: State, side: int, choice: Choice, care: Care) -> float:
    return TEMPO


def _repair(state: State, side: int, choice: Choice, care: Care) -> float:
    return TEMPO - price(state, side, REPAIR)


def _ignore(state: State, found: Attack, card: int) -> float:
    return TEMPO + (MARKER if found.alerts > 1 else 0.0)


# --- battle back ------------------------------------------------------------------------------------


def _back(state: State, side: int, choice: Choice, care: Care) -> float:
    card = load_of(choice) - 1
    value = _counter(state, under_way(state), strikes.card_dice(card))
    if card == NO_CARD:
        return value - price(state, side, BATTLE_BACK)
    return value - price(state, side, BATTLE_BACK + COMBAT[card].cost) - CARD


def _return_fire(state: State, found: Attack, card: int) -> float:
    return _counter(state, found, COMBAT[card].effects[0].number("dice"))


def _counter(state: State, found: Attack, added: int) -> float:
    dice = dice_of(state, found.target, found.unit) + added
    return attack(state, found.target, found.unit, dice, 0.0)


_CARDS: Mapping[str, Callable[[State, Attack, int], float]] = {
    "CANCEL_ATTACK": _cancel,
    "DICE": _fewer,
    "SHIELD": _shield,
    "ALERT_IGNORE": _ignore,
    "BATTLE_BACK": _return_fire,
}
_ANSWERS: Mapping[Kind, Answer] = {
    Kind.CARD: _card,
    Kind.REACT: _react,
    Kind.RETIRE: _retire,
    Kind.DISREGARD: _disregard,
    Kind.REPAIR: _repair,
    Kind.BACK: _back,
}
