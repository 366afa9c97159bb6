"""Chains of links as browsers keep them."""

from __future__ import annotations

from hashlib import sha256

from league.kernel.nonces import seal_of


class Chain:
    """The chain that one browser keeps. `values` are those that it has not given, the last one is known."""

    def __init__(self, name: str, count: int = 40) -> None:
        self.values = [sha256(name.encode()).hexdigest()[:32]]
        for _ in range(count):
            self.values.append(seal_of(self.values[-1]))

    @property
    def end(self) -> str:
        """The last known value."""
        return self.values[-1]

    @property
    def link(self) -> str:
        """The next link."""
        return self.values[-2]

    def spend(self) -> str:
        """The next link, which is known from now on."""
        self.values.pop()
        return self.values[-1]
