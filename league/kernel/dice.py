"""The fair stream: chance that both sides can check afterwards (CR-079).

Before a draw the server shows `commitment(seed)`; each side then adds a nonce; everything random about the
draw comes from `FairStream(seed, nonces)`; after the game the seed is shown and anybody can recompute it. The
byte layout is the contract with `static/js/verify/stream.js`; `docs/decisions/0003-fair-draws.md` has it:

    block i = SHA-256(seed ‖ text(nonce 1) ‖ … ‖ text(nonce n) ‖ text(purpose) ‖ i as 8 bytes, big-endian)
    text(t) = length of t's UTF-8 bytes as 4 bytes, big-endian ‖ those bytes

The stream is block 0, block 1, … read from left to right.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

from league.kernel.entropy import below
from league.kernel.refusal import Refusal

SEED_BYTES = 32

Card = TypeVar("Card", int, str)


def is_open(seed: str) -> bool:
    """Whether a text is a seed in hexadecimal, and not a seal that the site cannot open."""
    return len(seed) == 2 * SEED_BYTES and not set(seed) - set("0123456789abcdef")


def seed_bytes(seed: str) -> bytes:
    """The bytes of a seed in hexadecimal. Raises Refusal for a seal that the site cannot open (CR-079)."""
    if not is_open(seed):
        raise Refusal(
            "seed_locked",
            "The site no longer has the key that opens this seed, so it cannot draw. Ask the host to add the "
            "old SECRET_KEY to SECRET_KEY_FALLBACKS.",
            rule="CR-079",
        )
    return bytes.fromhex(seed)


def commitment(seed: bytes) -> str:
    """Hex SHA-256 of the seed, shown before the nonces are known (CR-079). ValueError for a wrong length."""
    return hashlib.sha256(_checked(seed)).hexdigest()


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
    return seed


def _text(value: str) -> bytes:
    data = value.encode()
    return len(data).to_bytes(4, "big") + data


class FairStream:
    """Random bytes fixed by a seed, the sides' nonces in a fixed order and a purpose (CR-079). An `Entropy`.

    One stream serves one draw from beginning to end. Draws that must not depend on how much an earlier one
    used each take a stream of their own with another `purpose`.
    """

    def __init__(self, seed: bytes, nonces: Sequence[str], purpose: str = "") -> None:
        self._prefix = _checked(seed) + b"".join(_text(nonce) for nonce in nonces) + _text(purpose)
        self._counter = 0
        self._left = b""

    def bytes(self, count: int) -> bytes:
        """The next `count` bytes of the stream."""
        while len(self._left) < count:
            self._left += hashlib.sha256(self._prefix + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
        taken, self._left = self._left[:count], self._left[count:]
        return taken

    def below(self, limit: int) -> int:
        """A uniform integer in 0 … limit-1, by rejection. Raises ValueError for limit < 1.

        Takes as many bytes as `limit` needs (one up to 255), read big-endian; values from the largest
        multiple of `limit` upwards are thrown away and the next bytes are taken.
        """
        return below(self, limit)

    def shuffle(self, cards: Iterable[Card]) -> list[Card]:
        """The cards in random order: Fisher–Yates from the last place down, over the sorted deck."""
        deck = sorted(cards)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck
