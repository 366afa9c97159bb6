"""Live updates: a stream says "campaign 3 is at 412", nothing else.

The browser then fetches its own part of the page with its own rights, so a stream cannot leak a secret.
SQLite: one poller per event loop watches `PRAGMA data_version`. PostgreSQL: LISTEN on `CHANNEL`, where the
door of writes notifies with "campaign_id:seq", or "kind/id:seq" for what other apps have registered.
"""

import asyncio
import json
import logging
import sqlite3
from collections import defaultdict
from collections.abc import AsyncGenerator, Iterable, Mapping
from weakref import WeakKeyDictionary

import psycopg
from django.db import connection, connections
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse

log = logging.getLogger(__name__)

CHANNEL = "admiralty"
POLL_SECONDS = 0.1
KEEP_ALIVE_SECONDS = 15.0
RECONNECT_SECONDS = 1.0


Topic = tuple[str, int]
"""Subject of a stream: a kind and an id."""
Heads = Iterable[tuple[Topic, int]]
Facts = Mapping[str, int | str]

CAMPAIGN = "campaign"
_SOURCES = {CAMPAIGN: ("league_campaign", "head_seq")}


def provides_heads(kind: str, table: str, column: str) -> None:
    """Register a kind of thing that moves: the table it stands in, by `id`, and the column that grows."""
    _SOURCES[kind] = (table, column)


def head_query(kind: str, ids: Iterable[int]) -> str:
    """SQL for (id, head) of these things; numbers and registered names alone go into it."""
    table, column = _SOURCES[kind]
    listed = ",".join(str(int(each)) for each in ids)
    return f"SELECT id, {column} FROM {table} WHERE id IN ({listed})"  # noqa: S608


class Hub:
    """Tells the streams of one event loop what moved; runs only while somebody listens."""

    def __init__(self) -> None:
        self.listeners: dict[Topic, set[asyncio.Queue[int | None]]] = defaultdict(set)
        self.heads: dict[Topic, int] = {}
        self.watcher: asyncio.Task[None] | None = None

    def join(self, topic: Topic) -> asyncio.Queue[int | None]:
        """A queue that gets every new head sequence of the topic, and None when the stream has to end."""
        queue: asyncio.Queue[int | None] = asyncio.Queue()
        self.listeners[topic].add(queue)
        if self.watcher is None or self.watcher.done():
            self.watcher = asyncio.get_running_loop().create_task(self._watch())
        return queue

    def leave(self, topic: Topic, queue: asyncio.Queue[int | None]) -> None:
        """Ends what `join` began."""
        self.listeners[topic].discard(queue)
        if not self.listeners[topic]:
            del self.listeners[topic]
            self.heads.pop(topic, None)
        if not self.listeners and self.watcher is not None:
            self.watcher.cancel()
            self.watcher = None

    def announce(self, rows: Heads) -> None:
        """Passes on the heads that differ from the last known ones."""
        for topic, seq in rows:
            if topic in self.listeners and self.heads.get(topic) != seq:
                self.heads[topic] = seq
                for queue in self.listeners[topic]:
                    queue.put_nowait(seq)

    def queries(self) -> list[tuple[str, str]]:
        """(kind, SQL) for the heads of everything that somebody listens to."""
        kinds = sorted({kind for kind, _ in self.listeners})
        return [
            (kind, head_query(kind, [key for each, key in self.listeners if each == kind])) for kind in kinds
        ]

    def end(self) -> None:
        """Asks every stream to end; the browsers come back by themselves."""
        for queues in self.listeners.values():
            for queue in queues:
                queue.put_nowait(None)

    async def _watch(self) -> None:
        watch = self._watch_sqlite if connection.vendor == "sqlite" else self._watch_postgres
        while True:
            try:
                await watch()
            except (sqlite3.Error, psycopg.Error):
                log.warning("Live updates lost the database; trying again.", exc_info=True)
                await asyncio.sleep(RECONNECT_SECONDS)

    async def _watch_sqlite(self) -> None:
        # Both statements take microseconds and WAL readers never wait, so the loop itself may run them.
        database = sqlite3.connect(str(connection.settings_dict["NAME"]), timeout=0.05)
        try:
            seen = None
            while True:
                version = database.execute("PRAGMA data_version").fetchone()
                known = self.listeners.keys() <= self.heads.keys()
                if version != seen or not known:
                    for kind, sql in self.queries():
                        rows = database.execute(sql).fetchall()
                        self.announce(((kind, key), seq) for key, seq in rows)
                    self.heads = {key: self.heads.get(key, 0) for key in self.listeners}
                    seen = version
                await asyncio.sleep(POLL_SECONDS)
        finally:
            database.close()

    async def _watch_postgres(self) -> None:
        parameters = connection.get_connection_params()
        text = {key: parameters[key] for key in parameters.keys() - {"cursor_factory", "context"}}
        async with await psycopg.AsyncConnection.connect(**text, autocommit=True) as database:
            await database.execute(f"LISTEN {CHANNEL}")
            # Otherwise changes from before LISTEN took effect would be missed.
            for kind, sql in self.queries():
                cursor = await database.execute(sql.encode())
                rows = await cursor.fetchall()
                self.announce(((kind, key), seq) for key, seq in rows)
            async for notice in database.notifies():
                self.announce([heard(notice.payload)])


def heard(payload: str) -> tuple[Topic, int]:
    """Parse a notice of PostgreSQL: "3:412" or "battle/7:12"."""
    name, _, seq = payload.partition(":")
    kind, _, key = name.rpartition("/")
    return (kind or CAMPAIGN, int(key)), int(seq)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def _hub() -> Hub:
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


def end_streams() -> None:
    """Ends the streams of the running event loop, so that a server can stop at once."""
    _hub().end()


def _head(topic: Topic) -> int:
    """The topic's head now. Closes the connection: the thread belongs to the event loop."""
    kind, key = topic
    try:
        with connection.cursor() as cursor:
            cursor.execute(head_query(kind, [key]))
            found = cursor.fetchone()
            return int(found[1]) if found else 0
    finally:
        if not connection.in_atomic_block:
            connections.close_all()


def _message(facts: Facts, seq: int) -> bytes:
    return f"data: {json.dumps({**facts, 'seq': seq})}\n\n".encode()


async def messages(topic: Topic, facts: Facts) -> AsyncGenerator[bytes, None]:
    """The head at once, then each move, as server-sent events; `facts` says what it is about."""
    hub = _hub()
    queue = hub.join(topic)
    try:
        # Read after joining, so that no move falls between.
        seq = await asyncio.to_thread(_head, topic)
        yield b"retry: 2000\n" + _message(facts, seq)
        while True:
            try:
                # Not `wait_for`: in Python 3.11 it loses a cancellation that comes together with a move.
                async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                    moved = await queue.get()
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if moved is None:
                return
            if moved != seq:
                seq = moved
                yield _message(facts, seq)
    finally:
        hub.leave(topic, queue)


class Stream(StreamingHttpResponse):
    """Django's yes to a live stream; `league.edge.streams` sends its `parts`."""

    def __init__(self, parts: AsyncGenerator[bytes, None]) -> None:
        super().__init__(parts, content_type="text/event-stream")
        self.parts = parts
        self["Cache-Control"] = "no-store"
        self["X-Accel-Buffering"] = "no"


def streaming(topic: Topic, facts: Facts) -> Stream:
    """A stream about a topic, for somebody who may see it."""
    return Stream(messages(topic, facts))


def head_answer(request: HttpRequest, name: str, facts: Facts, seq: int) -> HttpResponse:
    """The same message as JSON with an ETag, for browsers that cannot hold a stream."""
    etag = f'"{name}-{seq}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponse(status=304)
    else:
        response = JsonResponse({**facts, "seq": seq})
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response
