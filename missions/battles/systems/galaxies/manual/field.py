"""All pictures of the map, from `data/pictures.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from missions.battles.board.reader import BoardReader
from missions.battles.systems.galaxies.engine.ships import DATA, ShipCard, Size
from missions.battles.systems.galaxies.manual import actions, ground
from missions.battles.systems.galaxies.manual.canvas import Canvas
from missions.battles.systems.manual import Picture

KINDS: Mapping[str, Callable[[Canvas], Picture]] = {
    "map": ground.whole,
    "tiles": ground.tiles,
    "sizes": ground.sizes,
    "zone": ground.zone,
    "hold": ground.hold,
    "walk": actions.walk,
    "fire": actions.fire,
}
"""Kinds of pictures in the data."""


FOOTPRINTS = {
    (Size.SMALL, False): "0506",
    (Size.SMALL, True): "0506 0606 0507",
    (Size.MEDIUM, False): "0506 0406",
    (Size.LARGE, False): "0506",
}
"""Hexes on which ships of each size stand in their pictures, by whether they are a squadron."""


@cache
def told() -> Mapping[str, Any]:
    """Words of the pictures, and the ships on them. Braces hold rules."""
    return tomllib.loads((DATA / "pictures.toml").read_text("utf-8"))


def pictures(reader: BoardReader) -> Iterator[Picture]:
    """Everything about the map that a picture shows better than words."""
    return (KINDS[facts["kind"]](Canvas(reader, facts)) for facts in told()["picture"])


def footprint(reader: BoardReader, card: ShipCard) -> Picture:
    """The ships of a card on their hexes."""
    hexes = FOOTPRINTS[card.size, card.squadron]
    facts = {
        "title": card.name,
        "battle": "ring_patrol",
        "words": (),
        "ships": {card.id: hexes},
        "part": hexes,
    }
    canvas = Canvas(reader, facts)
    return canvas.picture(f"{ground.standing(canvas)}.")
