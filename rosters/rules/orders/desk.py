"""The post-game desk: promote, recover, repair, and close (CR-141 to CR-152)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Order


@dataclass(frozen=True, slots=True)
class Promote(Order):
    """Exchange an EXP or VET ship card for another of its ship, for the difference in price (CR-141)."""

    name: ClassVar[str] = "promote"

    fleet: int
    ship: int
    card: str


@dataclass(frozen=True, slots=True)
class RecoverShip(Order):
    """Bring a missing ship back with its upgrades for half their price (CR-142)."""

    name: ClassVar[str] = "recover_ship"

    fleet: int
    ship: int


@dataclass(frozen=True, slots=True)
class RecoverUpgrade(Order):
    """Bring a missing upgrade card back for half its price (CR-142)."""

    name: ClassVar[str] = "recover_upgrade"

    fleet: int
    upgrade: int


@dataclass(frozen=True, slots=True)
class RepairSection(Order):
    """Make a crippled section ("fore", "aft") whole for half its card's price (CR-143)."""

    name: ClassVar[str] = "repair_section"

    fleet: int
    ship: int
    section: str


@dataclass(frozen=True, slots=True)
class CloseDesk(Order):
    """End the post-game phase (CR-145). `accept_elimination`: the owner knows that this ends the fleet (CR-150, CR-151)."""

    name: ClassVar[str] = "close_desk"

    fleet: int
    accept_elimination: bool = False
