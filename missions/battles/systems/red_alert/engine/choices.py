"""Choices of orders, packed into integers: a kind, and what belongs to it.

A choice is `load << 5 | kind`. Loads: cards are their numbers, hexes theirs, a way home one bit for each hex.
"""

from __future__ import annotations

from enum import IntEnum

from missions.battles.systems.red_alert.engine.field import HOMEWARD
from missions.battles.systems.red_alert.engine.retreats import Path
from missions.battles.systems.red_alert.engine.state import NO_CARD

BITS = 5
MASK = (1 << BITS) - 1


class Kind(IntEnum):
    """Kinds of choices: answers out of turn first, then orders of a turn."""

    PASS = 1
    """No answer."""
    ROLL = 2
    """The dice that the side has to roll."""
    CARD = 3
    """A combat card: its number."""
    REACT = 4
    """A command card as an answer: its number."""
    RETIRE = 5
    """A way home."""
    DISREGARD = 6
    """A red alert is ignored for nothing (RA-117)."""
    REPAIR = 7
    """A red alert is cancelled for stars (RA-119)."""
    BACK = 8
    """A battle back for stars, and the combat card that goes with it (RA-130)."""
    COMMAND = 9
    """A command card is played: its number (RA-060)."""
    ORDER = 10
    """The unit is ordered (RA-062)."""
    CLEAR = 11
    """The red alert marker of the unit is taken off for stars (RA-066)."""
    UNCLOAK = 12
    MOVE = 13
    """A hex, and whether full impulse is paid for it (RA-074)."""
    ATTACK = 14
    """A target, and a combat card that goes with it (RA-085)."""
    PURSUE = 15
    """The hex that the target has left, for stars (RA-135)."""
    EXIT = 16
    """The unit breaks through (RA-211)."""
    TRADE = 17
    """A combat card is discarded for a star: its number (RA-161)."""
    KEEP = 18
    """One of the command cards that were drawn is kept (RA-166)."""
    STARS = 19
    """Two stars at the end of the turn (RA-160)."""
    STAR_AND_CARD = 20
    """One star and one combat card (RA-160)."""
    DONE = 21
    """The part of the turn is over."""
    PLACE = 22
    """The hex on which the unit is deployed (RA-185, RA-186)."""
    SHOW = 23
    """The command card that the side shows for the first turn (RA-044)."""
    TIME = 24
    """One command card and a victory point instead of two command cards (RA-215)."""


_KINDS = tuple(Kind(number) if number in Kind.__members__.values() else None for number in range(MASK + 1))


def packed(kind: Kind, load: int = 0) -> int:
    """The choice of this kind with this load."""
    return load << BITS | kind


def kind_of(choice: int) -> Kind:
    """The kind of a choice. Raises ValueError for a number that is none."""
    found = _KINDS[choice & MASK]
    if found is None:
        raise ValueError(f"{choice} is no choice.")
    return found


def load_of(choice: int) -> int:
    """The load of a choice."""
    return choice >> BITS


def aimed(card: int, *units: int) -> int:
    """A combat card with the units that it is played on."""
    load = 0
    for unit in reversed(units):
        load = load << BITS | unit + 1
    return packed(Kind.CARD, load << BITS | card)


def aim_of(choice: int) -> tuple[int, tuple[int, ...]]:
    """The combat card of a choice, and its units."""
    load = load_of(choice)
    card, units = load & MASK, []
    while load := load >> BITS:
        units.append((load & MASK) - 1)
    return card, tuple(units)


def move_to(hex_: int, impulse: bool = False) -> int:
    """A move to this hex, with full impulse or without."""
    return packed(Kind.MOVE, hex_ << 1 | impulse)


def moves_to(hexes: int, impulse: bool = False) -> list[int]:
    """A move to each hex of the set."""
    found, rest = [], packed(Kind.MOVE, impulse)
    while hexes:
        low = hexes & -hexes
        found.append(low.bit_length() - 1 << BITS + 1 | rest)
        hexes ^= low
    return found


def move_of(choice: int) -> tuple[int, bool]:
    """The hex of a move, and whether full impulse is paid."""
    load = choice >> BITS
    return load >> 1, bool(load & 1)


def attack_on(target: int, card: int = NO_CARD) -> int:
    """An attack on this unit, with a combat card or without."""
    return packed(Kind.ATTACK, target << BITS | card + 1)


def attack_of(choice: int) -> tuple[int, int]:
    """The target of an attack, and its combat card (NO_CARD: none)."""
    load = load_of(choice)
    return load >> BITS, (load & MASK) - 1


def battle_back(card: int = NO_CARD) -> int:
    """A battle back for stars, with a combat card or without."""
    return packed(Kind.BACK, card + 1)


def pack_way(side: int, start: int, path: Path) -> int:
    """A way home as bits behind a 1: for each hex, which of the hexes nearer to the baseline it is."""
    found, here = 1, start
    for hex_ in path:
        found = found << 1 | HOMEWARD[side][here].index(hex_)
        here = hex_
    return found


def unpack_way(side: int, start: int, way: int) -> Path:
    """The hexes of a packed way. Raises IndexError for a way that leads off the field."""
    path: list[int] = []
    here = start
    for bit in f"{way:b}"[1:]:
        here = HOMEWARD[side][here][int(bit)]
        path.append(here)
    return tuple(path)
