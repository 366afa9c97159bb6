"""The card catalogue: ships, ship cards, upgrade cards and unique names, the campaign's own among them.

Facts only (names, costs, numbers, slots, links); no card text. Pure: no Django; msgspec reads the rows.
`catalogue()` gives the product's catalogue, `load(directory)` another one.
"""

from rosters.catalogue.loader import DataError, catalogue, load
from rosters.catalogue.lookup import Catalogue
from rosters.catalogue.types import (
    DiscardTrigger,
    MunitionKind,
    Name,
    NameKind,
    Origin,
    Section,
    SectionCard,
    Ship,
    ShipCard,
    Side,
    SideEffect,
    Size,
    Slot,
    SlotLimit,
    SlotRule,
    UpgradeCard,
)

__all__ = [
    "Catalogue",
    "DataError",
    "DiscardTrigger",
    "MunitionKind",
    "Name",
    "NameKind",
    "Origin",
    "Section",
    "SectionCard",
    "Ship",
    "ShipCard",
    "Side",
    "SideEffect",
    "Size",
    "Slot",
    "SlotLimit",
    "SlotRule",
    "UpgradeCard",
    "catalogue",
    "load",
]
