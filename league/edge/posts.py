"""The door of the site for forms and orders: each account, and each address without one, sends so many.

Every act adds to a log that is kept for ever, so an account that sends without end would fill the disk.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from league import limits
from league.edge.addresses import address_of
from league.http import refusal_response
from league.kernel.refusal import TooMany

KNOWN = 10_000
"""Senders that are remembered before those that have rested are forgotten."""
SAFE = frozenset(("GET", "HEAD", "OPTIONS", "TRACE"))


class Allowances:
    """Token buckets in memory: each sender has `limits.POSTS_AT_ONCE` tokens and gains `POSTS_PER_SECOND`."""

    def __init__(self) -> None:
        self._left: dict[str, tuple[float, float]] = {}
        self._lock = Lock()

    def take(self, sender: str, now: float) -> float:
        """Take a token of a sender at that time; the seconds to wait for one, or 0.0 if it was taken."""
        with self._lock:
            if len(self._left) >= KNOWN and sender not in self._left:
                self._forget(now)
            left = self._tokens(sender, now)
            taken = left >= 1
            self._left[sender] = (left - taken, now)
        return 0.0 if taken else (1 - left) / limits.POSTS_PER_SECOND

    def _tokens(self, sender: str, now: float) -> float:
        left, at = self._left.get(sender, (limits.POSTS_AT_ONCE, now))
        return min(limits.POSTS_AT_ONCE, left + (now - at) * limits.POSTS_PER_SECOND)

    def _forget(self, now: float) -> None:
        rested = [sender for sender in self._left if self._tokens(sender, now) >= limits.POSTS_AT_ONCE]
        for sender in rested or list(self._left)[: KNOWN // 2]:
            del self._left[sender]


class PostsInMeasure:
    """Middleware: 429 for an account or an address that sends too much. Nothing is changed then."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._allowances = Allowances()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        wait = self._wait(request)
        return _refused(request, wait) if wait else self._get_response(request)

    def _wait(self, request: HttpRequest) -> float:
        if request.method in SAFE or not settings.LIMIT_POSTS:
            return 0.0
        user = request.user.pk
        return self._allowances.take(f"account {user}" if user else address_of(request), monotonic())


def _refused(request: HttpRequest, wait: float) -> HttpResponse:
    seconds = int(wait) + 1
    text = (
        "So many forms were sent in a short time that the site takes no more for a moment. "
        "Nothing was changed. Wait a few seconds, then send it again."
    )
    response = refusal_response(request, TooMany("too_many_posts", text))
    response["Retry-After"] = str(seconds)
    return response
