"""Reasons why an order is not legal, each in a sentence with its rule."""

from __future__ import annotations

from collections.abc import Mapping

from missions.battles.engine.contract import NO_UNIT, Order
from missions.battles.systems.galaxies.engine.awaited import to_act
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of
from missions.battles.systems.galaxies.engine.deployment import to_place
from missions.battles.systems.galaxies.engine.refusing import acting, deploying
from missions.battles.systems.galaxies.engine.refusing.words import OTHERWISE, Reason, Why
from missions.battles.systems.galaxies.engine.state import NOWHERE, Phase, State
from missions.battles.systems.galaxies.engine.telling.words import card_name, ship_name

REASONS: Mapping[Kind, Reason] = {**deploying.REASONS, **acting.REASONS}
"""The reason against each kind of order in its own phase; it takes the state, the unit and the choice."""
_OWN_TURN = (Phase.ENERGY, Phase.DEPLOY, Phase.ACTION)
PHASES_OF: Mapping[Kind, tuple[Phase, ...]] = {
    Kind.BEGIN: (Phase.BEGIN,),
    Kind.TACTIC: _OWN_TURN,
    Kind.DISCARD: _OWN_TURN,
    Kind.LAUNCH: (Phase.DEPLOY,),
    Kind.PLACE: (Phase.DEPLOY,),
    Kind.LOAD: (Phase.DEPLOY,),
    Kind.ACTIVATE: (Phase.ACTION,),
    Kind.MOVE: (Phase.ACTION,),
    Kind.WARP: (Phase.ACTION,),
    Kind.FIRE: (Phase.ACTION,),
    Kind.FINISH: (Phase.ACTION,),
    Kind.DONE: _OWN_TURN,
}
_ANSWERS = frozenset((Kind.PASS, Kind.ROLL))
_NAMES = {
    Phase.BEGIN: "the choice of who begins",
    Phase.ENERGY: "the energy phase",
    Phase.DEPLOY: "the deploy phase",
    Phase.ACTION: "the action phase",
}


def why_not(state: State, seat: int, order: Order) -> Why:
    """The reason why this order of a seat is not legal, and its rule."""
    unit, choice = order
    if state.outcome is not None:
        return "The battle is over; nothing is ordered any more.", "BG-130"
    if seat not in to_act(state):
        return "Somebody else decides now; wait for them.", "BG-014"
    try:
        kind = kind_of(choice)
    except ValueError:
        return "That is no order of this game; choose one that is offered.", "BG-014"
    if state.wait is not None:
        return "A question is open; choose one of its answers first.", "BG-014"
    if kind in _ANSWERS:
        return "Nothing is to be answered now; choose an order of your turn.", "BG-014"
    if state.phase not in PHASES_OF[kind]:
        return f"That does not belong to {_NAMES[state.phase]}; choose an order that is offered.", "BG-014"
    found = _unfinished(state, unit, kind)
    if found is not None:
        return found
    if unit != NO_UNIT and not _is_own(state, seat, unit):
        return "That is no ship of yours on the battlefield; choose one of your ships.", "BG-044"
    reason = REASONS.get(kind)
    return reason(state, unit, choice) if reason else OTHERWISE


def _unfinished(state: State, unit: int, kind: Kind) -> Why | None:
    """The step that comes first for a card that is being launched; None if there is none."""
    if state.placing != NOWHERE and (kind is not Kind.PLACE or unit != to_place(state)):
        return f"Place {ship_name(state, to_place(state))} first; its squadron is launched whole.", "BG-025"
    if state.loading != NOWHERE and (kind is not Kind.LOAD or unit != NO_UNIT):
        text = f"Close the hold of {card_name(state, state.loading)} first, with cards in it or without."
        return text, "BG-030"
    return None


def _is_own(state: State, seat: int, unit: int) -> bool:
    side = state.table.seating.side(seat)
    if not 0 <= unit < len(state.card) or state.side_of(unit) != side:
        return False
    return state.place[unit] != NOWHERE or state.card[unit] == state.placing
