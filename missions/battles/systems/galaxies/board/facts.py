"""The board's facts about a battle of Galaxies: a seat's view, with the names of ships and hexes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from missions.battles.board.grid import Grid, grid
from missions.battles.engine.contract import View
from missions.battles.systems.galaxies.engine.field import Field, Pose, members
from missions.battles.systems.galaxies.engine.scenarios import Battle, battles
from missions.battles.systems.galaxies.engine.ships import BY_ID, ShipCard, Size

Facts = dict[str, Any]
"""One ship, one launched card or one card of a fleet, as the view has it."""


def battle_of(view: View) -> Battle:
    """The battle that is fought."""
    return battles()[view["scenario"]]


def field_of(view: View) -> Field:
    """The map of the battle."""
    return battle_of(view).field


def grid_of(field: Field) -> Grid:
    """The map on the picture."""
    return grid(field.columns, field.rows)


def ship_of(view: View, ship: int) -> Facts:
    """One ship by number. Raises IndexError."""
    return view["ships"][ship]  # type: ignore[no-any-return]


def type_of(facts: Facts) -> ShipCard:
    """The ship card of a ship, of a launched card or of a card of a fleet."""
    return BY_ID[facts["type"]]


def named(facts: Facts) -> str:
    """A ship in a sentence: "ISN Everest I1", or "I1 Wedge Antilles" for a ship card of the campaign."""
    if facts["name"]:
        return f"{facts['label']} {facts['name']}"
    return f"{type_of(facts).name} {facts['label']}"


def described(facts: Facts) -> str:
    """The name of a ship beside its label: its card, with the name that it has in the campaign."""
    title = type_of(facts).title
    return f"{facts['name']}, {title}" if facts["name"] else title


def side_names(view: View) -> tuple[str, str]:
    """The sides by name."""
    first, second = view["sides"]
    return first, second


def pose_of(view: View, facts: Facts) -> Pose:
    """Front or middle hex and back hex of a ship on the map."""
    hexes = field_of(view).hexes
    return hexes[facts["hex"]], hexes[facts["back"] or facts["hex"]]


# --- hexes ------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def covers(field: Field, size: Size, pose: Pose) -> tuple[str, ...]:
    """Names of the hexes under a ship, the front first."""
    if size == Size.LARGE:
        return names(field, members(field.flower[pose[0]]))
    return names(field, dict.fromkeys(pose))


def names(field: Field, hexes: Iterable[int]) -> tuple[str, ...]:
    """Hexes as the map names them."""
    return tuple(field.labels[place] for place in hexes)


def on_hexes(field: Field, pose: Pose) -> str:
    """A pose in words: "0305", or "0305 and 0405" with the front first."""
    place, tail = names(field, pose)
    return place if place == tail else f"{place} and {tail}"
