"""Dice as recorded inputs: rules ask for faces, never for a generator.

All sources give faces as bytes and keep every face they gave in `record`. A replay hands the record back
(`ScriptedDice`); people with real dice type theirs (`TypedDice`); `FairDice` is the fair stream of
`league.kernel.dice`, byte for byte, so that the same page can verify draws and battles.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from league.kernel.dice import FairStream

BLOCKS = 32
"""Digests made at a time for d6."""
DIGEST = 32
"""Bytes of a digest. Other dice are made by the digest: a shuffle rolls many kinds of them once."""

MOST_SIDES = 255
"""A face is one byte of the record."""


@dataclass(frozen=True, slots=True)
class Die:
    """A kind of die. `faces` names each face, from 1 up, if its name is not its number ("blast", "A").

    `letters` has one letter for each face; people may type it. They may always type the number.
    """

    sides: int
    faces: tuple[str, ...] = ()
    letters: str = ""


D6 = Die(6)


class DiceWanted(Exception):
    """Raised when a source has no more faces: `count` dice with `sides` sides are needed next, as numbers or
    as these letters.
    """

    def __init__(self, count: int, sides: int, letters: str = "") -> None:
        super().__init__(f"{count} more dice with {sides} sides are wanted")
        self.count = count
        self.sides = sides
        self.letters = letters


class Dice(ABC):
    """A source of faces. `record` holds all faces given so far, in order."""

    __slots__ = ("record",)

    def __init__(self) -> None:
        self.record = bytearray()

    @abstractmethod
    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        """`count` faces, 1 … sides, of a die with these `letters` on its faces (`Die.letters`).

        Raises DiceWanted if the source is at its end.
        """

    def draw(self, sides: int) -> int:
        """A number 1 … sides that nobody rolls by hand: shuffles, and cards taken at random."""
        return self.roll(1, sides)[0]

    def draws(self, sides: Sequence[int]) -> Sequence[int]:
        """A `draw` for each of these numbers of sides, in turn."""
        return [self.draw(each) for each in sides]


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
        self._others: dict[int, _OtherDie] = {}

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
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
        die = self._others.get(sides)
        if die is None:
            if not 1 <= sides <= MOST_SIDES:
                raise ValueError(f"A die has 1 to {MOST_SIDES} sides, not {sides}.")
            seed, nonces, purpose = self._source
            stream = FairStream(seed, nonces, f"{purpose}/d{sides}")
            die = self._others[sides] = _OtherDie(stream, sides)
        faces = die.roll(count)
        self.record += faces
        return faces


class LateDice(Dice):
    """Dice whose source is made when the first face is asked for. `record` stays empty if none is.

    The maker may raise; then the order that asked was not carried out.
    """

    __slots__ = ("_make", "_source")

    def __init__(self, make: Callable[[], Dice]) -> None:
        super().__init__()
        self._make = make
        self._source: Dice | None = None

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        if self._source is None:
            self._source = self._make()
        faces = self._source.roll(count, sides, letters)
        self.record += faces
        return faces


@cache
def _table(sides: int) -> tuple[bytes, bytes]:
    """The face that each byte of a stream stands for, and the bytes that stand for none."""
    return bytes(value % sides + 1 for value in range(256)), bytes(range(256 - 256 % sides, 256))


class _OtherDie:
    """Faces of a stream's `below(sides) + 1`, a block of them at a time."""

    __slots__ = ("_faces", "_left", "_rejected", "_stream")

    def __init__(self, stream: FairStream, sides: int) -> None:
        self._stream, self._left = stream, b""
        self._faces, self._rejected = _table(sides)

    def roll(self, count: int) -> bytes:
        while len(self._left) < count:
            self._left += self._stream.bytes(DIGEST).translate(self._faces, self._rejected)
        faces, self._left = self._left[:count], self._left[count:]
        return faces


_FACES, _REJECTED = _table(6)


def seeded_dice(seed: str) -> FairDice:
    """Dice that a text determines: for simulations, measurements and tests."""
    return FairDice(hashlib.sha256(seed.encode()).digest(), ())


class ScriptedDice(Dice):
    """Faces written down before: replays and tests."""

    __slots__ = ("_at", "_faces")

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__()
        self._faces = bytes(faces)
        self._at = 0

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        start = self._at
        end = self._at = start + count
        faces = self._faces[start:end]
        if len(faces) < count:
            self._at = start
            raise DiceWanted(count - len(faces), sides, letters)
        self.record += faces
        return faces

    def draws(self, sides: Sequence[int]) -> Sequence[int]:
        count = len(sides)
        return self.roll(count) if count <= self.left else super().draws(sides)

    @property
    def left(self) -> int:
        """Faces not yet given."""
        return len(self._faces) - self._at


class Tape(ScriptedDice):
    """The faces of a whole battle in one piece, for its replay; the record is elsewhere."""

    __slots__ = ()

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        start = self._at
        end = self._at = start + count
        faces = self._faces[start:end]
        if len(faces) < count:
            raise DiceWanted(count - len(faces), sides, letters)
        return faces

    def draw(self, sides: int) -> int:
        at, self._at = self._at, self._at + 1
        if at >= len(self._faces):
            raise DiceWanted(1, sides)
        return self._faces[at]


class TypedDice(Dice):
    """Faces that a person typed for one order, as numbers or as a text, read when the order asks for dice.

    In a text, faces stand with or without spaces and commas between them: single digits for dice with up to
    nine sides, whole numbers for larger ones, letters for dice that have them. Draws come from `source`:
    people roll dice, they do not shuffle. Raises ValueError for a face that no such die has.
    """

    __slots__ = ("_sides", "_source", "_words")

    def __init__(self, typed: str | Iterable[int], source: Dice | None = None) -> None:
        super().__init__()
        words = typed.replace(",", " ").split() if isinstance(typed, str) else [str(face) for face in typed]
        self._words = words
        self._source = source
        self._sides = 6

    def draw(self, sides: int) -> int:
        if self._source is None:
            raise DiceWanted(1, sides)
        number = self._source.draw(sides)
        self.record.append(number)
        return number

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        words, faces = self._words[:], bytearray()
        while words and len(faces) < count:
            face, rest = read_face(words.pop(0), sides, letters)
            faces.append(face)
            if rest:
                words.insert(0, rest)
        if len(faces) < count:
            raise DiceWanted(count - len(faces), sides, letters)
        self._words, self._sides = words, sides
        self.record += faces
        return bytes(faces)

    @property
    def left(self) -> int:
        """Number of faces not yet given, read like those before."""
        return sum(len(word) if self._sides <= DIGITS else 1 for word in self._words)


DIGITS = 9
"""Largest number of sides for which one digit is one face."""


def read_face(word: str, sides: int, letters: str = "") -> tuple[int, str]:
    """First face in a word, and the rest of the word. Raises ValueError with a sentence."""
    if word[0].upper() in letters.upper():
        return letters.upper().index(word[0].upper()) + 1, word[1:]
    length = 1
    while sides > DIGITS and word[:length].isdecimal() and word[length : length + 1].isdecimal():
        length += 1
    shown = word[:length]
    if not shown.isdecimal():
        known = f" or one of {', '.join(letters)}" if letters else ""
        raise ValueError(f"“{word}” is no face: type a number from 1 to {sides}{known}.")
    if not 1 <= int(shown) <= sides:
        raise ValueError(f"A die with {sides} sides does not show {int(shown)}.")
    return int(shown), word[length:]


def at_least(faces: bytes, needed: int) -> int:
    """Number of faces that are `needed` or more."""
    return len(faces.translate(None, BELOW[needed])) if needed > 1 else len(faces)


BELOW = [bytes(range(1, max(1, needed))) for needed in range(32)]
"""Faces that fall short, by needed roll."""
