"""Reorganising: ships and upgrades move, squadrons are formed, re-designated and struck (CR-144, CR-010 to CR-022)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Order


@dataclass(frozen=True, slots=True)
class MoveShip(Order):
    """Move a ship to a squadron (2–10) or to the inventory (None)."""

    name: ClassVar[str] = "move_ship"

    fleet: int
    ship: int
    squadron: int | None = None


@dataclass(frozen=True, slots=True)
class MoveUpgrade(Order):
    """Move an upgrade to a ship or to the inventory (None)."""

    name: ClassVar[str] = "move_upgrade"

    fleet: int
    upgrade: int
    ship: int | None = None
    section: str = ""
    choice: str = ""


@dataclass(frozen=True, slots=True)
class FormSquadron(Order):
    """Lay out a squadron card 2–10 of a type: "recon", "standard" or "epic"."""

    name: ClassVar[str] = "form_squadron"

    fleet: int
    squadron: int
    type: str


@dataclass(frozen=True, slots=True)
class RetypeSquadron(Order):
    """Designate a squadron as another type (CR-022)."""

    name: ClassVar[str] = "retype_squadron"

    fleet: int
    squadron: int
    type: str


@dataclass(frozen=True, slots=True)
class StrikeSquadron(Order):
    """Take a squadron card away; its ships go to the inventory."""

    name: ClassVar[str] = "strike_squadron"

    fleet: int
    squadron: int


@dataclass(frozen=True, slots=True)
class Rearrange(Order):
    """A whole arrangement at once (CR-144).

    `squadrons` lists every squadron there will be as (card, type); others are struck. `ships` are (ship, squadron or
    None) and `upgrades` (upgrade, ship or None, section, choice); what is not listed stays where it is.
    """

    name: ClassVar[str] = "rearrange"

    fleet: int
    squadrons: tuple[tuple[int, str], ...]
    ships: tuple[tuple[int, int | None], ...] = ()
    upgrades: tuple[tuple[int, int | None, str, str], ...] = ()
