"""Nonces of two sides that trust neither each other nor the host (CR-079, docs/decisions/0033).

A nonce that comes after the other side's nonce was known could have been searched for, by somebody who can
read the seed as well. So it counts as it is only if its seal, the nonce's SHA-256, was fixed before.
Otherwise the site adds fresh bytes of its own."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

How = Literal["", "held", "given", "sealed", "filled"]
"""The way a nonce came: "held" back, with its seal in its place; "given" before the other side's nonce was
known; "sealed" before that, and given later; "filled" in by the site; "" in draws from before seals."""
FILL_LINK_AFTER = timedelta(seconds=10)
"""Time for which a laid order waits for links, before the site fills the missing ones in."""
GIVEN = "-"
"""Stands for the seal of a side that gave its nonce before anything bound it."""
FILL_BYTES = 16
FILL_AFTER = timedelta(minutes=2)
"""Time for which a draw waits for a nonce that is held back, before others may have it filled in."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A nonce as it counts, "" while it is held back; `seal` is what the side is bound to by it."""

    nonce: str
    seal: str
    how: How


def seal_of(nonce: str) -> str:
    """The seal of a nonce: hex SHA-256 of its UTF-8 bytes."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def is_seal(text: str) -> bool:
    """Whether a text has the form of a seal."""
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


def follows(link: str, known: str) -> bool:
    """Whether a link is the next one of the chain whose last known value is `known`: each value is the seal
    of the one after it. A chain's first value is the nonce that its browser gave."""
    return bool(known) and seal_of(link) == known


def begins_chain(nonce: str) -> bool:
    """Whether a nonce can be the end of a chain: it has the form of a seal, because it is one."""
    return is_seal(nonce)


def take_nonce(
    nonce: str, seal: str, *, bound: str, other_known: bool, fresh: Callable[[int], bytes]
) -> Taken:
    """A side's nonce as it counts. `seal` comes with an empty `nonce` to hold it back; `bound` is the seal
    that was fixed for the side before, "" for none; `other_known`: the other side's nonce is known; `fresh`
    makes bytes of the site."""
    if nonce and (seal_of(nonce) == bound if bound else not other_known):
        return Taken(nonce, bound, "sealed" if bound else "given")
    if not nonce and seal and (seal == bound if bound else not other_known):
        return Taken("", seal, "held")
    return Taken(f"{nonce} {fresh(FILL_BYTES).hex()}".strip(), bound, "filled")
