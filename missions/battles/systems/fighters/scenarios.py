"""The battles that can be fought, from `data/scenarios.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from league.kernel.refusal import Unreadable
from missions.battles.systems.fighters.engine.loadouts import DATA

EMPIRE_OF_THEFT = ("tie_fighter", "tie_fighter", "tie_fighter")
"""The garrison of the starship theft (FH-166)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One battle. Places are [column, row] from 0; an empty tuple means that the battle has no such thing."""

    id: str
    name: str
    brief: str
    rules: tuple[str, ...]
    minutes: tuple[int, int]
    columns: int
    rows: int
    turns: int
    sides: tuple[str, str]
    zones: tuple[tuple[int, int], tuple[int, int]]
    convoy_zone: tuple[int, ...] = ()
    near: tuple[int, ...] = ()
    outpost: tuple[int, ...] = ()
    station: tuple[int, ...] = ()
    prize: tuple[int, ...] = ()
    points: int = 0


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """All battles by id (FH-160 … FH-168)."""
    with (DATA / "scenarios.toml").open("rb") as file:
        data = tomllib.load(file)
    return {name: msgspec.convert({"id": name, **facts}, Scenario) for name, facts in data.items()}


def scenario(name: str) -> Scenario:
    """Raises Unreadable for a name that does not exist."""
    found = scenarios().get(name)
    if found is None:
        raise Unreadable(
            "battle.scenario", f"There is no battle “{name}”; choose one of {', '.join(scenarios())}."
        )
    return found


CONVOY_POINTS = 20


def convoy(points: int) -> tuple[int, int]:
    """(light, heavy) freighters: two and one for every full 20 points (FH-162)."""
    return 2 * (points // CONVOY_POINTS), points // CONVOY_POINTS
