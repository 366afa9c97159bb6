"""Turning a game of the campaign into a battle of Red Alert."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from missions.battles.systems.red_alert.forces.muster import MOST_SHIPS

USUAL = "cardinals_belt"
CAMPAIGN_SIDES = {"rebel": "rebel", "imperial": "imperial", "scum": "scum"}
"""The campaign's sides: both factions have the same units, so each keeps its name."""
AIMS = {
    "scouting": "triangulum",
    "crossing": "uncharted_base",
    "rescue": "supply_base",
    "skirmish": USUAL,
    "ambush": USUAL,
    "blockade": "cardinals_belt_2",
    "fleet_action": "twin_sisters",
}
"""The battle for each aim of a mission. Units break through only where a mission lets ships leave by the
enemy's edge; elsewhere such a ship is lost in the campaign (RA-303).
"""
MOST_BY_HAND = MOST_SHIPS + 1
"""Units of a side that its player still places one by one; no fleet has to be drawn up for them."""


def battle_for(aim: str, forces: Sequence[dict[str, Any]]) -> str:
    """The battle for the mission's aim, the usual one for a game without a mission. Whole fleets fit each."""
    return AIMS.get(aim, USUAL)
