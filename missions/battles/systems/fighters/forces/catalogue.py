"""What forces of fighters are made of, for people who write them down; a ready-made pair for each battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from missions.battles.systems.fighters.engine.loadouts import profiles, upgrades
from missions.battles.systems.fighters.engine.setup import VERSION
from missions.battles.systems.fighters.forces.muster import FREIGHTERS
from missions.battles.systems.fighters.scenarios import scenarios

SIDES = ("rebel", "empire", "scum")


@dataclass(frozen=True, slots=True)
class Named:
    """Something that a force can have. `sides` are the sides a craft flies for, or the craft that an upgrade
    fits.
    """

    id: str
    name: str
    cost: int
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """A battle with the forces it is fought with where nobody says otherwise; `points` limits those."""

    name: str
    brief: str
    sides: tuple[str, str]
    west: str
    east: str
    points: int


@dataclass(frozen=True, slots=True)
class Listing:
    """All craft, upgrades and battles of a system. `sides` are in the order of seats."""

    version: str
    sides: tuple[str, ...]
    crafts: tuple[Named, ...]
    upgrades: tuple[Named, ...]
    battles: Mapping[str, Ready]


READY = {
    "free": ("3 x-wing", "3 tie fighter", 0),
    "fighter_clash": ("3 x-wing", "3 tie fighter", 0),
    "convoy_raid": ("3 x-wing, 1 y-wing", "2 tie fighter", 40),
    "outpost_assault": ("2 x-wing, 2 y-wing with ion, 1 b-wing", "1 outpost, 2 tie fighter", 60),
    "hostages": ("1 corellian corvette, 1 x-wing", "3 tie bomber", 40),
    "starship_theft": ("1 corellian corvette, 1 y-wing with ion, 1 y-wing", "3 tie fighter", 55),
}
"""Battle → west, east, points; as even between greedy bots as small forces allow."""


@lru_cache(maxsize=1)
def listing() -> Listing:
    """The craft that can be bought, what fits them, and the battles."""
    crafts = [profile for profile in profiles().values() if profile.id not in FREIGHTERS]
    return Listing(
        version=VERSION,
        sides=SIDES,
        crafts=tuple(
            Named(
                one.id,
                one.name,
                one.cost,
                SIDES if "neutral" in one.sides else tuple(side for side in SIDES if side in one.sides),
            )
            for one in crafts
        ),
        upgrades=tuple(
            Named(
                upgrade.id,
                upgrade.name,
                upgrade.cost,
                tuple(one.id for one in crafts if upgrade.fits(one)),
            )
            for upgrade in upgrades().values()
        ),
        battles={
            name: Ready(battle.name, battle.brief, battle.sides, *READY[name])
            for name, battle in scenarios().items()
        },
    )
