"""Reasons that people write, as they stand in our sentences."""

from __future__ import annotations

ENDS = (".", "!", "?", "…")


def full_stop(text: str) -> str:
    """The text as the end of a sentence: with one stop, its own or ours; "" stays ""."""
    bare = text.rstrip()
    return bare if not bare or bare.endswith(ENDS) else f"{bare}."


def because(reason: str, lead: str = "Reason") -> str:
    """Clause that gives a reason: a blank, the `lead` and the reason; "" without a reason."""
    return f" {lead}: {full_stop(reason)}" if reason.strip() else ""
