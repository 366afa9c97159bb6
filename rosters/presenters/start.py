"""The question before a campaign starts."""

from __future__ import annotations

from collections.abc import Sequence

from league.rules.phrases import join_words


def start_question(
    locked: int, *, building: Sequence[str], drafts: Sequence[str], fleetless: Sequence[str]
) -> str:
    """The question before `locked` fleets are locked (CR-007). `building` are the names of those that nobody
    calls ready, `drafts` of fleets that stay drafts (CR-016), `fleetless` of players without a fleet."""
    fleets = "1 fleet" if locked == 1 else f"{locked} fleets"
    parts = [f"Lock {fleets} and start the campaign? Afterwards nothing can be given back."]
    for words, names in (
        ("Still building", building),
        ("Not legal, so left as drafts", drafts),
        ("Without a fleet", fleetless),
    ):
        if names:
            parts.append(f"{words}: {join_words(names)}.")
    return " ".join(parts)
