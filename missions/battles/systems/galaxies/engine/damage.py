"""Damage, destroyed ships, and ships that are taken over (BG-120 … BG-127, BG-038, BG-134)."""

from __future__ import annotations

from missions.battles.systems.galaxies.engine import turn
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.field import members
from missions.battles.systems.galaxies.engine.state import UNKNOWN, State

HIT, DIRECT, SHIELD, HULL = "BG-120", "BG-121", "BG-122", "BG-123"
"""Rules of the kinds of damage."""


def take(state: State, ship: int, hits: int, course: Course, rule: str = HIT) -> None:
    """Damage of a hit, or direct damage: shields first, the rest on the hull (BG-120, BG-121). Named
    kinds of direct damage count as direct damage (BG-124).
    """
    pegs = min(hits, state.shields[ship])
    _mark(state, ship, pegs, hits - pegs, course, rule)


def take_shield(state: State, ship: int, hits: int, course: Course) -> None:
    """Direct shield damage: shields only (BG-122)."""
    if pegs := min(hits, state.shields[ship]):
        _mark(state, ship, pegs, 0, course, SHIELD)


def take_hull(state: State, ship: int, hits: int, course: Course) -> None:
    """Direct hull damage, shields up or not (BG-123)."""
    _mark(state, ship, 0, hits, course, HULL)


def _mark(state: State, ship: int, pegs: int, hull: int, course: Course, rule: str) -> None:
    """Take shield pegs off and put hull pegs on; at its hull number the ship is destroyed (BG-125)."""
    state.shields[ship] -= pegs
    state.hull[ship] += hull
    course.events.append(("damaged", ship, pegs, hull, state.shields[ship], state.hull[ship], rule))
    if state.hull[ship] >= state.cards[state.card[ship]].type.hull:
        destroy(state, ship, course)


def destroy(state: State, ship: int, course: Course) -> None:
    """Take a destroyed ship off the map and count it; its hold is lost with the last ship of its card
    (BG-038, BG-126, BG-134).
    """
    card = state.card[ship]
    loser = state.owner[card]
    winner, worth = 1 - loser, state.cards[card].worth
    place = state.place[ship]
    state.lift(ship)
    state.lost |= 1 << ship
    state.score[winner] += worth
    course.tell("destroyed", ship, place, worth, winner, state.score[winner])
    if not state.ships_of(card):
        lose_hold(state, card, course)
    turn.judge(state, course)


def lose_hold(state: State, card: int, course: Course) -> None:
    """Destroy what lies in the hold of a card (BG-038)."""
    loser = state.owner[card]
    winner, places = 1 - loser, state.holds[card]
    state.holds[card], state.emptied[card] = (), state.cards[card].type.capacity
    for place in places:
        lost = state.table.fleets[loser][place]
        state.score[winner] += lost.launch
        course.tell("lost in hold", card, lost.type.number, lost.launch, winner, state.score[winner])


def take_over(state: State, card: int, course: Course) -> None:
    """Give a card with its ships to the other side. Its hold is destroyed, and so are its ships if the new
    owner has a card of that name, wherever it lies (BG-127). A card that is destroyed is nobody's any more.
    """
    loser = state.owner[card]
    winner = 1 - loser
    lose_hold(state, card, course)
    ships = state.ships_of(card)
    if _has_name(state, winner, state.cards[card].type.name):
        for ship in ships:
            if state.outcome is None:
                destroy(state, ship, course)
        return
    for ship in ships:
        state.fleet[loser] &= ~(1 << ship)
        state.fleet[winner] |= 1 << ship
    state.zones = [UNKNOWN, UNKNOWN]
    state.owner[card] = winner
    course.tell("taken over", card, winner)
    turn.judge(state, course)


def _has_name(state: State, side: int, name: str) -> bool:
    """Whether a side has a card of that name: on the map, behind the screen or in a hold."""
    names = {state.type_of(ship).name for ship in members(state.fleet[side])}
    places = set(state.reserve[side])
    for card, hold in enumerate(state.holds):
        if state.owner[card] == side:
            places |= set(hold)
    return name in names | {state.table.fleets[side][place].type.name for place in places}
