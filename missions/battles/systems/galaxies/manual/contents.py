"""The illustrated manual of Galaxies: ships, tactic cards, the map, the battles, and a turn in steps."""

from __future__ import annotations

from functools import cached_property

from missions.battles.board.reader import BoardReader
from missions.battles.board.scene import Scene
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.manual import field, maps, pieces, worked_turn
from missions.battles.systems.galaxies.manual.scenes import position, seen
from missions.battles.systems.manual import CardGroup, Picture, UnitEntry


class Manual:
    """The pages, each made when it is asked for first; `reader` draws their maps."""

    def __init__(self, reader: BoardReader) -> None:
        self.reader = reader

    @cached_property
    def field(self) -> Scene:
        return seen(self.reader, position(battles()["ring_patrol"], {}))

    @cached_property
    def units(self) -> tuple[UnitEntry, ...]:
        return tuple(
            pieces.unit(versions, field.footprint(self.reader, versions[0]))
            for versions in pieces.names().values()
        )

    @cached_property
    def cards(self) -> tuple[CardGroup, ...]:
        return tuple(pieces.groups())

    @cached_property
    def ground(self) -> tuple[Picture, ...]:
        return tuple(field.pictures(self.reader))

    @cached_property
    def battles(self) -> tuple[Picture, ...]:
        return tuple(maps.picture(self.reader, battle) for battle in battles().values())

    @cached_property
    def turn(self) -> tuple[Picture, ...]:
        return tuple(worked_turn.pictures(self.reader))
