"""The nine unit types, the same for both factions, and what their symbols mean to each other (RA-001, RA-004,
RA-005, RA-020 … RA-029, RA-104).
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from missions.battles.engine.dice import Die

DATA = Path(__file__).resolve().parent.parent / "data"

FIGHTER, STRIKE, CAPITAL, BLAST, STAR, ALERT = range(1, 7)
"""Faces of the die; the first three are the symbols of the classes (RA-021, RA-030)."""
CLASSES = MappingProxyType({"fighter": FIGHTER, "strike": STRIKE, "capital": CAPITAL})
FACES = ("fighter", "strike", "capital", "blast", "star", "red alert")
DIE = "symbol"
"""Name of the battle die."""
SYMBOL = Die(6, FACES, "FSCB*R")

IGNORED: Mapping[tuple[int, int], int] = MappingProxyType(
    {(STRIKE, CAPITAL): 1, (FIGHTER, CAPITAL): 2, (FIGHTER, STRIKE): 1, (CAPITAL, FIGHTER): 1}
)
"""Blasts that a target ignores, by the classes of attacker and target (RA-104)."""


@dataclass(frozen=True, slots=True)
class UnitType:
    """A type of unit (RA-020, RA-022). `dice` are those at range 0 to 4 (0: out of range), `pool` its figures
    by kind. A heavy type has more figures than the standard one, and the same move and dice (RA-023).
    """

    id: str
    name: str
    symbol: int
    heavy: bool
    figures: int
    pool: Mapping[str, int]
    move: int
    warp: int
    dice: tuple[int, ...]
    points: int
    cost: int
    sold: bool
    markers: int
    reach: int
    """Longest range at which it has dice."""
    flagship: bool
    """Whether cap fighters fly with it (RA-027); then hits on the last figure are confirmed (RA-106)."""

    def counted(self, number: int) -> str:
        """A number of units of this type: "1 Cruiser", "2 Heavy Fighters"."""
        return f"{number} {self.name}" if number == 1 else f"{number} {self.name}s"

    def dice_at(self, far: int, figures: int) -> int:
        """Dice at a range of 1 to 4 with so many figures left (RA-020). A flagship has one more at close
        quarters for each cap fighter (RA-026); losses make no other difference (RA-024).
        """
        return self.dice[1] + figures - 1 if far == 1 and self.flagship else self.dice[far]

    @property
    def destroyer(self) -> bool:
        """Whether it warps into contact and may pursue (RA-073, RA-135)."""
        return self.warp > 0


def _read() -> tuple[UnitType, ...]:
    with (DATA / "units.csv").open(encoding="utf-8", newline="") as file:
        return tuple(_unit(row) for row in csv.DictReader(file))


def _unit(row: Mapping[str, str]) -> UnitType:
    pool = row["pool"].split()
    dice = (0, *(int(row[f"range_{far}"]) for far in (1, 2, 3, 4)))
    return UnitType(
        id=row["id"],
        name=row["name"],
        symbol=CLASSES[row["class"]],
        heavy=row["heavy"] == "yes",
        figures=int(row["figures"]),
        pool=MappingProxyType(dict(zip(pool[::2], map(int, pool[1::2]), strict=True))),
        move=int(row["move"]),
        warp=int(row["warp"]),
        dice=dice,
        points=int(row["points"]),
        cost=int(row["cost"]),
        sold=row["sold"] == "yes",
        markers=int(row["markers"]),
        reach=max(far for far, count in enumerate(dice) if count),
        flagship="cap_fighter" in pool,
    )


TYPES = _read()
"""All types, in the order of the unit table."""
BY_ID: Mapping[str, UnitType] = MappingProxyType({each.id: each for each in TYPES})
FIGURES: Mapping[str, int] = MappingProxyType(
    {"flagship": 1, "cap_fighter": 3, "battleship": 6, "cruiser": 12, "destroyer": 12, "fighter": 12}
)
"""Figures that each faction has (RA-005)."""
