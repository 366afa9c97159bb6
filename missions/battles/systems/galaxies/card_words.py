"""Tactic cards, specials, tiles and sizes in words for players, read from their data."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from missions.battles.systems.galaxies.engine.field import TILES
from missions.battles.systems.galaxies.engine.ships import CARDS, DATA, RAIDER, REGEN, SLIP, STEADY, Size
from missions.battles.systems.galaxies.engine.tactics import MOMENTS, TACTICS

SPECIALS = (SLIP, REGEN, STEADY, RAIDER)


@dataclass(frozen=True, slots=True)
class Words:
    """A thing for players: its title, a sentence about it, the rule that tells most about it. `when` is the
    moment at which a tactic card is played, "" for everything else.
    """

    title: str
    text: str
    rule: str
    when: str = ""

    @property
    def explained(self) -> str:
        """Title and sentence as one: "Asteroid: no ship enters it, and it blocks lines of fire"."""
        return f"{self.title}: {self.text[:1].lower()}{self.text[1:].removesuffix('.')}"


@dataclass(frozen=True, slots=True)
class AllWords:
    """Words of tactic cards, specials and tiles by their ids, and of sizes by their names. Ships have a
    text alone, by the short name of all versions.
    """

    tactics: Mapping[str, Words]
    specials: Mapping[str, Words]
    tiles: Mapping[str, Words]
    sizes: Mapping[str, Words]
    ships: Mapping[str, str]


@lru_cache(maxsize=1)
def card_words() -> AllWords:
    """All words of `card_words.toml`. Raises ValueError if anything has no words, or words belong to
    nothing.
    """
    return words_of((DATA / "card_words.toml").read_text(encoding="utf-8"))


def words_of(text: str) -> AllWords:
    """The words in a text like that of `card_words.toml`. Raises ValueError as `card_words` does."""
    found = tomllib.loads(text)
    moments = _complete(found, "moments", MOMENTS)
    rows = _complete(found, "tactics", [card.id for card in TACTICS])
    tactics = {
        card.id: Words(card.title, rows[card.id]["text"], rows[card.id]["rule"], moments[card.when])
        for card in TACTICS
    }
    sizes = _complete(found, "sizes", [size.name.lower() for size in Size])
    return AllWords(
        tactics=MappingProxyType(tactics),
        specials=_titled(found, "specials", SPECIALS),
        tiles=_titled(found, "tiles", TILES),
        sizes=MappingProxyType({name: Words(f"{name} ship", **row) for name, row in sizes.items()}),
        ships=_complete(found, "ships", dict.fromkeys(card.short for card in CARDS)),
    )


def _titled(found: Mapping[str, Any], kind: str, wanted: Collection[str]) -> Mapping[str, Words]:
    return MappingProxyType({name: Words(**row) for name, row in _complete(found, kind, wanted).items()})


def _complete(found: Mapping[str, Any], kind: str, wanted: Collection[str]) -> Mapping[str, Any]:
    """The table of a kind, if it has words for everything that is wanted and for nothing else."""
    table = found.get(kind, {})
    if wrong := sorted(set(wanted) ^ table.keys()):
        raise ValueError(f"card_words.toml: {kind} need words of their own; look at {', '.join(wrong)}.")
    return MappingProxyType(dict(table))
