"""Value of a battle in points: what each side has taken, what its units are about to do, and its aims."""

from __future__ import annotations

from missions.battles.systems.red_alert.bots import outlook
from missions.battles.systems.red_alert.bots.leading import kept, plan_in
from missions.battles.systems.red_alert.bots.places import ADRIFT, goals, way_row
from missions.battles.systems.red_alert.bots.worths import MARKER, gone, stars
from missions.battles.systems.red_alert.engine.cards import COMBAT_CARDS, COMMAND_CARDS
from missions.battles.systems.red_alert.engine.field import CLEARED
from missions.battles.systems.red_alert.engine.state import Phase, State

WON = 100.0
"""Points that a battle won counts beside what is taken in it."""
FEWER = 0.3
"""Points for an enemy unit that is gone, beyond its own."""
HIT = 0.45
"""Share that counts of what enemy units on the field have lost."""
STARS, AIM = 0.8, 0.9
"""Shares that count of stars, and of the worth of hexes for the objectives."""
HELD_CARD, WAY = 0.15, 0.06
"""Points for a combat card, and for each hex nearer to the enemy."""
NEXT, AFTER = 1.0, 0.7
"""Shares that count of the attacks of the side that is next to move, and of the other's after them."""
CLEAR = (0.9, 0.6)
"""Points for each clear sector, for the side that is next to move and for the other."""
BEST_CARD, OTHER_CARD = 0.33, 0.67
"""Shares of what the best command card allows, and of what any would."""


def score(state: State, seat: int) -> float:
    """Standing of a seat's side against the other."""
    side = state.table.seating.side(seat)
    found = _held(state, side) - _held(state, 1 - side)
    if state.outcome is None:
        return found + _to_come(state, side)
    if state.outcome.winner is None:
        return found
    return found + (WON if state.outcome.winner == side else -WON)


def stakes(state: State, seat: int) -> tuple[float, float]:
    """Points that a seat's side has taken and has lost, with attacks of this turn that are still to come."""
    side = state.table.seating.side(seat)
    gained, lost = taken(state, side), taken(state, 1 - side)
    if state.outcome is None:
        total, _ = outlook.spent(state, outlook.coming(state))
        return (gained + total, lost) if state.side == side else (gained, lost + total)
    return gained, lost


def taken(state: State, side: int) -> float:
    """Points of a side, with its share of the enemy units that it has hit."""
    units = state.table.units
    found = state.points[side] + FEWER * state.eliminated[side]
    for unit in state.on_field(1 - side):
        found += HIT * gone(units[unit].type.id, state.figures[unit])
    return found


def _held(state: State, side: int) -> float:
    """Possessions of a side in points: its score, stars, cards and places."""
    units, place, battle = state.table.units, state.place, state.table.battle
    found = taken(state, side) + STARS * stars(state.stars[side])
    found += HELD_CARD * len(state.hands[side][COMBAT_CARDS])
    own = state.on_field(side)
    ways = way_row(tuple([place[other] for other in state.on_field(1 - side)]))
    drifting = battle.asteroids & ~state.debris
    for unit in own:
        here = place[unit]
        found += AIM * goals(battle.id, side, units[unit].type.id)[here] - WAY * ways[here]
        found -= ADRIFT * (drifting >> here & 1) + MARKER * (state.marked >> unit & 1)
    if "clear_sector" in battle.objectives:
        enemies = state.hexes_of(1 - side)
        found += CLEAR[state.side == side] * sum(not enemies & sector for sector in CLEARED)
    return found


def _to_come(state: State, side: int) -> float:
    """Attacks of this turn and of the next ones, as the side sees them."""
    now, hurt = outlook.spent(state, outlook.coming(state))
    attacks = [now if each == state.side else 0.0 for each in (0, 1)]
    first = state.side if state.phase <= Phase.COMMAND else 1 - state.side
    for each in (0, 1):
        shots = outlook.next_attacks(state, each, hurt)
        found = _planned(state, each, shots) if each == side else outlook.unknown(state, shots)
        attacks[each] += (NEXT if each == first else AFTER) * found
    return attacks[side] - attacks[1 - side] + _cards(state, side)


def _planned(state: State, side: int, shots: outlook.Shots) -> float:
    """Attacks that the side's own command cards allow."""
    any_ = outlook.unknown(state, shots)
    if not shots:
        return 0.0
    best = max(
        (
            outlook.with_plan(state, side, plan_in(state, side, card), shots)
            for card in set(state.hands[side][COMMAND_CARDS])
        ),
        default=0.0,
    )
    return BEST_CARD * best + OTHER_CARD * any_


def _cards(state: State, side: int) -> float:
    """Worth of the side's command cards for later turns."""
    return sum(kept(card) for card in state.hands[side][COMMAND_CARDS])
