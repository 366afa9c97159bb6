"""The answers of a rule system that put its battles on the map. Readers get a seat's view and the events that
seat may read, never a state, so that nothing hidden can reach a page through them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from missions.battles.board.scene import Offer, Reach, Scene, TargetGrid, Trace
from missions.battles.engine.contract import Choice, Effect, Event, Order, View


class BoardReader(Protocol):
    """One rule system on the map, in the words of `missions.battles.board.scene`."""

    def scene(self, view: View, acting: Collection[int]) -> Scene:
        """The map and all beside it; `acting` are the units that an order is awaited for."""

    def offers(self, view: View, unit: int, choices: Sequence[Choice]) -> list[Offer]:
        """Describe these legal orders for list and map, in the order of the list (unit NO_UNIT: of the
        side)."""

    def group_note(self, view: View, unit: int, group: str) -> str:
        """Text beside a group's name in the list; "" for none."""

    def order_sentence(self, view: View, order: Order) -> tuple[str, str]:
        """A chosen order in a sentence, with its rule."""

    def prompt(self, view: View) -> str:
        """The present decision of the whole side, in a sentence."""

    def hint(self, view: View) -> str:
        """A hint for the reader's present decision in a guided battle, with rules in braces; "" for none."""

    def sights(self, view: View, unit: int, offer: Offer) -> list[str]:
        """The enemies that a chosen order brings within reach of the unit."""

    def reach(self, view: View, unit: int, chosen: Offer | None) -> Reach | None:
        """Fire zones of a unit, from the end of the chosen order or else from its place."""

    def profile(self, view: View, unit: int) -> list[tuple[str, str]]:
        """Key figures of a unit, each with a label."""

    def weapons(self, view: View, unit: int) -> list[tuple[str, str]]:
        """A unit's ways to fire, and what prevents each of them now."""

    def leader(self, view: View, unit: int) -> int | None:
        """The one seat of its side that leads a unit now; None if that is nobody's in particular."""

    def traces(self, view: View, events: Sequence[Event]) -> list[Trace]:
        """Moves and shots of the last order."""

    def rolled_for(self, view: View, events: Sequence[Event], given: int) -> str:
        """Purpose of the die that comes after so many of these events; "" if it is unknown."""

    def goal(self, effect: Effect, count: int) -> str:
        """Aim of dice, to follow a chance: "to hit at least two"."""

    def place_id(self, view: View, place: int) -> str:
        """The id of a hex of the engine."""

    def stepwise(self, view: View, unit: int) -> bool:
        """Whether the orders of a unit (NO_UNIT: of the side) are put together step by step
        (`System.draft`) instead of being listed whole. Orders that play one card are put together so in any
        case if they are many; their draft then begins with the card.
        """

    def spends(self, view: View, unit: int, pick: int) -> int:
        """Amount that the first pick of a draft takes from the meter of the side."""

    def chart(self, view: View, order: Order) -> TargetGrid | None:
        """The grid that the dice of a chosen order fall on; None if there is none."""

    def button(self, view: View, order: Order) -> str:
        """Words on the button of a chosen order; "" if its words in the list will do, or its dice."""


class Plain:
    """Answers of a system that has none of these things."""

    def hint(self, view: View) -> str:
        return ""

    def group_note(self, view: View, unit: int, group: str) -> str:
        return ""

    def leader(self, view: View, unit: int) -> int | None:
        return None

    def stepwise(self, view: View, unit: int) -> bool:
        return False

    def spends(self, view: View, unit: int, pick: int) -> int:
        return 0

    def chart(self, view: View, order: Order) -> TargetGrid | None:
        return None

    def button(self, view: View, order: Order) -> str:
        return ""
