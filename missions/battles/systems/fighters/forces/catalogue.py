"""Craft, upgrades and battles for people who write forces down; a ready-made pair for each battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from missions.battles.engine.contract import Setup
from missions.battles.systems.fighters.engine.loadouts import profiles, upgrades
from missions.battles.systems.fighters.engine.setup import VERSION
from missions.battles.systems.fighters.forces.muster import FREIGHTERS
from missions.battles.systems.fighters.scenarios import scenarios
from missions.battles.systems.forces import Listing, Named, Ready, listed, read_forces

SIDES = ("rebel", "empire", "scum")


READY = {
    "free": (("1 x-wing, 2 a-wing", "3 tie fighter"), 0),
    "fighter_clash": (("1 x-wing, 2 a-wing", "3 tie fighter"), 0),
    "convoy_raid": (("2 a-wing, 1 y-wing, 1 x-wing", "2 tie bomber"), 40),
    "outpost_assault": (("3 yt-1300, 3 y-wing", "1 outpost, 2 tie fighter"), 60),
    "hostages": (("1 corellian corvette with side, 1 x-wing", "3 tie bomber"), 42),
    "starship_theft": (("1 gr-75, 1 y-wing with manned, 3 x-wing", "3 tie fighter"), 55),
}
"""Battle → forces of west and east, points; even between greedy bots, as `docs/battles/balance.md` shows."""
READY_POINTS = 30
"""Cost of a ready-made force if points are not limited."""
MORE = {
    "free": (10, "1 x-wing", "1 tie fighter"),
    "fighter_clash": (10, "1 x-wing", "1 tie fighter"),
    "convoy_raid": (20, "2 a-wing", "1 tie bomber"),
}
"""Battle → step of points, and what west and east have more for each full step above those forces."""


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
        example="3 x-wing, 1 y-wing with ion",
    )


def written(scenario: str, texts: Sequence[str], options: Mapping[str, str | int | bool]) -> Setup:
    """The set-up of a battle from texts, drawn up in line; forces and points left out are the battle's own.

    Raises Unreadable with a sentence for what is not known.
    """
    known, points = listing(), int(options.get("points", 0))
    grown = [text or more for text, more in zip(texts, ready_texts(scenario, points), strict=True)]
    forces = read_forces(known, scenario, grown)
    return {
        "system": "fighters",
        "version": known.version,
        "scenario": scenario,
        "points": known.battles[scenario].points,
        "deploy": "line",
        "forces": forces,
        **options,
    }


def ready_texts(scenario: str, points: int) -> tuple[str, str]:
    """The ready-made forces of a battle, with more in them if more points are asked for than they cost;
    empty for a battle that does not exist.
    """
    (west, east), limit = READY.get(scenario, (("", ""), 0))
    if scenario not in MORE:
        return west, east
    step, more_west, more_east = MORE[scenario]
    least = limit or READY_POINTS
    steps = max(0, points - least) // step
    return ", ".join([west] + [more_west] * steps), ", ".join([east] + [more_east] * steps)


def lines() -> list[str]:
    """All battles, craft and upgrades in lines for people."""
    return listed(listing())
