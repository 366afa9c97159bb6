"""The battles as data (BG-130 … BG-134), and their maps."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as data_field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from missions.battles.systems.galaxies.engine.field import OFF, VICTORY_POINT, Field, field_of, hex_set
from missions.battles.systems.galaxies.engine.ships import BY_ID, DATA, ShipCard

Fleets = tuple[tuple[ShipCard, ...], tuple[ShipCard, ...]]
"""The ship cards of both sides, west first."""


@dataclass(frozen=True, slots=True)
class Battle:
    """One battle: its map, the points of each fleet, its rounds, and the start zone of each side as hexes.

    `goal` are the victory points that win, 0 if only elimination does (BG-131, BG-133). `fleets` are the
    ready-made ones, and `fleets_with_tactics` those of a battle with tactic cards (BG-160). `extra` is the
    energy that the side that begins and the other have beyond the usual one (BG-013). A `guided` battle has
    hints for people who fight for the first time.
    """

    id: str
    name: str
    brief: str
    minutes: tuple[int, int]
    field: Field
    points: int
    rounds: int
    goal: int
    zones: tuple[int, int]
    fleets: Fleets
    fleets_with_tactics: Fleets
    extra: tuple[int, int] = (0, 0)
    guided: bool = False
    tactics: bool = False
    """Whether it is fought with tactic cards (BG-160)."""
    prize: int = data_field(init=False)
    """Hex that scores; OFF if the battle has none (BG-133)."""

    @property
    def rules(self) -> tuple[str, ...]:
        """Rules that describe how it is won."""
        return ("BG-131", "BG-133") if self.goal else ("BG-131",)

    def ready_made(self, tactics: bool) -> Fleets:
        """The fleets that are ready for it, with tactic cards or without."""
        return self.fleets_with_tactics if tactics else self.fleets

    def __post_init__(self) -> None:
        prize = self.field.tiles[VICTORY_POINT].bit_length() - 1 if self.goal else OFF
        object.__setattr__(self, "prize", prize)


@lru_cache(maxsize=1)
def battles() -> Mapping[str, Battle]:
    """All battles by id."""
    found = tomllib.loads((DATA / "scenarios.toml").read_text(encoding="utf-8"))
    return MappingProxyType({name: _battle(name, facts) for name, facts in found.items()})


def _battle(name: str, facts: Mapping[str, Any]) -> Battle:
    field = field_of(facts["columns"], facts["rows"], tuple(facts["terrain"].items()))
    west, east = (_zone(field, bounds) for bounds in facts["zones"])
    least, most = facts["minutes"]
    begins, follows = facts.get("extra", (0, 0))
    fleets = _fleets(facts["fleets"])
    return Battle(
        id=name,
        name=facts["name"],
        brief=facts["brief"],
        minutes=(least, most),
        field=field,
        points=facts["points"],
        rounds=facts["rounds"],
        goal=facts.get("goal", 0),
        zones=(west, east),
        fleets=fleets,
        fleets_with_tactics=_fleets(facts["fleets_with_tactics"])
        if "fleets_with_tactics" in facts
        else fleets,
        extra=(begins, follows),
        guided=facts.get("guided", False),
    )


def _fleets(listed: list[str]) -> Fleets:
    first, second = (tuple(BY_ID[each] for each in fleet.split()) for fleet in listed)
    return first, second


def _zone(field: Field, bounds: list[int]) -> int:
    """Hexes of a zone from its first and last column and row, counted from 1."""
    west, east, north, south = bounds
    columns, rows = range(west, east + 1), range(north, south + 1)
    return hex_set(field.hexes[f"{column:02d}{row:02d}"] for row in rows for column in columns)
