"""Command cards: which units they would order now, and what those would make of it."""

from __future__ import annotations

from functools import lru_cache

from missions.battles.systems.red_alert.bots.care import Care
from missions.battles.systems.red_alert.bots.prospects import Moment, prospect
from missions.battles.systems.red_alert.engine.cards import COMMAND, COMMAND_CARDS
from missions.battles.systems.red_alert.engine.commands import ALL, BY_HAND, Plan, fits, plan_of, qualifies
from missions.battles.systems.red_alert.engine.state import NO_CARD, State

SAVED = 0.12
"""Points for each unit that a card could order in a later turn."""
MANY = 4
"""Units that an order for all of a kind usually means."""
FIRST_STRIKE = 0.5
"""Points that a card counts which may answer an attack."""
SCOUTED = 0.2
"""Points for a choice between two cards."""


def commanded(state: State, side: int, card: int, care: Care) -> float:
    """Points of a command card now, less what it may be worth later."""
    plan = plan_in(state, side, card)
    now = sum(orders(state, side, plan, care))
    return now + care.saving * (SCOUTED * (plan.drawn - 1) - kept(card))


def plan_in(state: State, side: int, card: int) -> Plan:
    """The plan that a card would have in this position."""
    plan = plan_of(card)
    if plan.repeats:
        last = state.last[1 - side]
        if last == NO_CARD or plan_of(last).repeats:
            return plan_of(card, True)
        card, plan = last, plan_of(last)
    if COMMAND[card].fallback and not any(qualifies(state, plan, unit) for unit in state.on_field(side)):
        return plan_of(card, True)
    return plan


def orders(state: State, side: int, plan: Plan, care: Care) -> list[float]:
    """Worth of the orders that a side would give by a plan: the best units that fit."""
    moment = Moment(state, plan, care)
    count = len(state.hands[side][COMMAND_CARDS])
    able = [unit for unit in state.on_field(side) if qualifies(state, plan, unit)]
    values = sorted(((prospect(moment, unit), unit) for unit in able), reverse=True)
    found, ordered = [], 0
    for value, unit in values:
        if value <= 0:
            break
        if fits(state, plan, ordered | 1 << unit, count):
            ordered |= 1 << unit
            found.append(value)
    return found


@lru_cache(maxsize=64)
def kept(card: int) -> float:
    """Points that a command card counts for later turns."""
    plan = plan_of(card)
    if plan.repeats:
        return SAVED * 2
    count = {ALL: MANY, BY_HAND: MANY}.get(plan.count, plan.count)
    if any(plan.sectors):
        count = MANY if BY_HAND in plan.sectors else sum(plan.sectors)
    return SAVED * count + (FIRST_STRIKE if COMMAND[card].reaction else 0.0)
