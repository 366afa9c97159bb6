"""Tactic cards, read from data by a small language of effects (BG-018, BG-160 … BG-162).

No card is named in code: `when` says at which moment it is played, `target` and `within` on which ship, and
`effects` what it does, each with a number.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from missions.battles.systems.galaxies.engine.ships import DATA

COPIES = 2
"""Copies of each card in a deck (BG-161)."""
START_HAND, MOST_HAND = 5, 10
"""Cards at the start, and the most that a side may hold (BG-012, BG-018)."""
DISCARD_GAIN = 1
"""Energy for a discarded card (BG-018)."""
ENERGY, ACTION, ACTIVATED, FIRING, MISSED, HIT = (
    "energy",
    "action",
    "activated",
    "firing",
    "missed",
    "hit",
)
"""Moments at which a card is played: in the own energy phase, in the own action phase, after an activation
before its moves, before its first attack, after an own miss, after a hit on an own ship.
"""
MOMENTS = (ENERGY, ACTION, ACTIVATED, FIRING, MISSED, HIT)
EFFECTS = frozenset(
    (
        "reroll",
        "miss",
        "shields",
        "repair",
        "move",
        "jam",
        "range",
        "shield_damage",
        "hull_damage",
        "energy",
        "take_over",
    )
)
"""Effects of the language: roll the attack again, count a hit as a miss, give shield pegs back, take hull
pegs off, more movement, no countermeasures against the ships of this activation, more range of primary
weapons, direct shield damage, direct hull damage, energy, the ship with its card and all others of that card.
"""


@dataclass(frozen=True, slots=True)
class Tactic:
    """A tactic card: its price in energy, its moment, whom it is played on, and its effects."""

    number: int
    id: str
    title: str
    cost: int
    when: str
    target: str
    within: int
    effects: Mapping[str, int]


def _read() -> tuple[Tactic, ...]:
    found = tomllib.loads((DATA / "tactics.toml").read_text(encoding="utf-8"))
    cards = tuple(
        Tactic(
            number,
            name,
            facts["title"],
            facts["cost"],
            facts["when"],
            facts.get("target", ""),
            facts.get("within", 0),
            MappingProxyType(dict(facts["effects"])),
        )
        for number, (name, facts) in enumerate(found.items())
    )
    for card in cards:
        if card.when not in MOMENTS or not EFFECTS.issuperset(card.effects):
            raise ValueError(f"The tactic card {card.id} has an unknown moment or effect.")
    return cards


TACTICS = _read()
"""All tactic cards, in the order of the list."""
DECK = tuple(card.number for card in TACTICS for _ in range(COPIES))
"""Numbers of the cards of one side's deck, before it is shuffled."""
