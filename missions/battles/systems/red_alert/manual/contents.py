"""The illustrated manual of Red Alert: units, cards, the field, the battles, and a turn in steps."""

from __future__ import annotations

from functools import cached_property

from missions.battles.board.scene import Scene
from missions.battles.systems.manual import CardGroup, Picture, UnitEntry
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.units import TYPES
from missions.battles.systems.red_alert.manual import field, maps, pieces, worked_turn


class Manual:
    """The pages, each made when it is asked for first."""

    @cached_property
    def field(self) -> Scene:
        return field.bare()

    @cached_property
    def units(self) -> tuple[UnitEntry, ...]:
        return tuple(pieces.unit(type_) for type_ in TYPES)

    @cached_property
    def cards(self) -> tuple[CardGroup, ...]:
        return tuple(pieces.groups())

    @cached_property
    def ground(self) -> tuple[Picture, ...]:
        return tuple(field.pictures())

    @cached_property
    def battles(self) -> tuple[Picture, ...]:
        return tuple(maps.picture(battle) for battle in battles().values())

    @cached_property
    def turn(self) -> tuple[Picture, ...]:
        return tuple(worked_turn.pictures())


MANUAL = Manual()
