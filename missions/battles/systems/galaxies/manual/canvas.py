"""A picture of the manual in the making: a position from its data, and names of hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from missions.battles.board.reader import BoardReader
from missions.battles.board.scene import Cell, Reach
from missions.battles.systems.galaxies.engine.field import Field
from missions.battles.systems.galaxies.engine.scenarios import Battle, battles
from missions.battles.systems.galaxies.engine.ships import ShipCard
from missions.battles.systems.galaxies.engine.state import State
from missions.battles.systems.galaxies.manual.scenes import position, seen
from missions.battles.systems.manual import Picture

Facts = Mapping[str, Any]
GOOD, BAD = 2, 0
"""Grades of hexes in a picture."""


class Canvas:
    """One entry of `data/pictures.toml` with the position that it describes."""

    def __init__(self, reader: BoardReader, facts: Facts) -> None:
        self.reader, self.facts = reader, facts

    @property
    def battle(self) -> Battle:
        return battles()[self.facts["battle"]]

    @property
    def field(self) -> Field:
        return self.battle.field

    @cached_property
    def state(self) -> State:
        return position(self.battle, self.facts.get("ships", {}))

    @property
    def ship(self) -> int:
        """The first ship of the card that the picture is about."""
        return next(
            ship for ship in range(len(self.state.card)) if self.type_of(ship).id == self.facts["ship"]
        )

    @property
    def type(self) -> ShipCard:
        return self.type_of(self.ship)

    def type_of(self, ship: int) -> ShipCard:
        return self.state.type_of(ship)

    def names(self, hexes: Iterable[int]) -> tuple[str, ...]:
        """Hexes as the map names them."""
        return tuple(self.field.labels[each] for each in hexes)

    def marked(self, hexes: Iterable[int]) -> Reach:
        """Mark these hexes."""
        return Reach("", cells=tuple(Cell(place, GOOD) for place in self.names(hexes)))

    def picture(self, alt: str, reach: Reach | None = None, more: Iterable[str] = ()) -> Picture:
        """The picture with `more` sentences after its own."""
        facts = self.facts
        return Picture(
            facts["title"],
            (*facts["words"], *more),
            alt,
            seen(self.reader, self.state),
            reach,
            part=tuple(facts.get("part", "").split()),
        )
