"""Value of a battle in points: what each side has, and what its ships may do next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from missions.battles.engine.contract import TURN, Event
from missions.battles.systems.galaxies.bots import fire, worths
from missions.battles.systems.galaxies.bots.care import PLANNER, care_of
from missions.battles.systems.galaxies.engine.activation import may_move
from missions.battles.systems.galaxies.engine.field import OFF, members
from missions.battles.systems.galaxies.engine.state import ACTION, NOWHERE, State
from missions.battles.systems.galaxies.engine.turn import GAIN

WON = 100.0
"""Points that a battle won counts beside what is taken in it."""
ENERGY, CARD, PRIZE = 0.05, 0.5, 6.0
"""Points for energy, for a tactic card and for a victory point."""
RESERVE, LOADED = 0.8, 0.7
"""Shares that count of a card behind the screen and of one in a hold."""
NOW, NEXT, AFTER = 0.9, 0.6, 0.25
"""Shares that count of attacks that are still due in this turn, in the next turn, and in the one after it."""


def score(state: State, seat: int) -> float:
    """Standing of a seat's side against the other."""
    side = state.table.seating.side(seat)
    found = _held(state, side) - _held(state, 1 - side)
    if state.outcome is None:
        return found + _to_come(state, side)
    if state.outcome.winner is None:
        return found
    return found + (WON if state.outcome.winner == side else -WON)


def _to_come(state: State, side: int) -> float:
    """Attacks of this turn and of the next ones, as the side sees them."""
    first, energy = state.side, state.energy[state.side]
    reply = _coming(state, 1 - first, state.energy[1 - first] + GAIN)
    if _begins(state):
        found = NEXT * _coming(state, first, energy) - AFTER * reply
    else:
        now, spent = due(state)
        found = NOW * now - NEXT * reply + AFTER * _coming(state, first, energy - spent + GAIN)
    return found if first == side else -found


def _begins(state: State) -> bool:
    """Whether no card has been activated in this turn. A turn may begin with its action phase."""
    return state.active == NOWHERE and not state.activated


def stakes(state: State, seat: int) -> tuple[float, float]:
    """Points that a seat's side has taken and has lost."""
    side = state.table.seating.side(seat)
    return taken(state, side), taken(state, 1 - side)


def taken(state: State, side: int) -> float:
    """Score of a side, with its share of the enemy ships that it has hit."""
    found = float(state.score[side])
    for ship in members(state.fleet[1 - side]):
        found += worths.PRICED(state.cards[state.card[ship]]) - worths.worth(state, ship)
    return found


def foresees(state: State) -> bool:
    """Whether play-outs help: not where a prize draws both sides into each other's fire for many turns."""
    return state.table.battle.prize == OFF


def rests(state: State, events: Sequence[Event]) -> bool:
    """Whether a play-out may stop: a turn has just begun, or all ships of the active card have moved. So a
    play-out rolls few dice: `score` counts the attacks that follow.
    """
    if state.wait is not None:
        return False
    if any(event[0] == TURN for event in events):
        return True
    if state.phase is not ACTION or state.active == NOWHERE:
        return False
    return not any(may_move(state, ship) for ship in state.ships_of(state.active))


def _held(state: State, side: int) -> float:
    """Possessions of a side, in points. The energy and the card of a turn that begins do not count yet. Nor
    does the way to the enemy or to the prize, because it would draw ships out that wait.
    """
    found = ships(state, side) + PRIZE * state.points[side]
    begins = state.side == side and _begins(state)
    found += ENERGY * worths.energy(max(0, state.energy[side] - GAIN * begins))
    found += CARD * max(0, len(state.hands[side]) - begins)
    return found


def ships(state: State, side: int) -> float:
    """Worth of all ships that a side has, on the map or not."""
    fleet, appraise = state.table.fleets[side], care_of(PLANNER, state.table.battle).worth

    def off_map(places: Iterable[int]) -> float:
        return sum(appraise(fleet[place]) * len(fleet[place].models) for place in places)

    found = sum(worths.worth(state, ship, appraise) for ship in members(state.fleet[side]))
    holds = (hold for card, hold in enumerate(state.holds) if state.owner[card] == side)
    return found + RESERVE * off_map(state.reserve[side]) + LOADED * sum(map(off_map, holds))


def due(state: State) -> tuple[float, int]:
    """Worth that the side whose turn it is may still take in it, and the energy that it spends for that."""
    later = [card for card in _cards(state, state.side) if not state.activated >> card & 1]
    total, spent = _bought(state, later, state.energy[state.side])
    if state.active != NOWHERE:
        total += sum(aimed(state, ship, 0) for ship in state.ships_of(state.active))
    return total, spent


def _coming(state: State, side: int, energy: int) -> float:
    """Worth that the ships of a side may take in a turn with that energy."""
    return _bought(state, _cards(state, side), energy)[0]


def _cards(state: State, side: int) -> list[int]:
    """Cards that a side has launched."""
    return [card for card, owner in enumerate(state.owner) if owner == side]


def _bought(state: State, cards: Sequence[int], energy: int) -> tuple[float, int]:
    """The best attacks of these cards for that energy: their worth, and the price of the activations."""
    chances: list[tuple[float, float, int]] = []
    for card in cards:
        type_ = state.cards[card].type
        value = sum(aimed(state, ship, type_.move) for ship in state.ships_of(card))
        if value > 0:
            chances.append((value / type_.activation, value, type_.activation))
    total, spent = 0.0, 0
    for _, value, price in sorted(chances, reverse=True):
        if spent + price <= energy:
            total, spent = total + value, spent + price
    return total, spent


def aimed(state: State, ship: int, spaces: int) -> float:
    """The best attacks of a ship from where it may be after so many spaces."""
    spread = fire.reachable(state.table.battle.field, state, ship, spaces)
    return fire.best_from(spread, fire.all_aims(state, ship, care_of(PLANNER, state.table.battle)))
