"""Random picks of a game with a mission, each from a stream of its own (CR-079)."""

from __future__ import annotations

from collections.abc import Iterable

from league.kernel.dice import FairStream, seed_bytes
from league.kernel.entropy import Entropy
from league.kernel.nonces import FILL_BYTES
from missions.rules.game.state import SIDES, Draw
from missions.rules.pregame.state import Pick


def fresh_bytes(entropy: Entropy, purpose: str) -> str:
    """Bytes that the site adds to the pick of that purpose, in hexadecimal. Nobody knows them before."""
    return entropy.bytes(FILL_BYTES).hex()


def pick(draw: Draw, entropy: Entropy, purpose: str, deck: Iterable[str], count: int = 1) -> Pick:
    """The first `count` cards of the sorted deck, shuffled by the stream of `purpose`, with fresh bytes, so
    that nobody knows the pick before. No purpose serves twice in a game. Raises ValueError when the deck is
    too small."""
    cards = tuple(sorted(deck))
    if not 0 <= count <= len(cards):
        raise ValueError(f"{count} cards cannot be picked from {len(cards)}.")
    seed, fresh = seed_bytes(draw.seed), fresh_bytes(entropy, purpose)
    stream = FairStream(seed, [*(draw.nonces[side] for side in SIDES), fresh], purpose)
    return Pick(purpose, cards, tuple(stream.shuffle(cards)[:count]), fresh)
