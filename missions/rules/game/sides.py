"""The two sides of a game."""

from __future__ import annotations

from typing import Literal

SideName = Literal["active", "opposing"]

SIDES: tuple[SideName, SideName] = ("active", "opposing")
SIDE_TITLES: dict[SideName, str] = {"active": "Active Fleet", "opposing": "Opposing Fleet"}


def other(side: SideName) -> SideName:
    """The side that `side` plays against."""
    return "opposing" if side == "active" else "active"
