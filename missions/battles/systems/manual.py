"""The illustrated part of the manual that a rule system may bring, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from missions.battles.board.scene import Reach, Scene


@dataclass(frozen=True, slots=True)
class UnitEntry:
    """A type of unit: the `kind` of its counters, its name, a sentence, and figures with their labels."""

    kind: str
    name: str
    about: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class CardEntry:
    """A kind of card: how many of it there are, its price and moment ("" for none), and its rule."""

    title: str
    text: str
    number: int
    rule: str
    cost: str = ""
    when: str = ""


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards that belong together."""

    title: str
    about: str
    cards: tuple[CardEntry, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the map with sentences; rules stand in them in braces. `alt` names what it shows."""

    title: str
    words: tuple[str, ...]
    alt: str
    scene: Scene
    reach: Reach | None = None


@dataclass(frozen=True, slots=True)
class Illustrated:
    """All of it: units, cards, the map with its features, the battles, and a turn in steps."""

    units: tuple[UnitEntry, ...]
    cards: tuple[CardGroup, ...]
    ground: tuple[Picture, ...]
    battles: tuple[Picture, ...]
    turn: tuple[Picture, ...]
