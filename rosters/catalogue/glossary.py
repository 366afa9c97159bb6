"""Fixed orders of the catalogue, for lists that read the same everywhere."""

from __future__ import annotations

from rosters.catalogue.types import ShipCard, Side, Size, Slot, UpgradeCard

SLOT_ORDER = {slot: place for place, slot in enumerate(Slot)}
SIDE_ORDER = {side: place for place, side in enumerate(Side)}
SIZE_ORDER = {size: place for place, size in enumerate(Size)}


def slot_order(slot: Slot) -> int:
    """Place of a slot in lists: the printed bar first, then Modification and Title."""
    return SLOT_ORDER[slot]


def ship_sort_key(card: ShipCard) -> tuple[int, int, str, int, str, str]:
    """Order of ship cards: side, size, ship name, highest skill first, name, id."""
    skill = -(card.skill or 0)
    return SIDE_ORDER[card.side], SIZE_ORDER[card.size], card.ship_name, skill, card.name, card.id


def upgrade_sort_key(card: UpgradeCard) -> tuple[int, str, str]:
    """Order of upgrade cards: slot, name without quotation marks, id."""
    return SLOT_ORDER[card.slot], card.name.replace('"', "").casefold(), card.id
