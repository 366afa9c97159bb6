"""The reason why a result stays as it is, before somebody tries to undo it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from league.addresses import Address, address
from league.presenters.timeline import entry_address
from league.rules.undo import FINAL

GAME = "missions:"
ANOTHER_GAME = "One of the fleets has gone on to another game, and a draw cannot be unseen."
SOMETHING = "Something that cannot be undone has happened to one of the fleets since."
SET_RIGHT = "Set right what came of it on the pages of the fleets: points, marks of ships, names and assets."


@dataclass(frozen=True, slots=True)
class Stays:
    """`text` says what keeps the result, `more` what can be done instead. `url` leads to what keeps it; `at`
    is when that happened."""

    text: str
    more: str
    url: str
    link: str
    at: datetime | None = None


def ended(base: Address) -> Stays:
    """The campaign has ended (CR-152)."""
    return Stays(FINAL, "", address("campaign-reopen", base), "Reopen the campaign")


def clashing(base: Address, act: int, message: str) -> Stays:
    """A name that two mates would have then (CR-039)."""
    return Stays(message, SET_RIGHT, address("undo", base, act), "Show the entry")


def kept(base: Address, game: int, number: int, touched: Iterable[str], at: datetime) -> Stays:
    """A later act, with what it changed: one of another game than this, or something else that cannot be
    undone, such as a proxy who was appointed."""
    others = any(label.startswith(GAME) and label != f"{GAME}{game}" for label in touched)
    text = ANOTHER_GAME if others else SOMETHING
    return Stays(text, SET_RIGHT, entry_address(base, number), "Show it", at)
