"""A battle as one seat sees it: everything that a page may ask, answered without the true state.

What is hidden from the seat is imagined, always alike for the same view, and every answer comes from that
imagined state; so nothing that is hidden can show, whoever asks for what. The conformance suite holds that
the answers are those of the true state.
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

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class DiceAsked:
    """The dice that an order asks to be typed next: how many, of how many sides, the letters that may stand
    for faces, and how many were typed before them.
    """

    count: int
    sides: int
    letters: str
    after: int


class Sight(Generic[S]):
    """What a seat (None: a spectator) may know of a position and do in it.

    `state` is no secret to the seat: it is imagined where the system hides anything. Do not change it.
    """

    __slots__ = ("awaited", "seat", "state", "system", "view")

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

    @property
    def mine(self) -> bool:
        """Whether an order of this seat is awaited."""
        return self.seat in self.awaited

    def units(self) -> Sequence[int]:
        """The units that the seat may give an order to now; none where it is not awaited."""
        if self.seat is None or not self.mine:
            return ()
        return self.system.legal_units(self.state, self.seat)

    def orders(self, unit: int) -> Sequence[Choice]:
        """The legal orders of one of them."""
        return self.system.legal_orders(self.state, self.seat, unit) if self.seat is not None else ()

    def draft(self, unit: int, picks: Sequence[int]) -> Draft | None:
        """How far an order is put together; None for those who give none."""
        if self.seat is None or unit not in self.units():
            return None
        return self.system.draft(self.state, self.seat, unit, picks)

    def window(self) -> Window | None:
        """The question that the seat is asked out of turn."""
        return self.system.window(self.state, self.seat) if self.seat is not None and self.mine else None

    def odds(self, order: Order) -> Odds | None:
        """The exact chances of a legal order."""
        return self.system.odds(self.state, self.seat, order) if self.seat is not None else None

    def why_not(self, order: Order) -> tuple[str, str]:
        """Why an order is not legal, and the rule."""
        return self.system.why_not(self.state, self.seat or 0, order)

    def words(self, order: Order) -> str:
        """The order as its notation writes it."""
        return self.system.write(self.state, order)

    def dice_asked(self, order: Order, typed: str = "") -> tuple[DiceAsked | None, Sequence[Event]]:
        """What is left to be typed for a legal order after the faces `typed` so far, and what would happen
        with invented ones in their place, as far as this seat can foresee it.

        Raises ValueError for a face that no such die has.
        """
        if self.seat is None:
            return None, ()
        dice = _Foreseen(typed)
        events = self.system.apply(self.system.clone(self.state), self.seat, order, dice)
        return dice.asked, events


class _Foreseen(Dice):
    """Typed dice that go on with invented faces; the first that were missing are noted."""

    __slots__ = ("_invented", "_typed", "asked")

    def __init__(self, typed: str) -> None:
        super().__init__()
        self._invented = seeded_dice("foreseen")
        self._typed = TypedDice(typed, self._invented)
        self.asked: DiceAsked | None = None

    def draw(self, sides: int) -> int:
        return self._invented.draw(sides)

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        try:
            faces = b"" if self.asked else self._typed.roll(count, sides, letters)
        except DiceWanted as wanted:
            self.asked = DiceAsked(wanted.count, sides, letters, len(self.record))
            faces = b""
        faces = faces or self._invented.roll(count, sides, letters)
        self.record += faces
        return faces


def known_to(system: System[S], state: S, seat: int | None) -> S:
    """A state that a seat (None: a spectator) may look at: the true one where nothing is hidden, else one
    that is imagined, always alike for the same view. Do not change it.
    """
    return _imagined(system, state, seat, system.view_for(state, seat)) if system.hidden else state


def _imagined(system: System[S], state: S, seat: int | None, view: View) -> S:
    return system.imagine(state, seat, seeded_dice(json.dumps(view, sort_keys=True)))
