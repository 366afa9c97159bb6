"""Finding cards: one filter value, pure functions over the catalogue."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rosters.catalogue.glossary import SLOT_ORDER
from rosters.catalogue.lookup import Catalogue
from rosters.catalogue.types import ShipCard, Side, Size, Slot, UpgradeCard

Card = ShipCard | UpgradeCard

_GAPS = "-/\N{EN DASH}\N{EM DASH}"
_NOT_PLAIN = re.compile(r"[^a-z0-9 ]+")


class Kind(StrEnum):
    """Cards that a search covers."""

    ALL = "all"
    SHIPS = "ships"
    UPGRADES = "upgrades"


class Sort(StrEnum):
    """Order of the results."""

    DEFAULT = "default"
    """Ship cards by side, size, ship and skill; then upgrades by slot and name: the catalogue's own order."""
    NAME = "name"
    CHEAP = "cheap"
    DEAR = "dear"
    SKILL = "skill"
    """Highest skill first; upgrades, which have none, last."""


@dataclass(frozen=True, slots=True)
class CardFilter:
    """A search in the cards. None, "" and "all" do not restrict it; bounds are inclusive."""

    kind: Kind = Kind.ALL
    text: str = ""
    side: Side | None = None
    ship: str = ""
    """Id of a ship: its ship cards, and the upgrades that are made for it alone or for it among others."""
    size: Size | None = None
    slot: Slot | None = None
    """Ship cards with that slot on their printed bar; upgrades of that slot."""
    cost_from: int | None = None
    cost_to: int | None = None
    skill_from: int | None = None
    """Printed skill; a bound leaves upgrades out."""
    skill_to: int | None = None
    unique: bool | None = None
    sort: Sort = Sort.DEFAULT

    @property
    def asks_skill(self) -> bool:
        return self.skill_from is not None or self.skill_to is not None


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Text for comparing: no accents, no case, no punctuation, single spaces.

    >>> plain('"Zeb"  Orrélios')
    'zeb orrelios'
    """
    bare = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(" " if mark in _GAPS else mark for mark in bare if not unicodedata.combining(mark))
    return " ".join(_NOT_PLAIN.sub("", letters).split())


def matches_text(wanted: str, *texts: str) -> bool:
    """Whether every word asked for stands in the texts; `x wing`, `xwing` and `X-wing` are the same."""
    haystack = _haystack(texts)
    words = plain(wanted).split()
    return "".join(words) in haystack or all(word in haystack for word in words)


@lru_cache(maxsize=2048)
def _haystack(texts: tuple[str, ...]) -> str:
    """The texts in plain letters, each once with its gaps and once without them."""
    spaced = [plain(text) for text in texts]
    return " ".join((*spaced, *(text.replace(" ", "") for text in spaced)))


def find_cards(cards: Catalogue, wanted: CardFilter) -> tuple[Card, ...]:
    """All cards that satisfy the filter, in its order."""
    found: list[Card] = []
    if wanted.kind is not Kind.UPGRADES:
        found += [card for card in cards.ship_cards.values() if _ship_fits(card, wanted)]
    if wanted.kind is not Kind.SHIPS and not wanted.asks_skill:
        found += [card for card in cards.upgrades.values() if _upgrade_fits(card, wanted, cards)]
    return tuple(found) if wanted.sort is Sort.DEFAULT else tuple(sorted(found, key=_SORT_KEYS[wanted.sort]))


def _ship_fits(card: ShipCard, wanted: CardFilter) -> bool:
    skill = card.skill or 0
    return (
        wanted.side in (None, card.side)
        and wanted.ship in ("", card.ship)
        and wanted.size in (None, card.size)
        and (wanted.slot is None or _has_slot(card, wanted.slot))
        and _within(card.points, wanted.cost_from, wanted.cost_to)
        and _within(skill, wanted.skill_from, wanted.skill_to)
        and wanted.unique in (None, card.unique)
        and (not wanted.text or matches_text(wanted.text, card.name, card.ship_name))
    )


def _has_slot(card: ShipCard, slot: Slot) -> bool:
    return slot in (Slot.MODIFICATION, Slot.TITLE) or slot in card.slots


def _upgrade_fits(card: UpgradeCard, wanted: CardFilter, cards: Catalogue) -> bool:
    return (
        (wanted.side is None or wanted.side in upgrade_sides(card, cards))
        and (not wanted.ship or wanted.ship in card.ships)
        and (wanted.size is None or wanted.size in upgrade_sizes(card, cards))
        and wanted.slot in (None, card.slot)
        and _within(card.points, wanted.cost_from, wanted.cost_to)
        and wanted.unique in (None, card.unique)
        and (not wanted.text or matches_text(wanted.text, card.name, *_ship_names(card.ships, cards)))
    )


def upgrade_sides(card: UpgradeCard, cards: Catalogue) -> tuple[Side, ...]:
    """Sides that can use the card: its own restriction, and the sides of the ships it is made for."""
    allowed = card.sides or tuple(Side)
    if not card.ships:
        return allowed
    of_ships = {side for ship_id in card.ships for side in cards.ships[ship_id].sides}
    return tuple(side for side in allowed if side in of_ships)


def upgrade_sizes(card: UpgradeCard, cards: Catalogue) -> tuple[Size, ...]:
    """Sizes that can take the card: its own restriction, and the sizes of the ships it is made for."""
    allowed = card.sizes or tuple(Size)
    if not card.ships:
        return allowed
    of_ships = {cards.ships[ship_id].size for ship_id in card.ships}
    return tuple(size for size in allowed if size in of_ships)


def _ship_names(ship_ids: Iterable[str], cards: Catalogue) -> tuple[str, ...]:
    return tuple(cards.ships[ship_id].name for ship_id in ship_ids)


def _within(value: int, low: int | None, high: int | None) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)


def _name_key(card: Card) -> tuple[object, ...]:
    return plain(card.name), card.points, card.id


def _cheap_key(card: Card) -> tuple[object, ...]:
    return card.points, *_name_key(card)


def _dear_key(card: Card) -> tuple[object, ...]:
    return -card.points, *_name_key(card)


def _skill_key(card: Card) -> tuple[object, ...]:
    if isinstance(card, ShipCard):
        return 0, -(card.skill or 0), *_name_key(card)
    return 1, SLOT_ORDER[card.slot], *_name_key(card)


_SORT_KEYS: dict[Sort, Callable[[Card], tuple[object, ...]]] = {
    Sort.NAME: _name_key,
    Sort.CHEAP: _cheap_key,
    Sort.DEAR: _dear_key,
    Sort.SKILL: _skill_key,
}
