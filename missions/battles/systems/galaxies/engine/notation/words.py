"""Labels of ships and hexes in orders, and helpers that readers share."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from missions.battles.systems.galaxies.engine.choices import Kind, packed
from missions.battles.systems.galaxies.engine.field import Pose
from missions.battles.systems.galaxies.engine.state import State
from missions.battles.systems.galaxies.engine.telling.words import hex_name, label

Writer = Callable[[State, int, int], str]
"""Takes the state, the unit and the choice."""
Reader = Callable[[State, int, Sequence[str]], int]
"""Takes the state, the unit and the words after the first. Raises LookupError or ValueError."""
LABEL = re.compile(r"[A-Za-z][0-9]+")


def read_ship(state: State, word: str) -> int:
    """The ship with this label. Raises LookupError or ValueError."""
    ship = int(word[1:]) - 1
    if not 0 <= ship < len(state.card) or label(state, ship).lower() != word.lower():
        raise KeyError(word)
    return ship


def read_hex(state: State, word: str) -> int:
    """The hex with this number. Raises LookupError."""
    return state.table.battle.field.hexes[word]


def write_pose(state: State, pose: Pose) -> str:
    """A pose as one or two hexes, the front first."""
    place, tail = pose
    front = hex_name(state, place)
    return front if tail == place else f"{front} {hex_name(state, tail)}"


def read_pose(state: State, words: Sequence[str]) -> Pose:
    """The pose that one or two hexes mean. Raises LookupError or ValueError."""
    if len(words) not in (1, 2):
        raise ValueError(words)
    found = [read_hex(state, word) for word in words]
    return found[0], found[-1]


def plain(kind: Kind) -> Writer:
    """A writer for choices that say everything by their kind."""
    return lambda state, unit, choice: kind.name.lower()


def plain_reader(kind: Kind) -> Reader:
    """A reader for such choices."""

    def read(state: State, unit: int, words: Sequence[str]) -> int:
        if words:
            raise ValueError(words)
        return packed(kind)

    return read
