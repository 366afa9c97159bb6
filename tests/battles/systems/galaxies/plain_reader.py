"""A reader that shows ships, tiles and a bare map, for tests of pictures."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast

from missions.battles.board.grid import grid
from missions.battles.board.reader import BoardReader
from missions.battles.board.scene import Clock, Feature, Scene, Token
from missions.battles.engine.contract import Order, View
from missions.battles.systems.galaxies.engine.field import Field, members
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.ships import BY_ID


class PlainReader:
    """The map alone, and orders as bare numbers."""

    def scene(self, view: View, acting: Collection[int]) -> Scene:
        battle = battles()[view["scenario"]]
        field = battle.field
        features = (
            Feature(tuple(field.labels[place] for place in members(hexes)), kind, kind)
            for kind, hexes in field.tiles.items()
            if hexes
        )
        return Scene(
            grid=grid(field.columns, field.rows),
            tokens=tuple(_token(field, ship) for ship in view["ships"] if ship["hex"]),
            clock=Clock(view["turn"], 0, (), 0, None, False),
            name=battle.name,
            brief=battle.brief,
            rules=battle.rules,
            features=tuple(features),
        )

    def order_sentence(self, view: View, order: Order) -> tuple[str, str]:
        return f"Order {order[0]}, {order[1]}.", "BG-050"


def _token(field: Field, ship: dict[str, Any]) -> Token:
    card = BY_ID[ship["type"]]
    front, back = (field.hexes[ship[end] or ship["hex"]] for end in ("hex", "back"))
    covers = [field.labels[place] for place in members(field.covered(card.size, (front, back)))]
    return Token(
        unit=ship["id"],
        label=ship["label"],
        name=card.name,
        side=ship["side"],
        kind=card.short,
        place=ship["hex"],
        words=card.name,
        may_act=False,
        covers=tuple(covers) if len(covers) > 1 else (),
    )


READER = cast(BoardReader, PlainReader())
