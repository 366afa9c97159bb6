"""Turning a game of the campaign into a battle of fighters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from missions.battles.systems.fighters.forces import muster
from missions.battles.systems.fighters.scenarios import scenario, scenarios

CLASH = "fighter_clash"
SIDES = {"rebel": "rebel", "imperial": "empire", "scum": "scum"}
"""The campaign's sides as this game calls them."""
BY_HAND = 8
"""Units of a side that its player still places one by one; larger forces are drawn up in line."""


def battle_for(aim: str, forces: Sequence[dict[str, Any]]) -> str:
    """The battle that has the mission's aim and fits both forces, else a clash."""
    if aim not in scenarios():
        return CLASH
    plan = scenario(aim)
    unfit = any(muster.findings(force, plan, seat, 0) for seat, force in enumerate(forces))
    return CLASH if unfit else aim
