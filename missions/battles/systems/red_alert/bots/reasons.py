"""Reasons that bots give for orders and answers without dice of their own."""

from __future__ import annotations

from collections.abc import Mapping

from missions.battles.engine.bots.words import points, signed
from missions.battles.engine.contract import Order
from missions.battles.systems.red_alert.engine.choices import Kind, kind_of
from missions.battles.systems.red_alert.engine.state import State

_BECAUSE: Mapping[Kind, str] = {
    Kind.PASS: "no other answer is worth its price",
    Kind.CARD: "it brings {points} beyond its stars and the card",
    Kind.REACT: "the unit fires first, which comes to {points}",
    Kind.RETIRE: "that way home costs least and ends well, {points} against staying",
    Kind.DISREGARD: "the unit keeps its place for nothing",
    Kind.REPAIR: "the place of the unit is worth the stars, {points}",
    Kind.BACK: "it is worth the stars, {points}",
    Kind.COMMAND: "its units can make {worth} of it",
    Kind.SHOW: "its units can make {worth} of it",
    Kind.KEEP: "its units can make {worth} of it",
    Kind.ORDER: "the unit can make {worth} of it",
    Kind.CLEAR: "the unit rolls all its dice and can move again, {points}",
    Kind.MOVE: "the hex and the attacks from it come to {points} against staying",
    Kind.EXIT: "it brings the unit’s own victory points",
    Kind.PURSUE: "the hex and an attack from it are worth the stars, {points}",
    Kind.TRADE: "a star is worth more than the card, {points}",
    Kind.STARS: "stars are scarcer than cards",
    Kind.STAR_AND_CARD: "a card is worth more than a second star",
    Kind.PLACE: "the place suits the range and the speed of the unit",
    Kind.DONE: "nothing else is worth its price",
}
"""Reason by the kind of an order; orders without a choice have none."""


def because(state: State, seat: int, order: Order, rating: float) -> str:
    """Reason for an order with that rating, in half a sentence; "" if there was nothing to choose."""
    return _BECAUSE.get(kind_of(order[1]), "").format(points=signed(rating), worth=points(rating))
