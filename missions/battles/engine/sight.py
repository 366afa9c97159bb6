"""A battle as one seat sees it: answers to a page that never touch the true state.

The secrets of the others are imagined, always alike for the same view, and every answer comes from that
imagined state. So no page can show a secret, whatever it asks. The conformance suite checks that the answers
are those of the true state.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from missions.battles.engine.contract import (
    Choice,
    Draft,
    Event,
    Odds,
    Order,
    System,
    View,
    Window,
)
from missions.battles.engine.dice import Dice, DiceWanted, TypedDice, seeded_dice
from missions.battles.engine.secrecy import laid_face_down

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class DiceToType:
    """Dice to be typed next for an order: how many, their sides, the letters that may stand for faces, and
    the number of faces typed before.
    """

    count: int
    sides: int
    letters: str
    after: int


class Sight(Generic[S]):
    """Position as a seat (None: a spectator) knows it, and its possible orders.

    `state` holds no secret: it is imagined if the system hides anything. Do not change it.
    """

    __slots__ = ("_units", "awaited", "seat", "state", "system", "view")

    system: System[S]
    seat: int | None
    view: View
    state: S
    awaited: frozenset[int]

    def __init__(self, system: System[S], state: S, seat: int | None) -> None:
        self.system, self.seat = system, seat
        self.view = system.view_for(state, seat)
        self.state = _imagined(system, state, seat, self.view) if system.hidden else state
        self.awaited = system.to_act(self.state)
        self._units: Sequence[int] | None = None

    @property
    def mine(self) -> bool:
        """True if an order of this seat is awaited."""
        return self.seat in self.awaited

    def units(self) -> Sequence[int]:
        """Units that the seat may give an order to now; none if it is not awaited."""
        if self.seat is None or not self.mine:
            return ()
        if self._units is None:
            self._units = self.system.legal_units(self.state, self.seat)
        return self._units

    def orders(self, unit: int) -> Sequence[Choice]:
        """Legal orders of one of them."""
        return self.system.legal_orders(self.state, self.seat, unit) if self.seat is not None else ()

    def draft(self, unit: int, picks: Sequence[int]) -> Draft | None:
        """Draft of an order after these picks; None if the seat cannot order the unit."""
        if self.seat is None or unit not in self.units():
            return None
        return self.system.draft(self.state, self.seat, unit, picks)

    def window(self) -> Window | None:
        """Question that the seat is asked out of turn."""
        return self.system.window(self.state, self.seat) if self.seat is not None and self.mine else None

    def odds(self, order: Order) -> Odds | None:
        """Exact chances of a legal order."""
        return self.system.odds(self.state, self.seat, order) if self.seat is not None else None

    def why_not(self, order: Order) -> tuple[str, str]:
        """Reason why an order is not legal, and the rule."""
        return self.system.why_not(self.state, self.seat or 0, order)

    def words(self, order: Order) -> str:
        """Order in the words of its notation."""
        return self.system.write(self.state, order)

    def dice_to_type(self, order: Order, typed: str = "") -> tuple[DiceToType | None, Sequence[Event]]:
        """Dice that are still to be typed for a legal order after the faces `typed`, and the events that
        would follow with invented faces for them. None are typed for a choice that is laid face down.

        Raises ValueError for a face that no such die has.
        """
        if self.seat is None:
            return None, ()
        dice = _Foreseen(typed)
        events = self.system.apply(self.system.clone(self.state), self.seat, order, dice)
        return None if laid_face_down(events) else dice.next_dice, events

    def lays_face_down(self, order: Order) -> bool:
        """True if an order is legal and lays a choice face down."""
        unit, choice = order
        if unit not in self.units() or choice not in self.orders(unit):
            return False
        return laid_face_down(self.dice_to_type(order)[1])


class _Foreseen(Dice):
    """Typed dice that go on with invented faces and note the first missing ones."""

    __slots__ = ("_invented", "_typed", "next_dice")

    def __init__(self, typed: str) -> None:
        super().__init__()
        self._invented = seeded_dice("foreseen")
        self._typed = TypedDice(typed, self._invented)
        self.next_dice: DiceToType | None = None

    def draw(self, sides: int) -> int:
        return self._invented.draw(sides)

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        try:
            faces = b"" if self.next_dice else self._typed.roll(count, sides, letters)
        except DiceWanted as wanted:
            self.next_dice = DiceToType(wanted.count, sides, letters, len(self.record))
            faces = b""
        faces = faces or self._invented.roll(count, sides, letters)
        self.record += faces
        return faces


def known_to(system: System[S], state: S, seat: int | None) -> S:
    """A state that a seat (None: a spectator) may look at: the true one if nothing is hidden, else an
    imagined one, always alike for the same view. Do not change it.
    """
    return _imagined(system, state, seat, system.view_for(state, seat)) if system.hidden else state


def _imagined(system: System[S], state: S, seat: int | None, view: View) -> S:
    return system.imagine(state, seat, seeded_dice(json.dumps(view, sort_keys=True)))
