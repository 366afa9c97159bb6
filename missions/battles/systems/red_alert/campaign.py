"""Turning a game of the campaign into a battle of Red Alert."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from missions.battles.systems.red_alert.engine.musters import takes_whole_fleets
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.forces.muster import MOST_SHIPS

USUAL = "cardinals_belt"
SIDES = {"rebel": "rebel", "imperial": "imperial", "scum": "scum"}
"""The campaign's sides: both factions have the same units, so each keeps its name."""
AIMS = {
    "hostages": "uncharted_base",
    "starship_theft": "uncharted_base",
    "convoy_raid": "cardinals_belt_2",
    "outpost_assault": "supply_base",
}
"""Aims of missions, each with a battle that is won in a similar way: by breaking through, or by holding a
planet (RA-303).
"""
BY_HAND = MOST_SHIPS + 1
"""Units of a side that its player still places one by one; no fleet has to be drawn up for them."""


def battle_for(aim: str, forces: Sequence[dict[str, Any]]) -> str:
    """The battle that has the mission's aim, else the usual one; whole fleets fit each of them."""
    battle = battles().get(AIMS.get(aim, aim))
    return battle.id if battle is not None and takes_whole_fleets(battle) else USUAL
