"""Making a roster: founding a fleet, its side, and giving back while it is a draft (CR-001, CR-010, CR-030)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Order


@dataclass(frozen=True, slots=True)
class FoundFleet(Order):
    """A member's new fleet with 350 points (CR-001). `member` 0 stands for whoever acts; `side` and `suit` are words."""

    name: ClassVar[str] = "found_fleet"

    fleet_name: str
    side: str
    suit: str
    member: int = 0


@dataclass(frozen=True, slots=True)
class ChangeSide(Order):
    """Another side for a draft that is still empty (CR-030)."""

    name: ClassVar[str] = "change_side"

    fleet: int
    side: str


@dataclass(frozen=True, slots=True)
class ReturnShip(Order):
    """Give a ship of a draft back for its full price, with everything on it."""

    name: ClassVar[str] = "return_ship"

    fleet: int
    ship: int


@dataclass(frozen=True, slots=True)
class ReturnUpgrade(Order):
    """Give an upgrade of a draft back for its full price."""

    name: ClassVar[str] = "return_upgrade"

    fleet: int
    upgrade: int


@dataclass(frozen=True, slots=True)
class ImportXws(Order):
    """Buy what an XWS text (JSON) holds into a draft; `squadron` None puts the ships into the inventory."""

    name: ClassVar[str] = "import_xws"

    fleet: int
    squadron: int | None
    text: str
