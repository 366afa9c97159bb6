"""The way of the close-and-shoot bot: fly at the nearest enemy, and fire at it."""

from __future__ import annotations

from missions.battles.engine.contract import Choice
from missions.battles.systems.red_alert.engine.choices import Kind, attack_of, kind_of, move_of
from missions.battles.systems.red_alert.engine.field import APART, COLUMNS
from missions.battles.systems.red_alert.engine.state import NO_CARD, State


def hunted(state: State, unit: int, choice: Choice) -> float:
    """Value of an order: hexes that it brings the unit nearer, and attacks on the nearest above all."""
    kind, here = kind_of(choice), state.place[unit]
    if kind is Kind.ATTACK:
        target, card = attack_of(choice)
        return 2 * COLUMNS - APART[here][state.place[target]] - (0.0 if card == NO_CARD else 0.5)
    if kind is Kind.MOVE:
        hex_, paid = move_of(choice)
        return float(_away(state, unit, here) - _away(state, unit, hex_) - 2 * paid)
    return 1.0 if kind is Kind.EXIT else -1.0


def _away(state: State, unit: int, hex_: int) -> int:
    """Hexes to the nearest enemy, none nearer than its neighbours."""
    enemies = state.on_field(1 - state.table.units[unit].side)
    return min((APART[hex_][state.place[enemy]] for enemy in enemies), default=0)
