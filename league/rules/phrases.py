"""Words and turns of phrase that every app shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

SIDE_NAMES = {"rebel": "Rebel", "imperial": "Imperial", "scum": "Scum"}
TYPE_NAMES = {"recon": "RECON", "standard": "STANDARD", "epic": "EPIC"}
"""Types of squadron."""
RED_SUITS = frozenset({"hearts", "diamonds"})
ENDS = (".", "!", "?", "…")
"""Signs that end a sentence."""


def owner_words(member: int, proxy: int, names: Mapping[int, str]) -> str:
    """Name of a fleet's owner, with the proxy if there is one."""
    owner = names.get(member, "")
    return f"{owner}, proxy: {names.get(proxy, 'somebody')}" if proxy else owner


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in a sentence; "" for none.

    >>> join_words(["fore", "mid", "aft"], "or")
    'fore, mid or aft'
    """
    *before, final = list(words) or [""]
    return f"{', '.join(before)} {last} {final}" if before else final


def full_stop(text: str) -> str:
    """The text as the end of a sentence: with one stop, its own or ours; "" stays ""."""
    bare = text.rstrip()
    return bare if not bare or bare.endswith(ENDS) else f"{bare}."


def because(reason: str, lead: str = "Reason") -> str:
    """Clause that gives a reason: a blank, the `lead` and the reason; "" without a reason."""
    return f" {lead}: {full_stop(reason)}" if reason.strip() else ""


def too_few(*, teams: bool) -> str:
    """Clause on why a campaign ended by itself (CR-152)."""
    return f"fewer than two {'teams' if teams else 'fleets'} were left"


def nobody_to_meet(*, teams: bool) -> str:
    """Sentences to organisers of a campaign that goes on with too few fleets, or teams, for a game."""
    kind, lacking = ("teams", "a fleet of another team") if teams else ("fleets", "another one")
    return f"Fewer than two {kind} take part, so no game can be matched. Somebody has to found {lacking}."


NONCE_WORDS = {
    "sealed": "sealed by its browser before the other part was known",
    "given": "given before the other part was known",
    "filled": "filled in by the site, as no sealed part came",
    "": "given without a seal, as all parts were before there were seals",
}
"""The ways a nonce came (`league.kernel.nonces.How`) in words."""
