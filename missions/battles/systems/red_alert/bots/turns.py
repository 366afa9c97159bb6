"""Value of orders in a side's own turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from missions.battles.engine.contract import NO_UNIT, Choice
from missions.battles.systems.red_alert.bots import attacks, leading, own_cards, places, prospects
from missions.battles.systems.red_alert.bots.care import Care
from missions.battles.systems.red_alert.bots.worths import (
    CARD,
    CARD_WORTHS,
    MARKER,
    price,
    stars,
)
from missions.battles.systems.red_alert.engine.cards import COMBAT_CARDS
from missions.battles.systems.red_alert.engine.choices import (
    Kind,
    aim_of,
    attack_of,
    kind_of,
    load_of,
    move_of,
)
from missions.battles.systems.red_alert.engine.commands import plan
from missions.battles.systems.red_alert.engine.field import ROWS
from missions.battles.systems.red_alert.engine.moves import IMPULSE
from missions.battles.systems.red_alert.engine.orders import PURSUIT, clearing_price
from missions.battles.systems.red_alert.engine.state import Phase, State

NEVER = -5.0
"""Value of what a bot does not do."""
MOST_CARDS = 6
"""Combat cards beyond which another one counts for little."""
SPARE_CARD = 0.15
"""Points that such a card counts."""
FLAGSHIP_ROW, SLOW_ROW, FAST_ROW = ROWS - 1, ROWS - 2, ROWS - 3
"""Rows that a unit in its place has ahead of it: the flagship, slow units, all others."""
SLOW = 2
"""Hexes of a slow unit's move, at most."""
COST_OF_A_ROW = 10
"""Cost of a unit that counts as much as a row does, when a bot chooses which unit it places next."""

Rating = Callable[[State, int, int, Choice, Care], float]
"""Value of a choice: state, side, unit, choice, weights."""


def rated(state: State, side: int, unit: int, choices: Sequence[Choice], care: Care) -> list[float]:
    """The value of each choice of a unit, or of its side, in points."""
    if unit != NO_UNIT and state.phase is Phase.MOVEMENT:
        return _moves(state, unit, choices, care)
    return [_RATINGS[kind_of(choice)](state, side, unit, choice, care) for choice in choices]


# --- moves ------------------------------------------------------------------------------------------


def _moves(state: State, unit: int, choices: Sequence[Choice], care: Care) -> list[float]:
    """Each move against staying, with the attacks that may follow both."""
    current = plan(state)
    shot = None if current.peaceful else attacks.Guns(state, unit, current, state.is_marked(unit), care)
    stay = shot.best(state.place[unit]) if shot else 0.0
    found = prospects.ends(state, unit, care, prospects.reach_of(state, unit, current), shot)
    values = {(hex_, paid): value - stay for hex_, paid, value in found}
    side = state.table.units[unit].side
    exit_ = prospects.exit_worth(state, unit, places.row(state, unit, places.seen(state, 1 - side), care))
    return [exit_ - stay if kind_of(choice) is Kind.EXIT else values[move_of(choice)] for choice in choices]


def _second_move(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    """A move in the combat phase; it takes the place of a combat that was not fought."""
    hex_, paid = move_of(choice)
    worths = places.row(state, unit, places.seen(state, 1 - side), care)
    found = worths[hex_] - worths[state.place[unit]]
    if paid:
        found -= price(state, side, IMPULSE)
    if not state.fought >> unit & 1:
        found -= attacks.best_declared(state, unit, care)
    return found


# --- attacks ----------------------------------------------------------------------------------------


def _attack(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    target, card = attack_of(choice)
    return attacks.declared(state, unit, target, card, care)


def _pursue(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    return prospects.pursuit(state, unit, care) - price(state, side, PURSUIT)


# --- command and orders -----------------------------------------------------------------------------


def _command(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    return leading.commanded(state, side, load_of(choice), care)


def _order(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    return prospects.prospect(prospects.Moment(state, plan(state), care), unit)


def _clear(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    """A marker taken off: the unit moves again, rolls all dice and can retire."""
    if plan(state).instant and state.ordered >> unit & 1:
        return NEVER
    found = MARKER - price(state, side, clearing_price(state, unit))
    if state.ordered >> unit & 1:
        found += prospects.freed(state, unit, plan(state), care)
    return found


def _uncloak(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    return NEVER


def _done(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    return 0.0


# --- combat cards -----------------------------------------------------------------------------------


def _card(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    card, units = aim_of(choice)
    return own_cards.played(state, side, card, units, care)


# --- the end of a turn ------------------------------------------------------------------------------


def _trade(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    gain = stars(state.stars[side] + 1) - stars(state.stars[side])
    count = len(state.hands[side][COMBAT_CARDS])
    worth = CARD_WORTHS[load_of(choice)]
    return gain - (worth if count <= MOST_CARDS else min(worth, SPARE_CARD))


def _keep(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    card = load_of(choice)
    return leading.commanded(state, side, card, care) + 2 * care.saving * leading.kept(card)


def _stars(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    return stars(state.stars[side] + 2)


def _star_and_card(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    few = len(state.hands[side][COMBAT_CARDS]) < MOST_CARDS
    return stars(state.stars[side] + 1) + (CARD if few else SPARE_CARD)


# --- before the first turn --------------------------------------------------------------------------


def _place(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    """Destroyers and fighters in front, slow units behind, the flagship at the back; dear units first."""
    type_ = state.table.units[unit].type
    slow = type_.move <= SLOW and not type_.destroyer
    wanted = FLAGSHIP_ROW if type_.flagship else SLOW_ROW if slow else FAST_ROW
    return type_.cost / COST_OF_A_ROW - abs(places.rows_ahead(side, load_of(choice)) - wanted)


def _show(state: State, side: int, unit: int, choice: Choice, care: Care) -> float:
    return leading.commanded(state, side, load_of(choice), care)


_RATINGS: Mapping[Kind, Rating] = {
    Kind.COMMAND: _command,
    Kind.ORDER: _order,
    Kind.CLEAR: _clear,
    Kind.UNCLOAK: _uncloak,
    Kind.MOVE: _second_move,
    Kind.ATTACK: _attack,
    Kind.PURSUE: _pursue,
    Kind.CARD: _card,
    Kind.TRADE: _trade,
    Kind.KEEP: _keep,
    Kind.STARS: _stars,
    Kind.STAR_AND_CARD: _star_and_card,
    Kind.DONE: _done,
    Kind.PLACE: _place,
    Kind.SHOW: _show,
}
