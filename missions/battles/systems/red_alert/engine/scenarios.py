"""The ten battles of the booklet as data (RA-300 … RA-307), and their maps."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from missions.battles.systems.red_alert.engine.field import HEXES, hex_set
from missions.battles.systems.red_alert.engine.units import BY_ID, DATA, UnitType

SIDES = ("Commonwealth", "Confederation")
"""Names of the sides, the one at the bottom first (RA-307)."""
Placed = tuple[tuple[UnitType, int], ...]
"""Units with their hexes."""
Pair = tuple[int, int]
"""One number for each side."""


@dataclass(frozen=True, slots=True)
class Battle:
    """One battle: its map, hands, stars, goals, and how its fleets come about.

    `support` are the points that each side may spend (RA-304), `task_force` says how its card is found ("",
    "random" or "choose": RA-306), `first` names the side that moves first, if one does (RA-047, RA-305), and
    `defender` the one that time works for (RA-215). `objectives` are those of both sides (RA-303).
    `deployment` are the hexes of hidden deployment by side, `units` those that are on the map from the
    beginning.
    """

    id: str
    name: str
    brief: str
    minutes: tuple[int, int]
    number: int
    command: Pair
    combat: Pair
    stars: Pair
    support: Pair
    task_force: str
    first: int | None
    defender: int | None
    points: int
    eliminated: int
    objectives: frozenset[str]
    planets: tuple[tuple[str, tuple[int, ...]], ...]
    asteroids: int
    deployment: tuple[tuple[int, ...], ...]
    units: tuple[Placed, Placed]
    guided: bool = False
    """Whether hints lead through it."""
    turns: int = 0
    """Turns after which it ends if nothing else is agreed; 0 for the usual limit."""
    group: Mapping[int, int] = field(default_factory=dict)
    """Planet hexes, each with the number of its planet (RA-140, RA-150)."""
    deployable: Pair = (0, 0)
    """The sets of the deployment hexes by side."""
    planet_hexes: int = 0
    """The set of all planet hexes."""
    features: int = 0
    """The same with those of the asteroids."""

    def __post_init__(self) -> None:
        one, other = self.deployment or ((), ())
        object.__setattr__(self, "deployable", (hex_set(one), hex_set(other)))
        object.__setattr__(self, "planet_hexes", hex_set(self.group))
        object.__setattr__(self, "features", self.planet_hexes | self.asteroids)

    @property
    def rules(self) -> tuple[str, ...]:
        """Rules that describe this battle."""
        return ("RA-302",) if self.number else ("RA-300",) if not self.eliminated else ("RA-301",)

    @property
    def deployed(self) -> bool:
        """Whether fleets are placed by hidden deployment (RA-041)."""
        return bool(self.deployment)


@lru_cache(maxsize=1)
def battles() -> Mapping[str, Battle]:
    """All battles by id, in the order of the booklet."""
    found = tomllib.loads((DATA / "scenarios.toml").read_text(encoding="utf-8"))
    return MappingProxyType({name: _battle(name, facts) for name, facts in found.items()})


def _battle(name: str, facts: Mapping[str, Any]) -> Battle:
    planets = tuple((each["name"], _hexes(each["hexes"])) for each in facts.get("planets", ()))
    units = facts.get("units", {})
    return Battle(
        id=name,
        name=facts["name"],
        brief=facts["brief"],
        minutes=_pair(facts["minutes"]),
        number=facts.get("number", 0),
        command=_pair(facts["command"]),
        combat=_pair(facts["combat"]),
        stars=_pair(facts["stars"]),
        support=_pair(facts["support"]),
        task_force=facts.get("task_force", ""),
        first=facts.get("first"),
        defender=facts.get("defender"),
        points=facts["points"],
        eliminated=facts.get("eliminated", 0),
        guided=facts.get("guided", False),
        turns=facts.get("turns", 0),
        objectives=frozenset(facts.get("objectives", ())),
        planets=planets,
        asteroids=hex_set(_hexes(facts.get("asteroids", ""))),
        deployment=tuple(_hexes(each) for each in facts.get("deployment", ())),
        units=(_placed(units.get("commonwealth", "")), _placed(units.get("confederation", ""))),
        group=MappingProxyType({hex_: number for number, (_, hexes) in enumerate(planets) for hex_ in hexes}),
    )


def _pair(numbers: Sequence[int]) -> Pair:
    first, second = numbers
    return first, second


def _hexes(text: str) -> tuple[int, ...]:
    return tuple(HEXES[label] for label in text.split())


def _placed(text: str) -> Placed:
    pairs = (each.split(":") for each in text.split())
    return tuple((BY_ID[unit], HEXES[label]) for unit, label in pairs)
