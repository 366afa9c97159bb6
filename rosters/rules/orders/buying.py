"""Buying ship cards and upgrades, in a draft and at an open desk (CR-031 to CR-035, CR-040, CR-041)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Order


@dataclass(frozen=True, slots=True)
class BuyShip(Order):
    """Buy a ship card into a squadron (2–10) or the inventory (None), with upgrade cards on it in the order given."""

    name: ClassVar[str] = "buy_ship"

    fleet: int
    card: str
    squadron: int | None = None
    upgrades: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BuyUpgrade(Order):
    """Buy an upgrade card onto a ship or, with `ship` None, into the inventory.

    `section` is which section of a two-section ship, `choice` the slot picked for a card that offers one, `replacing` the
    modification (upgrade number) that it takes the place of (CR-034).
    """

    name: ClassVar[str] = "buy_upgrade"

    fleet: int
    card: str
    ship: int | None = None
    section: str = ""
    choice: str = ""
    replacing: int | None = None
