"""Events of an organiser's corrections to a roster, with their reasons, and of proxies. Appliers:
`rosters.rules.overrides.folding`."""

from __future__ import annotations

from dataclasses import dataclass

from league.kernel.events import Event, event
from rosters.rules.state import Rank


@dataclass(frozen=True, slots=True)
class ShipStatus:
    """All marks of a ship. `squadron` is its card, None: inventory; sections are "whole", "fore", "aft"."""

    rank: Rank = ""
    mia: bool = False
    damaged: tuple[str, ...] = ()
    crippled: tuple[str, ...] = ()
    squadron: int | None = None


@event("fleet.ship_overruled")
class ShipOverruled(Event):
    fleet: int
    ship: int
    name: str
    before: ShipStatus
    after: ShipStatus
    reason: str


@event("fleet.upgrade_overruled")
class UpgradeOverruled(Event):
    """`ship` is what the card is attached to afterwards, None: it went to the inventory."""

    fleet: int
    upgrade: int
    name: str
    mia: bool
    ship: int | None
    reason: str


@event("fleet.name_restored")
class NameRestored(Event):
    """A unique name that was KIA may serve the fleet again."""

    fleet: int
    persona: str
    name: str
    reason: str


@event("fleet.elimination_struck")
class EliminationStruck(Event):
    """An eliminated fleet takes part again; its count of defeats in a row (CR-151) starts again."""

    fleet: int
    reason: str


@event("fleet.proxy_appointed")
class ProxyAppointed(Event):
    """`member` stands in for the owner from now on; 0 ends it."""

    fleet: int
    member: int
    reason: str = ""
