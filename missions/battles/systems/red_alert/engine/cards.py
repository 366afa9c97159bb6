"""The two decks as data: 60 command cards and 50 combat cards (RA-003, RA-060, RA-168).

A card is known by the number of its kind, its place in `COMMAND` or `COMBAT`; cards of one kind are alike.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from missions.battles.systems.red_alert.engine.effects import Condition, Effect, conditions, parse
from missions.battles.systems.red_alert.engine.units import DATA

TIMINGS = (
    "turn.start",
    "order",
    "move",
    "enemy.move.end",
    "combat.start",
    "attack.declare",
    "attack.after",
    "defend.declare",
    "defend.roll",
    "defend.alert",
    "defend.after",
    "turn.end",
)
"""Moments at which combat cards may be played."""
COMMAND_CARDS, COMBAT_CARDS = 0, 1
"""Places of the decks in lists of decks and of hands."""
OWN, OPPOSING = "own", "opp"
"""Turns to which a combat card may be bound."""


@dataclass(frozen=True, slots=True)
class CommandCard:
    """A command card. `first` is its number of units when the first player is found (RA-044, RA-045);
    `fallback` holds if no unit qualifies; `reaction` is the moment of the enemy's turn at which it may be
    played instead, with `reaction_effects`.
    """

    id: str
    title: str
    tactic: bool
    copies: int
    first: int
    effects: tuple[Effect, ...]
    fallback: tuple[Effect, ...]
    reaction: str
    reaction_effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class CombatCard:
    """A combat card: its price in stars, in whose turn and at which moment it is played, on what it aims."""

    id: str
    title: str
    copies: int
    cost: int
    turn: str
    timing: str
    conditions: tuple[Condition, ...]
    target: str
    effects: tuple[Effect, ...]
    attack_dice: int
    """Dice that it adds to the attack that it allows."""


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


COMMAND = tuple(
    CommandCard(
        id=row["id"],
        title=row["title"],
        tactic=row["type"] == "tactic",
        copies=int(row["copies"]),
        first=int(row["first"]),
        effects=parse(row["effects"]),
        fallback=parse(row["fallback"]),
        reaction=row["reaction"],
        reaction_effects=parse(row["reaction_effects"]),
    )
    for row in _rows("command_cards.csv")
)


def _combat_card(row: Mapping[str, str]) -> CombatCard:
    effects = parse(row["effects"])
    attacks = [effect for effect in effects if effect.name in ("BATTLE_BACK", "ATTACK_NOW")]
    return CombatCard(
        id=row["id"],
        title=row["title"],
        copies=int(row["copies"]),
        cost=int(row["cost"]),
        turn=row["turn"],
        timing=row["timing"],
        conditions=conditions(row["condition"]),
        target=row["target"],
        effects=effects,
        attack_dice=sum(effect.number("dice") for effect in attacks),
    )


COMBAT = tuple(_combat_card(row) for row in _rows("combat_cards.csv"))
COMMAND_NUMBER: Mapping[str, int] = MappingProxyType({card.id: n for n, card in enumerate(COMMAND)})
COMBAT_NUMBER: Mapping[str, int] = MappingProxyType({card.id: n for n, card in enumerate(COMBAT)})
"""Numbers of the kinds of cards by id."""
COMMAND_DECK = tuple(number for number, card in enumerate(COMMAND) for _ in range(card.copies))
COMBAT_DECK = tuple(number for number, card in enumerate(COMBAT) for _ in range(card.copies))
"""Every card of each deck, in order."""
