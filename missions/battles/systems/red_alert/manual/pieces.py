"""Units and cards for the manual."""

from __future__ import annotations

from collections.abc import Iterator

from league.rules.phrases import join_words
from missions.battles.systems.manual import CardEntry, CardGroup, UnitEntry
from missions.battles.systems.red_alert.board.orders import price
from missions.battles.systems.red_alert.card_words import CardWords, card_words
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMMAND
from missions.battles.systems.red_alert.engine.fleets import TASK_FORCES, TaskForce
from missions.battles.systems.red_alert.engine.narration import counted
from missions.battles.systems.red_alert.engine.units import CLASSES, IGNORED, UnitType
from missions.battles.systems.red_alert.forces import page

CLASS_NAMES = {symbol: name for name, symbol in CLASSES.items()}
"""Class of a unit by its symbol."""
SHAPES = {"fighter": "circle", "strike": "triangle", "capital": "square"}


def unit(type_: UnitType) -> UnitEntry:
    """The figures of the unit table (RA-020 … RA-026)."""
    name = CLASS_NAMES[type_.symbol]
    facts = [
        ("Class", f"{name}, the {SHAPES[name]} on the die"),
        ("Figures", "1 and 3 cap fighters" if type_.flagship else str(type_.figures)),
        ("Move", counted(type_.move, "hex", "hexes") + (f", warp {type_.warp}" if type_.warp else "")),
        ("Dice", _dice(type_)),
        ("Ignores", _ignored(type_)),
        ("Victory points", str(type_.points)),
        ("Price", f"{type_.cost} points" + ("" if type_.sold else ", not for sale")),
    ]
    return UnitEntry(type_.id, type_.name, card_words().units[type_.id], tuple(facts))


def _dice(type_: UnitType) -> str:
    """Dice for each range up to the longest: "3 next to the enemy, 2 at range 2, 1 at range 3"."""
    close = f"{type_.dice[1]} next to the enemy" + (" and 1 for each cap fighter" if type_.flagship else "")
    farther = (f"{type_.dice[far]} at range {far}" for far in range(2, type_.reach + 1))
    return ", ".join((close, *farther))


def _ignored(type_: UnitType) -> str:
    """Blasts that a unit ignores, by the class of its attacker (RA-104)."""
    found = [
        f"{counted(count, 'blast')} of {CLASS_NAMES[attacker]} units"
        for (attacker, target), count in IGNORED.items()
        if target == type_.symbol
    ]
    return join_words(found) or "nothing"


def groups() -> Iterator[CardGroup]:
    """All cards, the command cards of sectors first."""
    words = card_words()
    sector = [card for card in COMMAND if not card.tactic]
    tactic = [card for card in COMMAND if card.tactic]
    about = "They order units in sectors of the field, as their side sees it."
    entries = tuple(_card(card.title, words.command[card.id], card.copies) for card in sector)
    yield CardGroup("Command cards: sectors", about, entries)
    about = "They order units anywhere, and may change how these move or fight."
    entries = tuple(_card(card.title, words.command[card.id], card.copies) for card in tactic)
    yield CardGroup("Command cards: tactics", about, entries)
    about = "They are played for stars at their moment, one in your own turn and one in each enemy turn."
    entries = tuple(_card(card.title, words.combat[card.id], card.copies, price(card)) for card in COMBAT)
    yield CardGroup("Combat cards", about, entries)
    about = "Each is a fleet to begin with. The points that it leaves buy further units."
    entries = tuple(_force(card, words.forces[card.number]) for card in TASK_FORCES.values())
    yield CardGroup("Task force cards", about, entries)


def _card(title: str, words: CardWords, number: int, cost: str = "") -> CardEntry:
    return CardEntry(title, words.text, number, words.rule, cost, words.when)


def _force(card: TaskForce, words: str) -> CardEntry:
    text = f"{words[:1].upper()}{words[1:]}: {page.counted(card.units)}."
    return CardEntry(f"{card.number}. {card.title}", text, 1, "RA-180", counted(card.points, "point"))
