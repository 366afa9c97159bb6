"""Boxes with the models in them, and other names of models (`data/boxes.csv`), as people write them.

A box that is named after its one ship needs no row: "A-wing Expansion Pack" has an A-wing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from league.kernel.data_files import Faults, read_rows
from rosters.catalogue.loader import DATA, catalogue
from rosters.catalogue.lookup import Catalogue
from rosters.catalogue.search import plain
from rosters.catalogue.types import Count, Key


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A row of boxes.csv: so many models of a ship are in the box of that name."""

    name: Key
    ship: Key
    count: Count


Box = Mapping[str, int]
"""The number of models of each ship."""


@cache
def boxes() -> Mapping[str, Box]:
    """Every name of a model or a box in plain letters without gaps, loaded once in a process."""
    return load_boxes(DATA / "boxes.csv", catalogue())


def load_boxes(path: Path, cards: Catalogue) -> Mapping[str, Box]:
    """The boxes of a file and the ships of a catalogue. Raises DataError with every faulty row."""
    faults = Faults()
    found: dict[str, Counter[str]] = {}
    for row, each in read_rows(path, BoxRow, faults, keys=2):
        if each.ship not in cards.ships:
            row.fault(f"ship is '{each.ship}', which is no ship of the catalogue.")
            continue
        found.setdefault(key_of(each.name), Counter())[each.ship] += each.count
    faults.raise_if_any()
    ships = {
        key_of(name): Counter({ship.id: 1})
        for ship in cards.ships.values()
        for name in (ship.id, ship.name, ship.xws)
    }
    return {**found, **ships}


def key_of(name: str) -> str:
    """A name for comparing: "T-65 X-Wing" and "t65xwing" are the same."""
    return plain(name).replace(" ", "")
