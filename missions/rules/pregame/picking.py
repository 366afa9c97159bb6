"""Random picks of a game with a mission, each from a stream of its own (CR-079)."""

from __future__ import annotations

from collections.abc import Iterable

from league.kernel.decision import Decision
from league.kernel.dice import FairStream, seed_bytes
from league.kernel.entropy import Entropy
from league.kernel.nonces import FILL_BYTES
from missions.rules.game.state import SIDES, GameState
from missions.rules.pregame.links import links_of
from missions.rules.pregame.state import Pick


def fresh_bytes(entropy: Entropy, purpose: str) -> str:
    """Fresh bytes of the site for the pick of a purpose, in hexadecimal."""
    return entropy.bytes(FILL_BYTES).hex()


def pick(d: Decision, game: GameState, purpose: str, deck: Iterable[str], count: int = 1) -> Pick:
    """The first `count` cards of the sorted deck, shuffled by the stream of `purpose`, with links of both
    browsers or fresh bytes, so that nobody knows the pick before. No purpose serves twice in a game. Raises
    ValueError when the deck is too small, and LinksWanted."""
    draw = game.draw
    assert draw is not None
    cards = tuple(sorted(deck))
    if not 0 <= count <= len(cards):
        raise ValueError(f"{count} cards cannot be picked from {len(cards)}.")
    seed = seed_bytes(draw.seed)  # An order whose picks cannot be made is refused before it waits for links.
    links = links_of(d, game)
    fresh = "" if links else fresh_bytes(d.entropy, purpose)
    stream = FairStream(seed, [*(draw.nonces[side] for side in SIDES), *(links or [fresh])], purpose)
    return Pick(purpose, cards, tuple(stream.shuffle(cards)[:count]), fresh, links)
