"""Live streams as an ASGI app: how many there may be, and their bytes until either side goes.

Django decides in a thread, as for every page, whether somebody may have a stream. The stream itself lives in
the event loop, so that open streams cost no thread.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Executor
from contextlib import aclosing
from io import BytesIO
from weakref import WeakKeyDictionary

from a2wsgi.wsgi import build_environ
from django.http.response import HttpResponseBase

from league import limits
from league.edge.addresses import visitor_of
from league.edge.bodies import No, Receive, Scope, Send, answer
from league.live import Stream

PATH, HEAD = "/stream/", "/head/"
REST, LONGEST_REST = 8.0, 0.25
"""Rest after a stream was opened: a multiple of the time that it took, and so many seconds at most."""
FULL = No(
    503,
    "Too many live pages",
    "Too many pages are open, so this one gets no live stream. It looks for news every few seconds.",
    retry=limits.STREAM_RETRY_SECONDS,
)


def is_stream(scope: Scope) -> bool:
    """Whether a request asks for a stream; everything else, the heads of streams too, is a page."""
    path = scope["path"]
    return scope["method"] == "GET" and path.startswith(PATH) and not path.endswith(HEAD)


class Streams:
    """Opens streams within the limits. `pages` is Django’s WSGI handler; `threads` ask it about readers."""

    def __init__(self, pages: Callable[..., HttpResponseBase], threads: Executor) -> None:
        self.pages = pages
        self.threads = threads
        self.open: Counter[str] = Counter()
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()
        descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.most = min(limits.STREAMS, descriptors // 2)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = visitor_of(scope)
        if self.open.total() >= self.most or self.open[address] >= limits.STREAMS_PER_ADDRESS:
            await answer(scope, send, FULL)
            return
        self.open[address] += 1
        try:
            await self._serve(scope, receive, send)
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        leaving = asyncio.create_task(_left(receive))
        try:
            await self.turns().acquire()
            if leaving.done():
                self.turns().release()
                return
            response, headers = await self._opened(scope)
            await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
            if isinstance(response, Stream):
                await _until_either_goes(response.parts, leaving, send)
            else:
                await send({"type": "http.response.body", "body": getattr(response, "content", b"")})
        finally:
            leaving.cancel()

    async def _opened(self, scope: Scope) -> tuple[HttpResponseBase, list[tuple[bytes, bytes]]]:
        """The answer of `_answer`, in a turn that was taken. The next turn comes when the thread has rested,
        so that thousands who ask at once leave the processor to pages."""
        loop, turns = asyncio.get_running_loop(), self.turns()
        began = loop.time()
        try:
            return await loop.run_in_executor(self.threads, self._answer, scope)
        finally:
            loop.call_later(min(REST * (loop.time() - began), LONGEST_REST), turns.release)

    def turns(self) -> asyncio.Semaphore:
        """The turns at opening a stream, of the running event loop."""
        loop = asyncio.get_running_loop()
        return self._turns.setdefault(loop, asyncio.Semaphore(limits.STREAM_THREADS))

    def _answer(self, scope: Scope) -> tuple[HttpResponseBase, list[tuple[bytes, bytes]]]:
        """Django's answer and its headers. With it the request is over: nothing is held for the stream."""
        headers: list[tuple[bytes, bytes]] = []

        def start(status: str, found: list[tuple[str, str]], problem: object = None) -> None:
            # Django puts a space in front of a cookie, which no server sends on.
            pairs = [(name.lower(), value.strip()) for name, value in found]
            headers.extend((name.encode("latin-1"), value.encode("latin-1")) for name, value in pairs)

        response = self.pages(build_environ(scope, BytesIO()), start)
        response.close()
        return response, headers


async def _left(receive: Receive) -> None:
    """Wait until the reader leaves."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _until_either_goes(
    parts: AsyncGenerator[bytes, None], leaving: asyncio.Task[None], send: Send
) -> None:
    """Send the parts until they end or the reader leaves."""

    async def tell() -> None:
        async with aclosing(parts):
            async for part in parts:
                await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    telling = asyncio.create_task(tell())
    tasks = telling, leaving
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in (telling, leaving):
        if not task.cancelled():
            task.result()
