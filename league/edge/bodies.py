"""The door of the site for what requests send: a body is read whole, within limits, before a thread is taken.

A thread that waits for a body makes no pages, so a few senders that never finish would stop them all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from django.template.loader import render_to_string

from league import limits

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class No:
    """An answer to a request that goes no further. `retry` is in seconds, 0 for never."""

    status: int
    head: str
    text: str
    retry: int = 0


TO_NOTICES = {"HX-Retarget": "#notices", "HX-Reswap": "innerHTML show:window:top", "HX-Reselect": "unset"}
"""Headers of a part that htmx shows whole in `#notices`, whatever part of an answer the form asked for."""
LATE = No(
    408,
    "That took too long",
    f"The site waits {limits.BODY_SECONDS:.0f} seconds for the data of a page. Nothing was changed. Try it "
    "again, with a better connection if you can.",
)
LARGE = No(
    413,
    "That is too large",
    f"At most {limits.BODY_BYTES // 2**20} MB can be sent at once. Nothing was changed.",
)
CROWDED = No(
    503,
    "Too many files at once",
    "Other people are sending large files just now. Nothing was changed. Try again in a minute.",
    retry=60,
)


class Intake:
    """An ASGI app around another: reads bodies in the event loop and hands them on in one piece."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.large = 0
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    @property
    def turns(self) -> asyncio.Semaphore:
        """Turns of the large bodies: to read one keeps a thread and the processor busy."""
        loop = asyncio.get_running_loop()
        return self._turns.setdefault(loop, asyncio.Semaphore(limits.LARGE_BODIES_READ))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not _sends(scope):
            await self.app(scope, receive, send)
            return
        body = Body(self)
        try:
            if not await body.read(receive):
                return
            if body.no is not None:
                await answer(scope, send, body.no)
            elif body.counted:
                async with self.turns:
                    await self.app(scope, body.replay(receive), send)
            else:
                await self.app(scope, body.replay(receive), send)
        finally:
            body.forget()


class Body:
    """Bytes that one request sends. `no` is the answer to a body that the limits forbid."""

    def __init__(self, intake: Intake) -> None:
        self.intake = intake
        self.data = bytearray()
        self.counted = False
        self.no: No | None = None

    async def read(self, receive: Receive) -> bool:
        """Read to the end, as a browser reads the answer only after that. False if the sender leaves."""
        try:
            async with asyncio.timeout(limits.BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return False
                    self._take(message.get("body", b""))
                    if not message.get("more_body", False):
                        return True
        except TimeoutError:
            self.no = self.no or LATE
            return True

    def _take(self, part: bytes) -> None:
        if self.no is not None:
            return
        size = len(self.data) + len(part)
        if size > limits.BODY_BYTES:
            self.no = LARGE
        elif size > limits.SMALL_BODY_BYTES and not self._has_place():
            self.no = CROWDED
        if self.no is None:
            self.data += part
        else:
            self.data = bytearray()

    def _has_place(self) -> bool:
        """Whether this large body is one of those held at a time."""
        if not self.counted and self.intake.large < limits.LARGE_BODIES:
            self.intake.large += 1
            self.counted = True
        return self.counted

    def replay(self, receive: Receive) -> Receive:
        """The body in one message; after it the connection's own messages."""
        messages = [{"type": "http.request", "body": bytes(self.data), "more_body": False}]
        self.data = bytearray()

        async def message() -> Message:
            return messages.pop() if messages else await receive()

        return message

    def forget(self) -> None:
        """Give the place of a large body back."""
        if self.counted:
            self.intake.large -= 1
            self.counted = False


def _sends(scope: Scope) -> bool:
    """Whether the request announces a body."""
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value.strip(b"0") != b"")
        for name, value in scope["headers"]
    )


@lru_cache(maxsize=32)
def _page(no: No, htmx: bool) -> bytes:
    """The page, or the part for htmx. It is made once: floods ask for thousands, and the event loop waits."""
    return render_to_string("errors/no_part.html" if htmx else "errors/bare.html", {"no": no}).encode()


async def answer(scope: Scope, send: Send, no: No) -> None:
    """Answer with a page that needs neither thread nor database; for htmx with a part for `#notices`."""
    htmx = any(name == b"hx-request" for name, _ in scope["headers"])
    page = _page(no, htmx)
    headers = {
        b"content-type": b"text/html; charset=utf-8",
        b"content-length": str(len(page)).encode(),
        b"cache-control": b"no-store",
        b"connection": b"close",
        b"content-security-policy": b"default-src 'none'; style-src 'self'; font-src 'self'",
        b"x-content-type-options": b"nosniff",
    }
    if htmx:
        headers |= {name.lower().encode(): value.encode() for name, value in TO_NOTICES.items()}
    if no.retry:
        headers[b"retry-after"] = str(no.retry).encode()
    await send({"type": "http.response.start", "status": no.status, "headers": list(headers.items())})
    await send({"type": "http.response.body", "body": page})
