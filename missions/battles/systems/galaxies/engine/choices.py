"""Choices of orders, packed into integers: a kind, and what belongs to it.

A choice is `load << 5 | kind`.
"""

from __future__ import annotations

from enum import IntEnum

from missions.battles.engine.walks import pack, unpack
from missions.battles.systems.galaxies.engine.field import Pose

BITS = 5
MASK = (1 << BITS) - 1
HEX, CARD = 9, 6
"""Bits of a hex and of a card."""
HEX_MASK, CARD_MASK = (1 << HEX) - 1, (1 << CARD) - 1


class Kind(IntEnum):
    """Kinds of choices. The unit of an order is NO_UNIT where nothing else is said."""

    PASS = 1
    """No answer: no roll for countermeasures, no card."""
    ROLL = 2
    """The dice that the side may roll or has to roll."""
    BEGIN = 3
    """The side that begins: 0 or 1 (BG-013)."""
    TACTIC = 4
    """A tactic card, and the ship that it is played on."""
    DISCARD = 5
    """A tactic card is discarded for energy (BG-018)."""
    LAUNCH = 6
    """A card of the fleet, the carrier that it leaves, if any, and the pose of its first ship (BG-020)."""
    PLACE = 7
    """The pose of the unit, the next ship of a squadron that is launched."""
    LOAD = 8
    """The cards that are put into the hold, as bits (BG-030, BG-045)."""
    ACTIVATE = 9
    """The card of the unit is activated (BG-052)."""
    MOVE = 10
    """The end that leads and the steps of the unit (BG-060 … BG-070)."""
    WARP = 11
    """The pose that the unit reaches by a warp gate (BG-147)."""
    FIRE = 12
    """A weapon of the unit, and its target (BG-103)."""
    FINISH = 13
    """The activation is over."""
    DONE = 14
    """The phase is over; in the action phase the turn."""


_KINDS = tuple(Kind(number) if number in Kind.__members__.values() else None for number in range(MASK + 1))


def packed(kind: Kind, load: int = 0) -> int:
    """The choice of this kind with this load."""
    return load << BITS | kind


def kind_of(choice: int) -> Kind:
    """The kind of a choice. Raises ValueError for a number that is none."""
    found = _KINDS[choice & MASK] if choice >= 0 else None
    if found is None:
        raise ValueError(f"{choice} is no choice.")
    return found


def load_of(choice: int) -> int:
    """The load of a choice."""
    return choice >> BITS


def _posed(pose: Pose) -> int:
    return pose[0] << HEX | pose[1]


def pose_of(choice: int) -> Pose:
    """The pose in which a choice puts a ship."""
    load = choice >> BITS
    return load >> HEX & HEX_MASK, load & HEX_MASK


def launch(place: int, carrier: int, pose: Pose) -> int:
    """A card by its place in the fleet, out of a carrier (NOWHERE: from behind the screen)."""
    return packed(Kind.LAUNCH, (place << CARD | carrier + 1) << 2 * HEX | _posed(pose))


def launch_of(choice: int) -> tuple[int, int]:
    """Place in the fleet and carrier of a launch; `pose_of` gives its pose."""
    load = choice >> BITS + 2 * HEX
    return load >> CARD, (load & CARD_MASK) - 1


def place_at(pose: Pose) -> int:
    """A pose for the next ship of a squadron."""
    return packed(Kind.PLACE, _posed(pose))


def warp_to(pose: Pose) -> int:
    """A pose reached by a warp gate."""
    return packed(Kind.WARP, _posed(pose))


def move_along(lead: int, steps: tuple[int, ...]) -> int:
    """A move by these steps, with the front (0) or the back (1) ahead."""
    return packed(Kind.MOVE, pack(steps) << 1 | lead)


def move_of(choice: int) -> tuple[int, tuple[int, ...]]:
    """The leading end and the steps of a move."""
    load = choice >> BITS
    return load & 1, unpack(load >> 1)


def fire_at(weapon: int, target: int) -> int:
    """An attack with the first (0) or the second (1) weapon."""
    return packed(Kind.FIRE, target << 1 | weapon)


def fire_of(choice: int) -> tuple[int, int]:
    """The weapon and the target of an attack."""
    load = choice >> BITS
    return load & 1, load >> 1


def tactic(card: int, ship: int = -1) -> int:
    """A tactic card, on a ship or on none."""
    return packed(Kind.TACTIC, ship + 1 << CARD | card)


def tactic_of(choice: int) -> tuple[int, int]:
    """A tactic card and the ship that it is played on (−1: none)."""
    load = choice >> BITS
    return load & CARD_MASK, (load >> CARD) - 1
