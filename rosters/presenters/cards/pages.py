"""Pages of the card browser. Built from catalogue values alone: no query, no request."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from league.rules.phrases import join_words
from rosters.catalogue import Catalogue, SectionCard, ShipCard, Side, Size, Slot, UpgradeCard
from rosters.catalogue.glossary import slot_order
from rosters.catalogue.search import Card, upgrade_sides
from rosters.presenters.cards.text import SIZE_WORDS, Line, effects, restrictions
from rosters.rules.fitting.hyperdrive import TOKENS

LATER_FACTIONS = ("First Order", "Resistance")
"""Named on a card's line, because some names stand on cards of both times."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """One card in a list. `is_ship` tells which page it links to."""

    id: str
    is_ship: bool
    name: str
    about: str
    """Ship and size of a ship card, slot and ships of an upgrade."""
    sides: tuple[Side, ...]
    """Empty for an upgrade that every side can use."""
    skill: int | None
    cost: int | None
    unique: bool
    slot: Slot | None
    slots: tuple[tuple[Slot, int], ...]
    stats: str
    silhouette: str = ""


@dataclass(frozen=True, slots=True)
class Stat:
    """A figure of a card; None reads as a dash."""

    label: str
    value: int | None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A section card in the table of a huge ship."""

    name: str
    points: int
    repair: int
    attack: int | None
    hull: int
    shields: int
    energy: int | None
    actions: str
    slots: tuple[tuple[Slot, int], ...]
    crippled_attack: int | None
    crippled_energy: int | None
    crippled_slots: tuple[tuple[Slot, int], ...]


@dataclass(frozen=True, slots=True)
class NamePanel:
    """A unique name and its other cards."""

    name: str
    others: tuple[CardRow, ...]
    stays_behind: CardRow | None
    """The card that a pilot's ship becomes when a crew card of the name dies (CR-037)."""


@dataclass(frozen=True, slots=True)
class ShipCardPage:
    """The page of a ship card."""

    id: str
    name: str
    about: str
    side: Side
    unique: bool
    purchasable: bool
    stats: tuple[Stat, ...]
    actions: tuple[str, ...]
    slots: tuple[tuple[Slot, int], ...]
    sections: tuple[SectionRow, ...]
    two_sections: bool
    hyperdrive: tuple[Line, ...]
    name_panel: NamePanel | None
    same_ship: tuple[CardRow, ...]
    made_for_it: tuple[CardRow, ...]
    ship: str
    ship_name: str


@dataclass(frozen=True, slots=True)
class UpgradeCardPage:
    """The page of an upgrade card."""

    id: str
    name: str
    slot: Slot
    sides: tuple[Side, ...]
    unique: bool
    campaign_card: bool
    stats: tuple[Stat, ...]
    restrictions: tuple[Line, ...]
    effects: tuple[Line, ...]
    name_panel: NamePanel | None
    ships: tuple[tuple[str, str], ...]
    """Id and name of the ships that it is made for."""


def card_row(card: Card, cards: Catalogue) -> CardRow:
    """A card as one line of a list."""
    if isinstance(card, ShipCard):
        return CardRow(
            id=card.id,
            is_ship=True,
            name=card.name,
            about=_ship_about(card),
            sides=(card.side,),
            skill=card.skill,
            cost=card.points if card.purchasable else None,
            unique=card.unique,
            slot=None,
            slots=counted_slots(card.slots),
            stats=stat_line(card),
            silhouette=card.ship,
        )
    sides = upgrade_sides(card, cards)
    return CardRow(
        id=card.id,
        is_ship=False,
        name=card.name,
        about=_upgrade_about(card, cards),
        sides=() if len(sides) == len(Side) else sides,
        skill=None,
        cost=card.points,
        unique=card.unique,
        slot=card.slot,
        slots=(),
        stats="",
    )


def card_rows(found: Iterable[Card], cards: Catalogue) -> tuple[CardRow, ...]:
    """Cards as lines of a list, in the order given."""
    return tuple(card_row(card, cards) for card in found)


def ship_card_page(card: ShipCard, cards: Catalogue) -> ShipCardPage:
    """Everything the page of a ship card shows."""
    same_ship = (other for other in cards.cards_of_ship(card.ship) if other.id != card.id)
    made_for_it = (
        upgrade
        for upgrade in cards.upgrades.values()
        if card.ship in upgrade.ships and card.side in upgrade_sides(upgrade, cards)
    )
    return ShipCardPage(
        id=card.id,
        name=card.name,
        about=f"{card.ship_name} \N{MIDDLE DOT} {card.faction} \N{MIDDLE DOT} {SIZE_WORDS[card.size]} ship",
        side=card.side,
        unique=card.unique,
        purchasable=card.purchasable,
        stats=_ship_stats(card),
        actions=card.actions,
        slots=counted_slots((*card.slots, Slot.MODIFICATION, Slot.TITLE)),
        sections=tuple(_section_row(part) for part in card.sections),
        two_sections=len(card.sections) > 1,
        hyperdrive=hyperdrive_lines(card, cards),
        name_panel=_name_panel(card, cards),
        same_ship=card_rows(same_ship, cards),
        made_for_it=card_rows(made_for_it, cards),
        ship=card.ship,
        ship_name=card.ship_name,
    )


def upgrade_card_page(card: UpgradeCard, cards: Catalogue) -> UpgradeCardPage:
    """Everything the page of an upgrade card shows."""
    sides = upgrade_sides(card, cards)
    return UpgradeCardPage(
        id=card.id,
        name=card.name,
        slot=card.slot,
        sides=() if len(sides) == len(Side) else sides,
        unique=card.unique,
        campaign_card=card.origin == "campaign",
        stats=(Stat("Cost", card.points, "points"), Stat("Slots filled", card.slots_used)),
        restrictions=restrictions(card, cards),
        effects=effects(card, cards),
        name_panel=_name_panel(card, cards),
        ships=tuple((ship_id, cards.ships[ship_id].name) for ship_id in card.ships),
    )


def _ship_about(card: ShipCard) -> str:
    size = f"{SIZE_WORDS[card.size].lower()} ship"
    words = [size] if card.name == card.ship_name else [card.ship_name, size]
    return ", ".join([*words, card.faction] if card.faction in LATER_FACTIONS else words)


def _upgrade_about(card: UpgradeCard, cards: Catalogue) -> str:
    if not card.ships:
        return str(card.slot)
    names = [cards.ships[ship_id].name for ship_id in card.ships]
    shown = join_words(names, "or") if len(names) <= 2 else f"{len(names)} ships"
    return f"{card.slot} for {shown}"


def counted_slots(slots: Iterable[Slot]) -> tuple[tuple[Slot, int], ...]:
    """Each slot once with its number, in the order of the ship cards."""
    bar = list(slots)
    return tuple((slot, bar.count(slot)) for slot in sorted(set(bar), key=slot_order))


def stat_line(card: ShipCard) -> str:
    """Attack, agility, hull and shields, and energy if there is some."""
    parts = [] if card.attack is None else [f"attack {card.attack}"]
    parts += [f"agility {card.agility}", f"hull {card.hull}", f"shields {card.shields}"]
    parts += [] if card.energy is None else [f"energy {card.energy}"]
    return ", ".join(parts)


def _ship_stats(card: ShipCard) -> tuple[Stat, ...]:
    stats = (
        Stat("Cost", card.points if card.purchasable else None, "points"),
        Stat("Skill", card.skill),
        Stat("Attack", card.attack),
        Stat("Agility", card.agility),
        Stat("Hull", card.hull),
        Stat("Shields", card.shields),
    )
    return stats if card.energy is None else (*stats, Stat("Energy", card.energy))


def _section_row(part: SectionCard) -> SectionRow:
    """The section with its repair price: half of its points, rounded up (CR-143, CR-004)."""
    return SectionRow(
        name=str(part.section).capitalize(),
        points=part.points,
        repair=-(-part.points // 2),
        attack=part.attack,
        hull=part.hull,
        shields=part.shields,
        energy=part.energy,
        actions=", ".join(part.actions),
        slots=counted_slots(part.slots),
        crippled_attack=part.crippled_attack,
        crippled_energy=part.crippled_energy,
        crippled_slots=counted_slots(part.crippled_slots),
    )


def hyperdrive_lines(card: ShipCard, cards: Catalogue) -> tuple[Line, ...]:
    """Two sentences: whether the ship has a hyperdrive, and with how many tokens it jumps."""
    tokens = TOKENS[card.size]
    size = SIZE_WORDS[card.size]
    if card.hyperdrive:
        first = Line("Yes: if it is driven off on the losing side, it comes home.", "CR-130")
    elif card.hyperdrive_with:
        title = cards.upgrades[card.hyperdrive_with]
        first = Line(f"No, unless it carries the {title.slot.lower()} {title.name}.", "CR-130")
    else:
        first = Line("No. Custom Hyperdrive gives it one.", "CR-131")
    helpers = (
        "some crew and Astromechs"
        if card.size is Size.SMALL
        else "some crew, Astromechs and Custom Navcomputer"
    )
    return first, Line(f"A {size} ship jumps with {tokens} hyperspace tokens; {helpers} save some.", "CR-132")


def _name_panel(card: Card, cards: Catalogue) -> NamePanel | None:
    if not card.persona:
        return None
    others = tuple(other for other in cards.persona_cards(card.persona) if other.id != card.id)
    has_crew = any(isinstance(other, UpgradeCard) and other.slot is Slot.CREW for other in others)
    replacement = (
        cards.cheapest_generic(card.ship, card.side) if isinstance(card, ShipCard) and has_crew else None
    )
    return NamePanel(
        name=cards.names[card.persona].name,
        others=card_rows(others, cards),
        stays_behind=card_row(replacement, cards) if replacement else None,
    )
