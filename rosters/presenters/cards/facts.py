"""A card in a few lines, for the row of a menu that unfolds. Built from catalogue values alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from league.addresses import address
from league.rules.phrases import join_words
from rosters.catalogue import Catalogue, SectionCard, ShipCard, Slot, UpgradeCard, catalogue
from rosters.catalogue.search import Card
from rosters.presenters.cards.pages import counted_slots, hyperdrive_lines, stat_line
from rosters.presenters.cards.text import SIZE_WORDS, Line, effects, restrictions

PLAIN_EFFECT = "It changes no slots, costs or figures of its ship. Its text is on your printed card."


@dataclass(frozen=True, slots=True)
class CardFacts:
    """A card's own page and its `lines`: pairs of a word such as "Slots" and what the card has of it."""

    url: str
    lines: tuple[tuple[str, str], ...]


@lru_cache(maxsize=1024)
def ship_facts(card_id: str) -> CardFacts:
    """The facts of a ship card. Raises KeyError for an unknown card. Kept, because cards never change."""
    cards = catalogue()
    return CardFacts(address("ship-card", card_id), tuple(_of_ship(cards.ship_cards[card_id], cards)))


@lru_cache(maxsize=1024)
def upgrade_facts(card_id: str) -> CardFacts:
    """The facts of an upgrade card. Raises KeyError for an unknown card. Kept, because cards never change."""
    cards = catalogue()
    return CardFacts(address("upgrade-card", card_id), tuple(_of_upgrade(cards.upgrades[card_id], cards)))


def _of_ship(card: ShipCard, cards: Catalogue) -> Iterator[tuple[str, str]]:
    yield "Figures", f"{SIZE_WORDS[card.size]} ship, {stat_line(card)}"
    yield "Actions", ", ".join(card.actions)
    yield "Slots", _slots_line((*card.slots, Slot.MODIFICATION, Slot.TITLE))
    if len(card.sections) > 1:
        for part in card.sections:
            yield str(part.section).capitalize(), _section_line(part)
    yield "Hyperdrive", hyperdrive_lines(card, cards)[0].text
    yield from _namesakes(card, cards)


def _of_upgrade(card: UpgradeCard, cards: Catalogue) -> Iterator[tuple[str, str]]:
    yield "Limits", _sentences(restrictions(card, cards)) or f"Any ship with a free {card.slot} slot."
    yield "Effect", _sentences(effects(card, cards)) or PLAIN_EFFECT
    yield from _namesakes(card, cards)


def _namesakes(card: Card, cards: Catalogue) -> Iterator[tuple[str, str]]:
    """Other cards with the unique name; one of them is in use at a time (CR-035)."""
    others = [_called(other) for other in cards.persona_cards(card.persona or "") if other.id != card.id]
    if others:
        yield "Same name", f"{join_words(others, 'and')}. Only one of these cards is in use at a time."


def _called(card: Card) -> str:
    return f"{card.name} ({card.ship_name if isinstance(card, ShipCard) else card.slot})"


def _section_line(part: SectionCard) -> str:
    figures = (
        ("attack", part.attack),
        ("hull", part.hull),
        ("shields", part.shields),
        ("energy", part.energy),
    )
    return ", ".join(f"{word} {number}" for word, number in figures if number is not None).capitalize()


def _slots_line(slots: Iterable[Slot]) -> str:
    counted = counted_slots(slots)
    return ", ".join(
        f"{count} \N{MULTIPLICATION SIGN} {slot}" if count > 1 else str(slot) for slot, count in counted
    )


def _sentences(lines: Iterable[Line]) -> str:
    return " ".join(line.text for line in lines)
