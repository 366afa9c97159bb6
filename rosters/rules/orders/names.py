"""Names that players give: of fleets, and of ELITE pilots (CR-010, CR-120)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Order


@dataclass(frozen=True, slots=True)
class RenameFleet(Order):
    """A new name, and a new suit unless that is blank. The suit changes in a draft only."""

    name: ClassVar[str] = "rename_fleet"

    fleet: int
    fleet_name: str
    suit: str = ""


@dataclass(frozen=True, slots=True)
class NamePilot(Order):
    """An ELITE pilot's own name, at any time; blank takes it away (CR-120)."""

    name: ClassVar[str] = "name_pilot"

    fleet: int
    ship: int
    given_name: str
