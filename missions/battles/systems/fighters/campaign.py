"""Turning a game of the campaign into a battle of fighters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from missions.battles.systems.fighters.forces import muster
from missions.battles.systems.fighters.scenarios import scenario

CLASH = "fighter_clash"
SIDES = {"rebel": "rebel", "imperial": "empire", "scum": "scum"}
"""The campaign's sides as this game calls them."""
AIMS = {"rescue": "hostages", "blockade": "hostages"}
"""Aims of missions that have a battle of their own: somebody or something has to be brought through."""
BY_HAND = 8
"""Units of a side that its player still places one by one; larger forces are drawn up in line."""


def battle_for(aim: str, forces: Sequence[dict[str, Any]]) -> str:
    """The battle for the mission's aim if it fits both forces, else a clash."""
    if aim not in AIMS:
        return CLASH
    plan = scenario(AIMS[aim])
    unfit = any(muster.findings(force, plan, seat, 0) for seat, force in enumerate(forces))
    return CLASH if unfit else AIMS[aim]
