"""Dice as recorded inputs: rules ask for faces, never for a generator.

All sources give faces as bytes and keep every face they gave in `record`. A replay hands the record back
(`ScriptedDice`); people with real dice type theirs (`TypedDice`); `FairDice` is the fair stream of
`league.kernel.dice`, byte for byte, so that the same page can verify draws and battles.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from league.kernel.dice import FairStream

BLOCKS = 32
"""Blocks of 32 bytes made at a time."""


class DiceWanted(Exception):
    """The source has no more faces: `count` dice with `sides` sides are wanted next."""

    def __init__(self, count: int, sides: int) -> None:
        super().__init__(f"{count} more dice with {sides} sides are wanted")
        self.count = count
        self.sides = sides


class Dice(ABC):
    """A source of faces. `record` holds all faces given so far, in order."""

    __slots__ = ("record",)

    def __init__(self) -> None:
        self.record = bytearray()

    @abstractmethod
    def roll(self, count: int, sides: int = 6) -> bytes:
        """`count` faces, 1 … sides. Raises DiceWanted where the source is at its end."""

    def draw(self, sides: int) -> int:
        """A number 1 … sides that nobody rolls by hand: shuffles, and cards taken at random."""
        return self.roll(1, sides)[0]


class FairDice(Dice):
    """Faces of the fair stream: d6 from purpose, other dice from a stream of their own (`purpose/d8`).

    Equal to `FairStream(seed, nonces, purpose).below(6) + 1`, one after the other.
    """

    __slots__ = ("_at", "_counter", "_others", "_pool", "_prefix", "_source")

    def __init__(self, seed: bytes, nonces: Sequence[str], purpose: str = "battle") -> None:
        super().__init__()
        FairStream(seed, nonces, purpose)
        texts = [text.encode() for text in (*nonces, purpose)]
        self._prefix = hashlib.sha256(seed + b"".join(len(t).to_bytes(4, "big") + t for t in texts))
        self._source = (seed, tuple(nonces), purpose)
        self._counter = 0
        self._pool = b""
        self._at = 0
        self._others: dict[int, FairStream] = {}

    def roll(self, count: int, sides: int = 6) -> bytes:
        if sides != 6:
            return self._other(count, sides)
        end = self._at + count
        while end > len(self._pool):
            self._refill()
            end = self._at + count
        faces = self._pool[self._at : end]
        self._at = end
        self.record += faces
        return faces

    def _refill(self) -> None:
        parts = [self._pool[self._at :]]
        for counter in range(self._counter, self._counter + BLOCKS):
            block = self._prefix.copy()
            block.update(counter.to_bytes(8, "big"))
            parts.append(block.digest().translate(_FACES, _REJECTED))
        self._counter += BLOCKS
        self._pool = b"".join(parts)
        self._at = 0

    def _other(self, count: int, sides: int) -> bytes:
        stream = self._others.get(sides)
        if stream is None:
            seed, nonces, purpose = self._source
            stream = self._others[sides] = FairStream(seed, nonces, f"{purpose}/d{sides}")
        faces = bytes(stream.below(sides) + 1 for _ in range(count))
        self.record += faces
        return faces


_FACES = bytes(value % 6 + 1 for value in range(256))
_REJECTED = bytes(range(252, 256))


def seeded_dice(seed: str) -> FairDice:
    """The same dice for the same text: simulations, bench, tests."""
    return FairDice(hashlib.sha256(seed.encode()).digest(), ())


class ScriptedDice(Dice):
    """Faces written down before: replays and tests."""

    __slots__ = ("_at", "_faces")

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__()
        self._faces = bytes(faces)
        self._at = 0

    def roll(self, count: int, sides: int = 6) -> bytes:
        start = self._at
        end = self._at = start + count
        faces = self._faces[start:end]
        if len(faces) < count:
            self._at = start
            raise DiceWanted(count - len(faces), sides)
        self.record += faces
        return faces

    @property
    def left(self) -> int:
        """Faces not yet given."""
        return len(self._faces) - self._at


class Tape(ScriptedDice):
    """The faces of a whole battle in one piece, for its replay; the record is elsewhere."""

    __slots__ = ()

    def roll(self, count: int, sides: int = 6) -> bytes:
        start = self._at
        end = self._at = start + count
        faces = self._faces[start:end]
        if len(faces) < count:
            raise DiceWanted(count - len(faces), sides)
        return faces


class TypedDice(ScriptedDice):
    """Faces that a person typed for one order. Raises ValueError for a face that no die of that kind has.

    What is drawn comes from `source` where there is one: a person must not lay out a secret deck.
    """

    __slots__ = ("_source",)

    def __init__(self, faces: Iterable[int], source: Dice | None = None) -> None:
        super().__init__(faces)
        self._source = source

    def draw(self, sides: int) -> int:
        if self._source is None:
            return super().draw(sides)
        number = self._source.draw(sides)
        self.record.append(number)
        return number

    def roll(self, count: int, sides: int = 6) -> bytes:
        # What is wrong comes before what is missing.
        wrong = [face for face in self._faces[self._at : self._at + count] if not 1 <= face <= sides]
        if wrong:
            raise ValueError(f"A die with {sides} sides does not show {wrong[0]}.")
        return super().roll(count, sides)


def at_least(faces: bytes, needed: int) -> int:
    """How many of the faces are `needed` or more."""
    return len(faces.translate(None, BELOW[needed])) if needed > 1 else len(faces)


BELOW = [bytes(range(1, max(1, needed))) for needed in range(32)]
"""By needed roll: the faces that fall short of it."""
