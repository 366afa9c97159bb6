"""Value of a battle in points: what each side has, and what its ships may do next."""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.engine.contract import TURN, Event
from missions.battles.systems.galaxies.bots import fire, worths
from missions.battles.systems.galaxies.bots.care import STYLES
from missions.battles.systems.galaxies.bots.places import Ground
from missions.battles.systems.galaxies.engine.field import members
from missions.battles.systems.galaxies.engine.state import ACTION, State
from missions.battles.systems.galaxies.engine.turn import GAIN

WON = 100.0
"""Points that a battle won counts beside what is taken in it."""
ENERGY, CARD, PRIZE = 0.05, 0.5, 6.0
"""Points for energy, for a tactic card and for a victory point."""
RESERVE = 0.8
"""Share that counts of a card that is not launched."""
NEXT, AFTER = 0.6, 0.25
"""Shares that count of the attacks of the side that is next to act, and of the other's after them."""
CARE = STYLES["ahead"]


def score(state: State, seat: int) -> float:
    """Standing of a seat's side against the other."""
    side = state.table.seating.side(seat)
    found = _held(state, side) - _held(state, 1 - side)
    if state.outcome is None:
        first = state.side if state.phase < ACTION else 1 - state.side
        coming = [_coming(state, each) * (NEXT if each == first else AFTER) for each in (0, 1)]
        return found + coming[side] - coming[1 - side]
    if state.outcome.winner is None:
        return found
    return found + (WON if state.outcome.winner == side else -WON)


def stakes(state: State, seat: int) -> tuple[float, float]:
    """Points that a seat's side has taken and has lost."""
    side = state.table.seating.side(seat)
    return taken(state, side), taken(state, 1 - side)


def taken(state: State, side: int) -> float:
    """Score of a side, with its share of the enemy ships that it has hit."""
    found = float(state.score[side])
    for ship in members(state.fleet[1 - side]):
        found += worths.points_of(state.cards[state.card[ship]]) - worths.worth(state, ship)
    return found


def rests(state: State, events: Sequence[Event]) -> bool:
    """Whether a play-out may stop: a turn has just begun."""
    return state.wait is None and any(event[0] == TURN for event in events)


def _held(state: State, side: int) -> float:
    """Possessions of a side, in points."""
    found = taken(state, side) + PRIZE * state.points[side]
    found += ENERGY * worths.energy(state.energy[side]) + CARD * len(state.hands[side])
    for ship in members(state.fleet[side]):
        ground = Ground(state, ship, CARE, fires=False)
        found += (1 - RESERVE) * ground.worth + ground.aims(state.place[ship], state.cover[ship])
    return found


def _coming(state: State, side: int) -> float:
    """Worth that the ships of a side may take in their next turn, as far as its energy goes."""
    energy = state.energy[side] + GAIN
    found = []
    for card, facts in enumerate(state.cards):
        if state.owner[card] == side:
            value = sum(_shots(state, ship) for ship in state.ships_of(card))
            if value > 0:
                found.append((value / facts.type.activation, value, facts.type.activation))
    total = 0.0
    for _, value, price in sorted(found, reverse=True):
        if price <= energy:
            energy -= price
            total += value
    return total


def _shots(state: State, ship: int) -> float:
    """The best attacks of a ship with its primary weapon after a move."""
    field, type_ = state.table.battle.field, state.type_of(ship)
    facts = type_.weapons[0]
    zone = fire.reachable(field, state, ship, type_.move + facts.range)
    return max(
        (
            worths.volley(state, facts, facts.attacks, enemy)
            for enemy in members(state.fleet[1 - state.side_of(ship)])
            if zone & state.cover[enemy]
        ),
        default=0.0,
    )
