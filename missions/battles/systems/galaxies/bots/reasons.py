"""Reasons that bots give for orders and answers without dice of their own."""

from __future__ import annotations

from collections.abc import Mapping

from missions.battles.engine.bots.words import points, signed
from missions.battles.engine.contract import Order
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of, load_of
from missions.battles.systems.galaxies.engine.loads import chosen_of
from missions.battles.systems.galaxies.engine.state import DEPLOY, State

_BECAUSE: Mapping[Kind, str] = {
    Kind.PASS: "no card is worth its price now",
    Kind.ROLL: "the dice cost nothing",
    Kind.BEGIN: "the first side is nearer to the middle of the map",
    Kind.TACTIC: "it brings {points} beyond its price and the card",
    Kind.DISCARD: "the hand is full enough, and energy is scarce",
    Kind.LAUNCH: "a ship on the map is worth {worth} more than one behind the screen",
    Kind.PLACE: "it is near to the goal and has room",
    Kind.LOAD: "these ships travel with their carrier and come out farther ahead",
    Kind.ACTIVATE: "its ships can make {worth} of it",
    Kind.MOVE: "the place and the attacks from it come to {points} against staying",
    Kind.WARP: "the place and the attacks from it come to {points} against staying",
    Kind.FINISH: "its ships have done what they can",
    Kind.DONE: "nothing else is worth its energy",
}
"""Reason by the kind of an order."""
_AFTER = "the side that comes second sees where the enemy goes"
_SCREENED = "no other card is worth more on the map now than behind the screen"
_EMPTY = "cards in a hold are lost with their carrier"


def because(state: State, seat: int, order: Order, rating: float) -> str:
    """Reason for an order with that rating, in half a sentence; "" if there was nothing to choose."""
    if kind_of(order[1]) is Kind.LOAD and not chosen_of(order[1]):
        return _EMPTY
    if kind_of(order[1]) is Kind.BEGIN and load_of(order[1]) != state.table.seating.side(seat):
        return _AFTER
    if kind_of(order[1]) is Kind.DONE and state.phase is DEPLOY:
        return _SCREENED
    return _BECAUSE.get(kind_of(order[1]), "").format(points=signed(rating), worth=points(rating))
