"""The board's facts about a battle of Red Alert: a seat's view, and the rules' own data of units."""

from __future__ import annotations

from typing import Any

from missions.battles.engine.contract import View
from missions.battles.systems.red_alert.engine.field import APART, HEXES, LABELS
from missions.battles.systems.red_alert.engine.scenarios import Battle, battles
from missions.battles.systems.red_alert.engine.state import NOWHERE
from missions.battles.systems.red_alert.engine.units import BY_ID, UnitType

Facts = dict[str, Any]
"""One unit as the view has it."""


def battle_of(view: View) -> Battle:
    """The battle that is fought."""
    return battles()[view["scenario"]]


def unit_of(view: View, unit: int) -> Facts:
    """One unit by number. Raises IndexError."""
    return view["units"][unit]  # type: ignore[no-any-return]


def type_of(facts: Facts) -> UnitType:
    return BY_ID[facts["type"]]


def hex_of(facts: Facts) -> int:
    """The hex of a unit; NOWHERE if the reader does not know of one."""
    return HEXES[facts["hex"]] if facts["hex"] else NOWHERE


def short_label(facts: Facts) -> str:
    """A label that fits on a counter: without the side."""
    return str(facts["label"]).partition("-")[2]


def named(facts: Facts) -> str:
    """A unit in a sentence: "Cruiser Cw-CR1", or "Cw-CR1 Wedge Antilles" for a ship card."""
    if facts["name"]:
        return f"{facts['label']} {facts['name']}"
    return f"{type_of(facts).name} {facts['label']}"


def described(facts: Facts) -> str:
    """The name of a unit beside its label: its type, with the name of a ship card or a word for escorts."""
    type_ = type_of(facts).name
    if facts["name"]:
        return f"{facts['name']}, {type_}"
    return f"{type_}, escort" if facts["escort"] else type_


def titled(facts: Facts) -> str:
    """A unit with all its names: "Cw-CR1 Wedge Antilles, Cruiser", "Destroyer Cw-DD2, escort"."""
    if facts["name"]:
        return f"{named(facts)}, {type_of(facts).name}"
    return f"{named(facts)}, escort" if facts["escort"] else named(facts)


def far(one: Facts, other: Facts) -> int:
    """Hexes between two units that both stand on the battlefield."""
    return APART[hex_of(one)][hex_of(other)]


def label(hex_: int) -> str:
    """The name of a hex; "" for NOWHERE."""
    return LABELS[hex_] if hex_ >= 0 else ""
