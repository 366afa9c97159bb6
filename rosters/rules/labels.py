"""Names of cards in events, ledger lines and sentences."""

from __future__ import annotations

from rosters.catalogue import ShipCard, UpgradeCard, catalogue
from rosters.rules.state import ShipState, UpgradeState

SECTION_WORDS = {"whole": "the ship", "fore": "fore section", "aft": "aft section"}


def card_label(card: ShipCard) -> str:
    """ "Rookie Pilot (X-wing)"; a Huge ship's card goes by its own name."""
    return card.name if card.name == card.ship_name else f"{card.name} ({card.ship_name})"


def ship_name(ship: ShipState) -> str:
    """The label of the ship's card, with the pilot's own name before it if there is one (CR-120)."""
    label = card_label(catalogue().ship_cards[ship.card])
    return f"“{ship.given_name}”, {label}" if ship.given_name else label


def upgrade_label(card: UpgradeCard) -> str:
    """The card's name, with its slot if several cards carry the name."""
    name = catalogue().names.get(card.persona)
    return f"{card.name} ({card.slot})" if name is not None and name.linked else card.name


def upgrade_name(upgrade: UpgradeState) -> str:
    """The label of the upgrade's card."""
    return upgrade_label(catalogue().upgrades[upgrade.card])
