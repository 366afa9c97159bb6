"""An order being carried out: its side, its dice, and what has happened so far."""

from __future__ import annotations

from missions.battles.engine.contract import Event
from missions.battles.engine.dice import Dice
from missions.battles.systems.galaxies.engine.ships import LETTER_DIE, LETTERS, NUMBER_DIE


class Course:
    """An order of a side and its seat. All events of the order go through `tell`."""

    __slots__ = ("dice", "events", "seat", "side")

    def __init__(self, side: int, dice: Dice, seat: int = -1) -> None:
        self.side, self.dice, self.seat = side, dice, seat
        self.events: list[Event] = []

    def tell(self, *event: object) -> None:
        self.events.append(event)

    def number(self) -> int:
        """Roll the number die (BG-008)."""
        return self.dice.roll(1, NUMBER_DIE.sides)[0]

    def letter(self) -> int:
        """Roll the letter die; 1 is A."""
        return self.dice.roll(1, LETTER_DIE.sides, LETTERS)[0]
