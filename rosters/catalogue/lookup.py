"""The catalogue as one value, with its lookups. Every lookup is a dictionary access."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rosters.catalogue.glossary import ship_sort_key, upgrade_sort_key
from rosters.catalogue.types import Name, Ship, ShipCard, Side, Slot, UpgradeCard


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All ships, cards and unique names by id. Made by `build`; read-only."""

    ships: Mapping[str, Ship]
    ship_cards: Mapping[str, ShipCard]
    upgrades: Mapping[str, UpgradeCard]
    names: Mapping[str, Name]
    _by_side: Mapping[Side, tuple[ShipCard, ...]]
    _by_ship: Mapping[str, tuple[ShipCard, ...]]
    _by_slot: Mapping[Slot, tuple[UpgradeCard, ...]]
    _generics: Mapping[tuple[str, Side], ShipCard]
    _ship_xws: Mapping[tuple[Side, str, str], ShipCard]
    _upgrade_xws: Mapping[tuple[Slot | None, str], UpgradeCard]

    @classmethod
    def build(
        cls,
        ships: Iterable[Ship],
        ship_cards: Iterable[ShipCard],
        upgrades: Iterable[UpgradeCard],
        names: Iterable[Name],
    ) -> Catalogue:
        """Sorts and indexes the cards, whose cross references must hold already."""
        ship_by_id = {ship.id: ship for ship in ships}
        cards = sorted(ship_cards, key=ship_sort_key)
        slot_cards = sorted(upgrades, key=upgrade_sort_key)
        return cls(
            ships=MappingProxyType(ship_by_id),
            ship_cards=MappingProxyType({card.id: card for card in cards}),
            upgrades=MappingProxyType({card.id: card for card in slot_cards}),
            names=MappingProxyType({name.id: name for name in names}),
            _by_side={side: tuple(card for card in cards if card.side is side) for side in Side},
            _by_ship=_grouped(cards),
            _by_slot={slot: tuple(card for card in slot_cards if card.slot is slot) for slot in Slot},
            _generics=_cheapest_generics(cards),
            _ship_xws=_ship_xws(cards, ship_by_id),
            _upgrade_xws=_upgrade_xws(slot_cards),
        )

    def cards_of(self, side: Side) -> tuple[ShipCard, ...]:
        """All ship cards of a side (CR-030), by size, ship name and skill."""
        return self._by_side[side]

    def cards_of_ship(self, ship_id: str) -> tuple[ShipCard, ...]:
        """All ship cards of a ship model, of every side; () for an unknown id."""
        return self._by_ship.get(ship_id, ())

    def upgrades_in(self, slot: Slot) -> tuple[UpgradeCard, ...]:
        """All upgrade cards of a slot, by name."""
        return self._by_slot[slot]

    def cheapest_generic(self, ship_id: str, side: Side) -> ShipCard | None:
        """The cheapest card without the unique mark of that ship and side (CR-037), or None if there is none.

        Of cards with the same price the one with the lower skill, then the lower id, is taken.
        """
        return self._generics.get((ship_id, side))

    def ship_card_by_xws(self, side: Side, ship_xws: str, pilot_xws: str) -> ShipCard | None:
        """The ship card of those XWS ids; either section card of a two-section ship finds the whole ship."""
        return self._ship_xws.get((side, ship_xws, pilot_xws))

    def upgrade_by_xws(self, slot: Slot | None, xws: str) -> UpgradeCard | None:
        """The upgrade of that XWS id, in that slot or in any; a campaign card by its catalogue id."""
        return self._upgrade_xws.get((slot, xws))

    def persona_cards(self, persona: str) -> tuple[ShipCard | UpgradeCard, ...]:
        """Every card that carries the unique name, ship cards first; () for an unknown name (CR-035)."""
        name = self.names.get(persona)
        if name is None:
            return ()
        ship_cards = tuple(self.ship_cards[card_id] for card_id in name.ship_cards)
        return ship_cards + tuple(self.upgrades[card_id] for card_id in name.upgrades)


def _grouped(cards: Iterable[ShipCard]) -> dict[str, tuple[ShipCard, ...]]:
    groups: defaultdict[str, list[ShipCard]] = defaultdict(list)
    for card in cards:
        groups[card.ship].append(card)
    return {ship_id: tuple(group) for ship_id, group in groups.items()}


def _cheapest_generics(cards: Iterable[ShipCard]) -> dict[tuple[str, Side], ShipCard]:
    candidates = [card for card in cards if card.purchasable and not card.unique]
    candidates.sort(key=lambda card: (card.points, card.skill or 0, card.id), reverse=True)
    return {(card.ship, card.side): card for card in candidates}


def _ship_xws(cards: Iterable[ShipCard], ships: Mapping[str, Ship]) -> dict[tuple[Side, str, str], ShipCard]:
    found: dict[tuple[Side, str, str], ShipCard] = {}
    for card in cards:
        for xws in (card.xws, *card.section_xws.values()):
            found[card.side, ships[card.ship].xws, xws] = card
    return found


def _upgrade_xws(cards: Iterable[UpgradeCard]) -> dict[tuple[Slot | None, str], UpgradeCard]:
    found: dict[tuple[Slot | None, str], UpgradeCard] = {}
    for card in cards:
        xws = card.xws or card.id
        found[card.slot, xws] = card
        found.setdefault((None, xws), card)
    return found
