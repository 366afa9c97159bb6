"""Errors by mail to the people who run the site: each kind at most once an hour, no sent values."""

from __future__ import annotations

import logging
from collections import OrderedDict
from threading import Lock, Thread
from time import monotonic

from django.conf import settings
from django.core.mail import get_connection, mail_admins
from django.db import DatabaseError, InterfaceError, connections

from league.logs.ids import HEADER

HOUR = 3600.0
KINDS = 20
"""Kinds of errors of which one process writes within an hour."""


class ErrorMail(logging.Handler):
    """Mails errors to ADMINS from a thread of its own: the letter must not be part of a transaction that the
    error ends.

    A letter holds the time, the request's number, its method and path, and the traceback, which has lines of
    code and no values. It tells how many errors of its kind went without a letter before it.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._sent: OrderedDict[str, tuple[float, int]] = OrderedDict()
        self._guard = Lock()

    def emit(self, record: logging.LogRecord) -> None:
        kind = kind_of(record)
        silent = self._silent(kind, monotonic())
        if silent is not None:
            self.send(f"Error: {kind}", body_of(record, silent))

    def send(self, subject: str, body: str) -> None:
        """Hand the letter to a thread."""
        Thread(target=_mailed, args=(subject, body), daemon=True).start()

    def _silent(self, kind: str, now: float) -> int | None:
        """Number of errors of the kind since its last letter; None if it gets no letter now."""
        with self._guard:
            at, silent = self._sent.get(kind, (float("-inf"), 0))
            recent = sum(now - each < HOUR for each, _ in self._sent.values())
            if now - at < HOUR or (kind not in self._sent and recent >= KINDS):
                if kind in self._sent:
                    self._sent[kind] = (at, silent + 1)
                return None
            self._sent[kind] = (now, 0)
            self._sent.move_to_end(kind)
            while len(self._sent) > KINDS:
                self._sent.popitem(last=False)
        return silent


def kind_of(record: logging.LogRecord) -> str:
    """The exception and its place in the code, or the logger and its place."""
    if record.exc_info and record.exc_info[2] is not None:
        trace = record.exc_info[2]
        while trace.tb_next is not None:
            trace = trace.tb_next
        code = trace.tb_frame.f_code
        name = record.exc_info[0].__name__ if record.exc_info[0] else "Exception"
        return f"{name} in {code.co_name}, line {trace.tb_lineno}"
    return f"{record.name}, line {record.lineno}"


def body_of(record: logging.LogRecord, silent: int) -> str:
    """The text of the letter."""
    request = getattr(record, "request", None)
    lines = [f"{HEADER}: {getattr(record, 'request_id', '-')}"]
    if request is not None and hasattr(request, "method"):
        lines.append(f"{request.method} {request.path}")
    if silent:
        lines.append(f"It happened {silent} more times since the last letter about it.")
    trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else record.getMessage()
    return "\n".join([*lines, "", *_without_values(trace)])


def _without_values(trace: str) -> list[str]:
    """A traceback without the messages of its exceptions, which may quote what somebody sent."""
    return [
        line if line.startswith((" ", "Traceback")) else line.split(":", 1)[0] for line in trace.split("\n")
    ]


def _mailed(subject: str, body: str) -> None:
    """Put the letter into the outbox. Without a database send it at once, or not at all."""
    try:
        mail_admins(subject, body)
    except (DatabaseError, InterfaceError):
        direct = get_connection(settings.EMAIL_DELIVERY, fail_silently=True)
        mail_admins(subject, body, fail_silently=True, connection=direct)
    finally:
        connections.close_all()
