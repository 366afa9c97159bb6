"""The browsers in which an account is signed in: noted now and then, listed, signed out."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from time import monotonic
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from league.addresses import address

NOTED_SECONDS = 15 * 60
"""Time for which a process does not note the same session again."""
KNOWN = 10_000
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A browser with an open session. `agent` is what it calls itself."""

    number: int
    agent: str
    address: str
    since: datetime
    seen: datetime
    current: bool


class SessionsSeen:
    """Middleware: notes at most every fifteen minutes that a session is used, and from where. /healthz is
    answered without the database, so it uses no session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._noted: dict[str, float] = {}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        notes = settings.NOTE_SESSIONS and request.path != address("healthz")
        key = request.session.session_key if notes else None
        if key and self._noted.get(key, float("-inf")) < monotonic() - NOTED_SECONDS:
            if request.user.is_authenticated:
                _note(request)
            if len(self._noted) >= KNOWN:
                self._noted.clear()
            self._noted[key] = monotonic()
        return self._get_response(request)


def _note(request: HttpRequest) -> None:
    """Note the session. A page is shown though nothing can be written just now, as on a full disk."""
    try:
        UserSession.objects.create_from_request(request)
    except DatabaseError:
        log.warning("A session could not be noted.", exc_info=True)


def sessions_of(user: Any, current: str | None) -> list[SignedIn]:
    """Open sessions of an account, the one with the key `current` first, then by last use. Forgets those that
    have ended."""
    rows = sorted(UserSession.objects.purge_and_list(user), key=lambda row: row.last_seen_at, reverse=True)
    rows.sort(key=lambda row: row.session_key != current)
    return [
        SignedIn(row.pk, row.user_agent, row.ip, row.created_at, row.last_seen_at, row.session_key == current)
        for row in rows
    ]


def sign_out(user: Any, number: int) -> bool:
    """End that session of the account; False if it has none with that number."""
    row = UserSession.objects.filter(user=user, pk=number).first()
    if row is not None:
        row.end()
    return row is not None


def sign_out_others(user: Any, current: str | None) -> int:
    """End all sessions of the account but the one with the key `current`; how many."""
    rows = [row for row in UserSession.objects.filter(user=user) if row.session_key != current]
    for row in rows:
        row.end()
    return len(rows)
