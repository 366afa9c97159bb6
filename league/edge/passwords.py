"""Passwords are checked one at a time: each check is meant to cost much, and guesses come in floods."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Semaphore
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher

from league import limits
from league.kernel.refusal import Busy

CROWDED = "Many people are signing in at the same moment. Try it again in a few seconds."


class Turns:
    """One thread at a time goes in, few may wait."""

    def __init__(self) -> None:
        self._inside = Lock()
        self._places = Semaphore(1 + limits.PASSWORDS_WAITING)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """The own turn. Raises `Busy` if too many wait for theirs."""
        if not self._places.acquire(blocking=False):
            raise Busy("passwords", CROWDED, retry=limits.PASSWORD_RETRY_SECONDS)
        try:
            with self._inside:
                yield
        finally:
            self._places.release()


turns = Turns()


class Argon2InTurn(Argon2PasswordHasher):
    """Django's Argon2 on one processor, so that another is left for pages. Hashes with more lanes than one
    are read as well, and made again at the next sign-in."""

    parallelism = 1

    def encode(self, password: str, salt: str) -> Any:
        with turns.turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with turns.turn():
            return super().verify(password, encoded)
