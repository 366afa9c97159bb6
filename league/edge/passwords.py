"""Passwords are checked one at a time: each check is meant to cost much, and guesses come in floods."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Semaphore, get_native_id
from typing import Any, TypeVar

from django.contrib.auth.hashers import Argon2PasswordHasher

from league import limits
from league.kernel.refusal import Busy

T = TypeVar("T")
CROWDED = "Many people are signing in at the same moment. Try it again in a few seconds."
PATIENCE = 10
"""Priority that a check gives up. Several processes of a site may check at a time; pages go first."""


def _give_way() -> None:
    # Linux takes the number of a thread for that of a process. Argon2 computes without Python's lock, so no
    # page waits for a thread that waits for the processor.
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, get_native_id(), PATIENCE)


class Turns:
    """A thread that does one thing at a time. Few may wait."""

    def __init__(self) -> None:
        self._begin()
        os.register_at_fork(after_in_child=self._begin)  # A fork has no thread but that which forked.

    def _begin(self) -> None:
        self._thread = ThreadPoolExecutor(1, "passwords", initializer=_give_way)
        self._places = Semaphore(1 + limits.PASSWORDS_WAITING)

    def take(self, check: Callable[[], T]) -> T:
        """The result of the check, in its turn. Raises `Busy` if too many wait for theirs."""
        if not self._places.acquire(blocking=False):
            raise Busy("passwords", CROWDED, retry=limits.PASSWORD_RETRY_SECONDS)
        try:
            return self._thread.submit(check).result()
        finally:
            self._places.release()


turns = Turns()


class Argon2InTurn(Argon2PasswordHasher):
    """Django's Argon2 on one processor, so that another is left for pages. Hashes with more lanes than one
    are read as well, and made again at the next sign-in."""

    parallelism = 1

    def encode(self, password: str, salt: str) -> Any:
        encode = super().encode
        return turns.take(lambda: encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        verify = super().verify
        return turns.take(lambda: verify(password, encoded))
