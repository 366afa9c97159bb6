"""Cards, task forces, units, features and markers in words for players, read from their data."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from missions.battles.systems.red_alert.engine.cards import COMBAT, COMMAND
from missions.battles.systems.red_alert.engine.fleets import TASK_FORCES
from missions.battles.systems.red_alert.engine.units import BY_ID, DATA

FEATURES = ("asteroid", "planet", "debris")
MARKERS = ("red_alert", "cloak", "faction")


@dataclass(frozen=True, slots=True)
class CardWords:
    """A card for players: its effect, the rule that tells most about it, and the moment at which it is
    played; "" for the usual moment of a command card.
    """

    text: str
    rule: str
    when: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """Cards by their ids, and a sentence for each type of unit, each feature and each marker. Task forces, by
    number, have half a sentence.
    """

    command: Mapping[str, CardWords]
    combat: Mapping[str, CardWords]
    forces: Mapping[int, str]
    units: Mapping[str, str]
    features: Mapping[str, str]
    markers: Mapping[str, str]


@lru_cache(maxsize=1)
def card_words() -> Words:
    """All words of `card_words.toml`. Raises ValueError if anything has no words, or words belong to
    nothing.
    """
    return words_of((DATA / "card_words.toml").read_text(encoding="utf-8"))


def explained(name: str, text: str) -> str:
    """A name and a sentence about it as one sentence: "Asteroid: it stops every unit that enters"."""
    return f"{name}: {text[:1].lower()}{text[1:]}"


def words_of(text: str) -> Words:
    """The words in a text like that of `card_words.toml`. Raises ValueError as `card_words` does."""
    found = tomllib.loads(text)
    numbers = {str(number) for number in TASK_FORCES}
    words = Words(
        command=_cards(found, "command", [card.id for card in COMMAND]),
        combat=_cards(found, "combat", [card.id for card in COMBAT]),
        forces=MappingProxyType(
            {int(number): about for number, about in _complete(found, "forces", numbers).items()}
        ),
        units=_complete(found, "units", BY_ID),
        features=_complete(found, "features", FEATURES),
        markers=_complete(found, "markers", MARKERS),
    )
    if timeless := [card for card, about in words.combat.items() if not about.when]:
        raise ValueError(f"card_words.toml: combat cards need a moment: {', '.join(timeless)}.")
    return words


def _cards(found: Mapping[str, Any], kind: str, ids: Collection[str]) -> Mapping[str, CardWords]:
    return MappingProxyType({card: _card(card, row) for card, row in _complete(found, kind, ids).items()})


def _card(card: str, row: Mapping[str, str]) -> CardWords:
    if not {"text", "rule"} <= row.keys() <= {"text", "rule", "when"}:
        raise ValueError(f"card_words.toml: {card} needs a text and a rule, may have a moment, and no more.")
    return CardWords(**row)


def _complete(found: Mapping[str, Any], kind: str, wanted: Collection[str]) -> Mapping[str, Any]:
    """The table of a kind, if it has words for everything that is wanted and for nothing else."""
    table = found.get(kind, {})
    if wrong := sorted(set(wanted) ^ table.keys()):
        raise ValueError(f"card_words.toml: {kind} need words of their own; look at {', '.join(wrong)}.")
    return MappingProxyType(dict(table))
