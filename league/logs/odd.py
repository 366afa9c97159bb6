"""Odd requests in the log: names that are not the site's, forms without their token, thousands of fields.

Django writes each of them with a traceback and with text that the sender chose, so a sender could fill the
disk. Here each kind is one line a minute, with its number and nothing that was sent.
"""

from __future__ import annotations

import logging
from threading import Lock
from time import monotonic

MINUTE = 60.0
log = logging.getLogger("admiralty.odd")


class OddRequests(logging.Handler):
    """The handler of `django.security` and of all loggers below it. They are named after the kind."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._told: dict[str, tuple[float, int]] = {}
        self._guard = Lock()

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.name.rpartition(".")[2]
        with self._guard:
            at, silent = self._told.get(kind, (float("-inf"), 0))
            now = monotonic()
            if now - at < MINUTE:
                self._told[kind] = (at, silent + 1)
                return
            self._told[kind] = (now, 0)
        log.warning("Odd request refused: %s%s", kind, f", and {silent} more before it" if silent else "")
