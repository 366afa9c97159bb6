"""Numbers that the squad builder YASB gives to the cards of the first edition (`data/yasb.csv`).

An address of YASB names its cards by these numbers alone. Pilots, upgrades, modifications and titles are
counted each from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from league.kernel.data_files import Faults, read_rows
from rosters.catalogue.loader import DATA, catalogue
from rosters.catalogue.lookup import Catalogue
from rosters.catalogue.types import Key, ShipCard, UpgradeCard


class YasbKind(StrEnum):
    """Kinds of card that YASB counts separately."""

    PILOT = "pilot"
    UPGRADE = "upgrade"
    MODIFICATION = "modification"
    TITLE = "title"


@dataclass(frozen=True, slots=True)
class YasbRow:
    """A row of yasb.csv; `card` is an id of pilots.csv or of upgrades.csv."""

    kind: YasbKind
    number: Annotated[int, Meta(ge=0, le=999)]
    card: Key


@dataclass(frozen=True, slots=True)
class YasbCards:
    """The cards by their numbers: a pilot as its ship card and the XWS id of the pilot or of the section."""

    pilots: Mapping[int, tuple[ShipCard, str]]
    upgrades: Mapping[tuple[YasbKind, int], UpgradeCard]


@cache
def yasb_cards() -> YasbCards:
    """The product's own numbers, loaded once in a process."""
    return load_numbers(DATA / "yasb.csv", catalogue())


def load_numbers(path: Path, cards: Catalogue) -> YasbCards:
    """The numbers of a file for the cards of a catalogue. Raises DataError with every faulty row."""
    faults = Faults()
    known = _pilots(cards)
    pilots: dict[int, tuple[ShipCard, str]] = {}
    upgrades: dict[tuple[YasbKind, int], UpgradeCard] = {}
    for row, each in read_rows(path, YasbRow, faults, keys=2):
        if each.kind is YasbKind.PILOT and each.card in known:
            pilots[each.number] = known[each.card]
        elif each.kind is not YasbKind.PILOT and each.card in cards.upgrades:
            upgrades[each.kind, each.number] = cards.upgrades[each.card]
        else:
            row.fault(f"card is '{each.card}', which is no {each.kind} of the catalogue.")
    faults.raise_if_any()
    return YasbCards(pilots, upgrades)


def _pilots(cards: Catalogue) -> dict[str, tuple[ShipCard, str]]:
    """Every row of pilots.csv by its id; the two section cards of a ship lead to that ship (CR-042)."""
    found: dict[str, tuple[ShipCard, str]] = {}
    for card in cards.ship_cards.values():
        found[card.id] = (card, card.xws)
        for xws in card.section_xws.values():
            found[f"{card.id}-{xws}"] = (card, xws)
    return found
