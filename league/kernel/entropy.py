"""Sources of chance. Rules ask an `Entropy`; they never reach for a generator of their own."""

from __future__ import annotations

import hashlib
import secrets
from typing import Protocol


class Entropy(Protocol):
    """A source of random bytes."""

    def bytes(self, count: int) -> bytes: ...


class SystemEntropy:
    """The operating system's generator."""

    def bytes(self, count: int) -> bytes:
        return secrets.token_bytes(count)


class SeededEntropy:
    """The same bytes for the same seed: SHA-256(seed, counter). For simulations and tests, never for real
    draws.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._counter = 0
        self._left = b""

    def bytes(self, count: int) -> bytes:
        while len(self._left) < count:
            self._left += hashlib.sha256(self._seed + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
        taken, self._left = self._left[:count], self._left[count:]
        return taken


def below(entropy: Entropy, limit: int) -> int:
    """A uniform integer in 0 … limit-1, by rejection. Raises ValueError for limit < 1."""
    if limit < 1:
        raise ValueError("limit must be at least 1")
    size = (limit.bit_length() + 7) // 8
    ceiling = 256**size - 256**size % limit
    while True:
        value = int.from_bytes(entropy.bytes(size), "big")
        if value < ceiling:
            return value % limit
