"""The board's facts about a battle of fighters: a seat's view, and the rules' own data of each craft."""

from __future__ import annotations

from typing import Any

from missions.battles.engine.contract import View
from missions.battles.engine.hexes import Board, board
from missions.battles.systems.fighters.engine.loadouts import Loadout, Mode, loadout

Facts = dict[str, Any]
"""One unit as the view has it."""


def board_of(view: View) -> Board:
    return board(view["columns"], view["rows"])


def units_of(view: View) -> dict[int, Facts]:
    """The units that this view knows, by number."""
    return {facts["id"]: facts for facts in view["units"]}


def unit_of(view: View, unit: int) -> Facts:
    """One of them. Raises KeyError."""
    return units_of(view)[unit]


def loadout_of(facts: Facts) -> Loadout:
    """The craft with its upgrades and crew."""
    return loadout(facts["craft"], tuple(facts["upgrades"]), facts["crew"])


def modes_of(facts: Facts) -> tuple[Mode, ...]:
    """Modes of a unit; none for a station that takes no part."""
    return loadout_of(facts).modes if facts["armed"] else ()


def named(facts: Facts) -> str:
    return f"{facts['label']} {facts['name']}"
