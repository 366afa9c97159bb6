"""The forces of a set-up: the units that each side brings, and what it begins with (RA-042, RA-043, RA-180).

A force is one of three things. `{}` belongs to battles whose fleets are on the map. `{"card": 3, "bought":
["CR"]}` is a task force with what was bought; without a card it is a purchase alone. `{"units": [{"unit":
"CR"}]}` is a whole fleet that needs no card, such as one of the campaign. Its units may say which ship card
they stand for (`ref`, `name`) and how many `figures` are left of them, and the fleet may bring further
`stars`, `combat` cards and `command` cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import Setup
from missions.battles.systems.red_alert.engine import fleets
from missions.battles.systems.red_alert.engine.scenarios import Battle
from missions.battles.systems.red_alert.engine.units import BY_ID, UnitType

MOST = {"stars": 3, "combat": 2, "command": 1}
"""Stars and cards that a whole fleet may bring at most, so that the common pool is enough (RA-003)."""
HANDICAPS = ("stars_commonwealth", "stars_confederation")
"""Keys of a set-up for further stars at the start, by side."""
MOST_HANDICAP = 9
FEWEST_TURNS, TURN_LIMIT = 20, 200
"""Turns, of both sides together, after which a battle stops: the fewest, and those of a usual battle
(RA-203).
"""


@dataclass(frozen=True, slots=True)
class Brought:
    """A unit that a force brings: the ship card that it stands for, if there is one, and its figures at the
    start.
    """

    type: UnitType
    ref: str
    name: str
    figures: int


@dataclass(frozen=True, slots=True)
class Force:
    """The units that a side brings to a battle, and the numbers that it begins with."""

    card: int | None
    units: tuple[Brought, ...]
    stars: int
    command: int
    combat: int


def read(setup: Setup, battle: Battle) -> tuple[Force, Force]:
    """Both forces of a set-up, checked.

    Raises Unreadable for one that cannot be read, and Refusal with every fault for a fleet that breaks a
    rule.
    """
    listed = setup.get("forces") or [{}, {}]
    if not (isinstance(listed, list) and len(listed) == 2 and all(isinstance(each, dict) for each in listed)):
        raise Unreadable("battle.forces", "A battle has a force for each of its two sides.")
    first, second = (
        _force(battle, side, force, _number(setup, HANDICAPS[side], 0, MOST_HANDICAP, usual=0))
        for side, force in enumerate(listed)
    )
    if first.card is not None and first.card == second.card:
        text = "Both sides have the same task force card; there is one of each."
        raise Unreadable("battle.forces", text, rule="RA-184")
    return first, second


def turn_limit(setup: Setup, battle: Battle) -> int:
    """Turns after which the battle stops: those of the set-up, else its own (RA-203). Raises Unreadable for
    a number that cannot be.
    """
    if "turns" not in setup and battle.turns:
        return battle.turns
    return _number(setup, "turns", FEWEST_TURNS, TURN_LIMIT, usual=TURN_LIMIT)


def _number(found: Mapping[str, Any], key: str, least: int, most: int, usual: int) -> int:
    number = found.get(key, usual)
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise Unreadable("battle.forces", f"“{key}” is a number from {least} to {most}.")
    return number


def _force(battle: Battle, side: int, force: Mapping[str, Any], handicap: int) -> Force:
    if "units" in force:
        return _whole(battle, side, force, handicap)
    card, bought = _card(force), _bought(force)
    units = tuple(Brought(unit, "", "", unit.figures) for unit in fleets.fleet(battle, side, card, bought))
    stars = fleets.stars(battle, side, card, bought) + handicap
    return Force(card, units, stars, battle.command[side], battle.combat[side])


def _card(force: Mapping[str, Any]) -> int | None:
    card = force.get("card")
    if card is not None and not isinstance(card, int):
        raise Unreadable("battle.forces", "A task force card is a number.", rule="RA-180")
    return card


def _bought(force: Mapping[str, Any]) -> list[str]:
    bought = force.get("bought", [])
    if not (isinstance(bought, list) and all(isinstance(each, str) for each in bought)):
        raise Unreadable("battle.forces", "Units that are bought are a list of their names.", rule="RA-181")
    return bought


# --- whole fleets -----------------------------------------------------------------------------------


def takes_whole_fleets(battle: Battle) -> bool:
    """Whether a battle can be fought by fleets without a card: if every unit is deployed, and none is on the
    map from the beginning.
    """
    return battle.deployed and not any(battle.units)


def _whole(battle: Battle, side: int, force: Mapping[str, Any], handicap: int) -> Force:
    if not takes_whole_fleets(battle):
        text = f"“{battle.name}” brings units of its own; choose a battle in which all units are deployed."
        raise Unreadable("battle.forces", text, rule="RA-188")
    units = tuple(_brought(line) for line in _lines(force))
    fleets.check([unit.type for unit in units])
    more = {key: _number(force, key, 0, most, usual=0) for key, most in MOST.items()}
    return Force(
        None,
        units,
        battle.stars[side] + handicap + more["stars"],
        battle.command[side] + more["command"],
        battle.combat[side] + more["combat"],
    )


def _lines(force: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    lines = force["units"]
    if not (isinstance(lines, list) and lines and all(isinstance(line, dict) for line in lines)):
        raise Unreadable("battle.forces", "A fleet is a list of at least one unit.", rule="RA-004")
    return lines


def _brought(line: Mapping[str, Any]) -> Brought:
    type_ = BY_ID.get(str(line.get("unit")))
    if type_ is None:
        text = f"There is no unit “{str(line.get('unit'))[:20]}”; the units are {', '.join(BY_ID)}."
        raise Unreadable("battle.forces", text, rule="RA-020")
    ref, name = (str(line.get(key, "")) for key in ("ref", "name"))
    return Brought(type_, ref, name, _number(line, "figures", 1, type_.figures, usual=type_.figures))
