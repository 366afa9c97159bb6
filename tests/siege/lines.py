"""Connections of the attacker: requests go out together on a kept connection, and each answer is read."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

HEAD_BYTES = 2**20
WHOLE_SECONDS, PART_SECONDS = 60.0, 5.0
"""Time that an answer may take: to a request that is whole, and to one for whose end the site may wait."""
HUNG_UP, NO_HTTP = 0, 999
"""Results beside statuses: the site hung up or waits for more; its answer was no HTTP."""
BODILESS = (204, 304)
ENDED = (OSError, asyncio.IncompleteReadError)

Told = Callable[[int, bytes], None]


@dataclass(frozen=True, slots=True)
class Line:
    """One connection to the site."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @classmethod
    async def opened(cls, port: int) -> Line:
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=HEAD_BYTES))

    async def close(self) -> None:
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()

    async def answer(self, method: bytes) -> tuple[int, bool]:
        """Status of the next answer, read to its end; whether the connection stays. Raises one of ENDED."""
        status = 100
        while 100 <= status < 200:
            head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
            found = re.match(rb"http/1\.[01] (\d{3}) ", head)
            status = int(found[1]) if found else NO_HTTP
        if status == NO_HTTP:
            return status, False
        stays = b"\r\nconnection: close\r\n" not in head
        length = re.search(rb"\r\ncontent-length: *(\d+)\r\n", head)
        if method == b"HEAD" or status in BODILESS:
            return status, stays
        if b"\r\ntransfer-encoding: chunked\r\n" in head:
            await self._chunks()
        elif length:
            await self.reader.readexactly(int(length[1]))
        else:
            await self.reader.read()
            stays = False
        return status, stays

    async def _chunks(self) -> None:
        size = -1
        while size:
            size = int(await self.reader.readuntil(b"\r\n"), 16)
            await self.reader.readexactly(size + 2)


class Kept:
    """A connection that is used until the site closes it."""

    def __init__(self, port: int, told: Told) -> None:
        self.port, self.told = port, told
        self._line: Line | None = None

    async def send(self, requests: Sequence[bytes]) -> None:
        """Send whole requests together, and tell the status of each. When the site closes the connection, the
        requests behind the last answer go out once more on the next."""
        waiting = deque(requests)
        while waiting:
            fresh = self._line is None
            line = self._line or await Line.opened(self.port)
            self._line = line
            answered = 0
            try:
                line.writer.write(b"".join(waiting))
                stays = True
                while waiting and stays:
                    async with asyncio.timeout(WHOLE_SECONDS):
                        status, stays = await line.answer(waiting[0].partition(b" ")[0])
                    self.told(status, waiting.popleft())
                    answered += 1
            except (*ENDED, TimeoutError):
                stays = False
                # A kept connection may end while the request is on its way; a fresh one may not.
                if fresh or answered:
                    self.told(HUNG_UP, waiting.popleft())
            if not stays:
                await self.leave()

    async def leave(self) -> None:
        """Close the connection."""
        if self._line is not None:
            await self._line.close()
            self._line = None


async def tried(port: int, data: bytes) -> int:
    """Status of the answer to bytes that are perhaps no request, on a connection of their own."""
    try:
        line = await Line.opened(port)
    except OSError:
        return HUNG_UP
    try:
        line.writer.write(data)
        async with asyncio.timeout(PART_SECONDS):
            return (await line.answer(data.partition(b" ")[0]))[0]
    except (*ENDED, TimeoutError):
        return HUNG_UP
    finally:
        await line.close()
