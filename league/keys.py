"""Keys that follow from SECRET_KEY: one for each purpose, all of them named here.

A key for one purpose tells nothing of the others. The name of a purpose goes into every seal and signature
that was ever made with it, so it never changes. SECRET_KEY_FALLBACKS give the same keys of former years.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Purpose:
    """Something that is sealed with a key of its own. `digest` is the hash that makes the key."""

    name: str
    digest: str

    def key(self, secret: str) -> bytes:
        """The key of this purpose that follows from one secret key of the site."""
        return hmac.digest(secret.encode(), self.name.encode(), self.digest)

    def every(self) -> tuple[bytes, ...]:
        """The keys of this purpose: the present one, then those of the fallbacks."""
        return tuple(self.key(secret) for secret in secret_keys())


SEEDS = Purpose("admiralty seeds at rest 1", "sha512")
"""Seeds of draws and dice in the database (`league.sealing`)."""
SECOND_STEPS = Purpose("admiralty second steps 1", "sha256")
"""Secrets of authenticator apps and recovery codes (`league.second_step`)."""

CALENDARS = "league.feeds"
"""Signs the addresses at which calendars are fetched. This and those below are salts of Django's signatures,
which make a key from each and open what the fallbacks signed."""
PLACES = "league.places"
"""Signs links to a place without an account."""
BATTLE_TICKETS = "missions.battle"
"""Signs the tickets of new battles. The seed of the dice follows from a ticket by the key that signed it."""
BATTLE_VISITORS = "missions.battle.visitor"
"""Makes the key of a visitor’s browser from the ticket of their battle."""
INBOXES = "league.inbox"
"""Marks the person for whom an open inbox was drawn."""


def secret_keys() -> tuple[str, ...]:
    """SECRET_KEY, then SECRET_KEY_FALLBACKS, newest first."""
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
