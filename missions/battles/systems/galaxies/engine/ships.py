"""The 36 ship cards: six names a side, each in three versions (BG-001 … BG-009, BG-150 … BG-153)."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from types import MappingProxyType

from missions.battles.engine.dice import Die

DATA = Path(__file__).resolve().parent.parent / "data"

SIDES = ("ISN", "Wretch")
"""Names of the sides, the one in the west first (BG-001)."""
LETTERS = "ABCDEFGHIJ"
LETTER, NUMBER = "letter", "number"
"""Names of the coordinate dice (BG-008)."""
LETTER_DIE, NUMBER_DIE = Die(len(LETTERS), tuple(LETTERS), LETTERS), Die(8)
CELLS = LETTER_DIE.sides * NUMBER_DIE.sides
"""Cells of a target grid, each as likely as any other (BG-106, BG-109)."""
MISS, HIT, STAR = range(3)
"""Cells of a grid: nothing, the ship, its weak point (BG-107, BG-108)."""
VERSIONS = ("standard", "seasoned", "veteran")
SLIP, REGEN, STEADY, RAIDER = "slip", "regen", "steady", "raider"
"""Specials of cards (BG-150 … BG-153)."""


class Size(IntEnum):
    """Sizes of ships; a larger one may carry a smaller one (BG-003, BG-034)."""

    SMALL = 0
    MEDIUM = 1
    LARGE = 2


HEXES = {Size.SMALL: 1, Size.MEDIUM: 2, Size.LARGE: 7}
"""Hexes of a ship (BG-003)."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon: energy for one charge, range in hexes, attacks of a charge, damage of a hit (BG-100)."""

    name: str
    charge: int
    range: int
    attacks: int
    strength: int


@dataclass(frozen=True, slots=True)
class ShipCard:
    """One version of a ship name. `models` are its ships, three in a squadron and one else (BG-002).

    `launch` is its price in energy and in fleet points, `activation` its price for each activation, `move`
    and `shields` count for each ship, `hull` pegs destroy one, `capacity` are spaces of its hold. `grid` is
    the target grid, cell by cell: row by row, ten letters each.
    """

    number: int
    id: str
    side: int
    name: str
    version: str
    size: Size
    models: int
    launch: int
    activation: int
    move: int
    shields: int
    hull: int
    capacity: int
    weapons: tuple[Weapon, ...]
    special: str
    grid: bytes

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def short(self) -> str:
        """Short name, the same for all versions: "everest"."""
        return self.id.split("-")[1]

    @property
    def squadron(self) -> bool:
        return self.models > 1

    @property
    def spaces(self) -> int:
        """Room of all its ships in a hold (BG-031)."""
        return self.models * HEXES[self.size]

    @property
    def title(self) -> str:
        """Name with its version: "ISN Everest (veteran)"."""
        return f"{self.name} ({self.version})"

    def cell(self, letter: int, number: int) -> int:
        """Cell that the coordinate dice hit: MISS, HIT or STAR; a number beyond the grid misses (BG-106)."""
        place = (number - 1) * len(LETTERS) + letter - 1
        return self.grid[place] if place < len(self.grid) else MISS


def _read() -> tuple[ShipCard, ...]:
    with (DATA / "ships.csv").open(encoding="utf-8", newline="") as file:
        return tuple(_card(number, row) for number, row in enumerate(csv.DictReader(file)))


def _card(number: int, row: Mapping[str, str]) -> ShipCard:
    return ShipCard(
        number=number,
        id=row["id"],
        side=SIDES.index(row["faction"]),
        name=row["name"],
        version=row["version"],
        size=Size[row["size"].upper()],
        models=int(row["ships"]),
        launch=int(row["launch"]),
        activation=int(row["activation"]),
        move=int(row["move"]),
        shields=int(row["shields"]),
        hull=int(row["hull"]),
        capacity=int(row["capacity"]),
        weapons=tuple(_weapon(row, place) for place in ("first", "second") if row[place]),
        special=row["special"],
        grid=bytes(".x*".index(cell) for cell in row["grid"].replace("/", "")),
    )


def _weapon(row: Mapping[str, str], place: str) -> Weapon:
    charge, reach, attacks, strength = (
        int(row[f"{place}_{part}"]) for part in ("charge", "range", "attacks", "strength")
    )
    return Weapon(row[place], charge, reach, attacks, strength)


CARDS = _read()
"""All ship cards, in the order of the list."""
BY_ID: Mapping[str, ShipCard] = MappingProxyType({card.id: card for card in CARDS})
