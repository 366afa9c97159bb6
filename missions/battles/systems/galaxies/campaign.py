"""Turning a game of the campaign into a battle of Galaxies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from missions.battles.systems.galaxies.engine.fleets import MOST_CARDS
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.ships import BY_ID, SIDES, Size
from missions.battles.systems.galaxies.forces.muster import price

LARGEST = "saturn_line"
"""The battle with the most room, for fleets that do not fit into another one."""
AIMS = {
    "scouting": "ring_patrol",
    "skirmish": "ring_patrol",
    "ambush": "ring_patrol",
    "crossing": "shattered_moon",
    "rescue": "shattered_moon",
    "blockade": LARGEST,
    "fleet_action": LARGEST,
}
"""The battle for each aim of a mission, if both fleets fit into it."""
LISTS = {"rebel": SIDES[0], "imperial": SIDES[1]}
"""The list of ship cards of a campaign's side; the third side takes the one that its enemy does not have."""
ROOM = Fraction(3, 2)
"""Part of the points of a battle that a fleet of the campaign may cost there."""
MOST_BY_HAND = MOST_CARDS
"""Units of a side that its player still places one by one: no fleet has to be drawn up for them."""


def lists(first: str, second: str) -> tuple[str, str]:
    """The lists of ship cards of both sides of a game."""
    one, other = LISTS.get(first, ""), LISTS.get(second, "")
    one = one or _unlike(other or SIDES[1])
    return one, other or _unlike(one)


def _unlike(list_: str) -> str:
    return next(each for each in SIDES if each != list_)


def keys(forces: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Keys of the set-up beside the battle: the list of each side's ship cards."""
    return {"lists": [force["side"] for force in forces]}


def battle_for(aim: str, forces: Sequence[dict[str, Any]]) -> str:
    """The battle for the mission's aim, the usual one for a game without a mission. Fleets that are too large
    for its map meet in the largest one.
    """
    name = AIMS.get(aim, "ring_patrol")
    return name if all(_fits(name, force["cards"]) for force in forces) else LARGEST


def _fits(name: str, lines: Iterable[dict[str, Any]]) -> bool:
    """Whether a fleet fits into a battle by its price, and needs no room for a large ship if the battle is
    not made for one.
    """
    listed, battle = list(lines), battles()[name]
    large = any(BY_ID[line["card"]].size is Size.LARGE for line in listed)
    known = any(card.size is Size.LARGE for fleet in battle.fleets for card in fleet)
    return price(listed) <= ROOM * battle.points and (known or not large)
