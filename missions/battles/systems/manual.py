"""The illustrated part of the manual that a rule system may bring, as plain data."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from missions.battles.board.scene import Reach, Scene


@dataclass(frozen=True, slots=True)
class Chart:
    """A table: what it shows, the heads of its columns, and its rows with a head each. The cells of a `grid`
    are "" or one of its `signs`, which say what they mean.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    signs: tuple[tuple[str, str], ...] = ()

    @property
    def grid(self) -> bool:
        """Whether it is a grid of signs and no table of figures."""
        return bool(self.signs)


@dataclass(frozen=True, slots=True)
class UnitEntry:
    """A type of unit: the `kind` of its counters, its name, a sentence, and figures with their labels. `side`
    is the one side that has it, None if both do; `picture` shows it on the map.
    """

    kind: str
    name: str
    about: str
    facts: tuple[tuple[str, str], ...]
    side: int | None = None
    charts: tuple[Chart, ...] = ()
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class CardEntry:
    """A kind of card: how many of it there are, its price and moment ("" for none), and its rule."""

    title: str
    text: str
    number: int
    rule: str
    cost: str = ""
    when: str = ""

    @property
    def anchor(self) -> str:
        """Place on the page of the cards."""
        return "-".join(("card", *re.findall(r"[a-z0-9]+", self.title.lower())))


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards that belong together."""

    title: str
    about: str
    cards: tuple[CardEntry, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the map with sentences; rules stand in them in braces. `alt` tells what it shows to people
    who do not see it. `anchor` is its place on the page; "" for one by its number. `part` are the hexes
    around which it is cut out; () for the whole map.
    """

    title: str
    words: tuple[str, ...]
    alt: str
    scene: Scene
    reach: Reach | None = None
    anchor: str = ""
    part: tuple[str, ...] = ()


def battle_anchor(scenario: str) -> str:
    """Place of a battle on the page of the battles."""
    return "battle-" + scenario.replace("_", "-")


class Illustrated(Protocol):
    """All of it: units, cards, the map with its features, the battles, and a turn in steps. `field` is the
    empty map.
    """

    @property
    def field(self) -> Scene: ...
    @property
    def units(self) -> tuple[UnitEntry, ...]: ...
    @property
    def cards(self) -> tuple[CardGroup, ...]: ...
    @property
    def ground(self) -> tuple[Picture, ...]: ...
    @property
    def battles(self) -> tuple[Picture, ...]: ...
    @property
    def turn(self) -> tuple[Picture, ...]: ...
