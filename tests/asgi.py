"""Requests to the whole ASGI application without a server: bodies in pieces, streams, many at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from league.asgi import application

WAIT_SECONDS = 20
"""A test that waits longer has found a site that hangs."""


@dataclass
class Answer:
    """Status, headers in lower case and text of an answer, as far as it was sent."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    ended: bool = False

    @property
    def text(self) -> str:
        return self.body.decode()


class Call:
    """One request under way. Its body comes from `say`; `leave` hangs up."""

    def __init__(
        self,
        path: str,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        address: str = "192.0.2.1",
        app: Any = application,
    ) -> None:
        place, _, query = path.partition("?")
        given = {"host": "localhost", **(headers or {})}
        self.scope: dict[str, Any] = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "path": unquote(place),
            "raw_path": place.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "scheme": "http",
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
            "client": (address, 50000),
            "server": ("localhost", 80),
        }
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.answer = Answer()
        self.moved = asyncio.Event()
        self.task = asyncio.create_task(app(self.scope, self.said.get, self._sent))

    def say(self, part: bytes, more: bool = True) -> Call:
        self.said.put_nowait({"type": "http.request", "body": part, "more_body": more})
        return self

    def leave(self) -> Call:
        self.said.put_nowait({"type": "http.disconnect"})
        return self

    async def _sent(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.answer.status = message["status"]
            self.answer.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            self.answer.body += message.get("body", b"")
            self.answer.ended = not message.get("more_body", False)
        self.moved.set()

    async def begun(self, text: bytes = b"") -> Answer:
        """The answer once its head is there, and that text."""
        async with asyncio.timeout(WAIT_SECONDS):
            while not self.answer.status or text not in self.answer.body:
                if self.task.done():
                    self.task.result()
                    raise AssertionError(f"the answer ended without {text!r}: {self.answer}")
                self.moved.clear()
                await self.moved.wait()
        return self.answer

    async def done(self) -> Answer:
        """The whole answer."""
        await asyncio.wait_for(self.task, WAIT_SECONDS)
        return self.answer


def posting(path: str, length: int | None, headers: Mapping[str, str] | None = None, **more: Any) -> Call:
    """A POST whose body is still to come; without a length it is sent in chunks."""
    size = {"transfer-encoding": "chunked"} if length is None else {"content-length": str(length)}
    return Call(path, "POST", {**size, **(headers or {})}, **more)


def asked(path: str, headers: Mapping[str, str] | None = None) -> Answer:
    """The answer to a GET."""

    async def ask() -> Answer:
        return await Call(path, headers=headers).done()

    return asyncio.run(ask())


async def hung_up(calls: Iterable[Call]) -> None:
    """All of them leave; returns when the site has let them go."""
    gone = [call.leave().task for call in calls]
    if gone:
        await asyncio.wait(gone, timeout=WAIT_SECONDS)
