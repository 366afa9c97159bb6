"""The tests' card game as a pack, so that it goes through the pages. Only tests register it."""

from tests.battles.duel_pack.pack import DUEL_PACK

__all__ = ["DUEL_PACK"]
