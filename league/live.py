"""Live updates: a stream says "campaign 3 is at 412", nothing else.

The browser then fetches its own part of the page with its own rights, so a stream cannot leak a secret.
SQLite: one poller per event loop watches `PRAGMA data_version`. PostgreSQL: LISTEN on `CHANNEL`, where the
door of writes notifies with "campaign_id:seq".
"""

import asyncio
import json
import logging
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

import psycopg
from asgiref.sync import sync_to_async
from django.contrib.auth import get_user
from django.db import connection, connections
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

log = logging.getLogger(__name__)

CHANNEL = "admiralty"
POLL_SECONDS = 0.1
KEEP_ALIVE_SECONDS = 15.0
RECONNECT_SECONDS = 1.0


class Hub:
    """Tells the streams of one event loop about campaigns that moved; runs only while somebody listens."""

    def __init__(self) -> None:
        self.listeners: dict[int, set[asyncio.Queue[int | None]]] = defaultdict(set)
        self.heads: dict[int, int] = {}
        self.watcher: asyncio.Task[None] | None = None

    def join(self, campaign_id: int) -> asyncio.Queue[int | None]:
        """A queue that gets every new head sequence of the campaign, and None when the stream has to end."""
        queue: asyncio.Queue[int | None] = asyncio.Queue()
        self.listeners[campaign_id].add(queue)
        if self.watcher is None or self.watcher.done():
            self.watcher = asyncio.get_running_loop().create_task(self._watch())
        return queue

    def leave(self, campaign_id: int, queue: asyncio.Queue[int | None]) -> None:
        """Ends what `join` began."""
        self.listeners[campaign_id].discard(queue)
        if not self.listeners[campaign_id]:
            del self.listeners[campaign_id]
            self.heads.pop(campaign_id, None)
        if not self.listeners and self.watcher is not None:
            self.watcher.cancel()
            self.watcher = None

    def announce(self, rows: Iterable[tuple[int, int]]) -> None:
        """Passes on the heads that differ from the last known ones."""
        for campaign_id, seq in rows:
            if campaign_id in self.listeners and self.heads.get(campaign_id) != seq:
                self.heads[campaign_id] = seq
                for queue in self.listeners[campaign_id]:
                    queue.put_nowait(seq)

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
                    self.announce(database.execute("SELECT id, head_seq FROM league_campaign").fetchall())
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
            # What moved before LISTEN took hold would otherwise be missed.
            cursor = await database.execute("SELECT id, head_seq FROM league_campaign")
            self.announce(await cursor.fetchall())
            async for notice in database.notifies():
                campaign_id, _, seq = notice.payload.partition(":")
                self.announce([(int(campaign_id), int(seq))])


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def _hub() -> Hub:
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


def end_streams() -> None:
    """Ends the streams of the running event loop, so that a server can stop at once."""
    _hub().end()


def _visible_head(request: HttpRequest, campaign_id: int) -> int:
    """The campaign's head sequence, or Http404 for those who may not see it."""
    # Imported late: the address list imports this module before the models are loaded.
    from league.models import Campaign
    from league.permissions import can_see_campaign

    with _no_connection_kept():
        campaign = Campaign.objects.filter(pk=campaign_id).first()
        if campaign is None or not can_see_campaign(get_user(request), campaign):
            raise Http404
        return campaign.head_seq


def _head(campaign_id: int) -> int:
    with _no_connection_kept(), connection.cursor() as cursor:
        cursor.execute("SELECT head_seq FROM league_campaign WHERE id = %s", [campaign_id])
        found = cursor.fetchone()
        return int(found[0]) if found else 0


@contextmanager
def _no_connection_kept() -> Iterator[None]:
    """A stream keeps its worker thread for hours; it must not keep a database connection too."""
    try:
        yield
    finally:
        if not connection.in_atomic_block:
            connections.close_all()


def _message(campaign_id: int, seq: int) -> bytes:
    return f"data: {json.dumps({'campaign': campaign_id, 'seq': seq})}\n\n".encode()


async def _messages(campaign_id: int) -> AsyncIterator[bytes]:
    hub = _hub()
    queue = hub.join(campaign_id)
    try:
        # Read after joining, so that no move falls between.
        seq = await sync_to_async(_head)(campaign_id)
        yield b"retry: 2000\n" + _message(campaign_id, seq)
        while True:
            try:
                moved = await asyncio.wait_for(queue.get(), KEEP_ALIVE_SECONDS)
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if moved is None:
                return
            if moved != seq:
                seq = moved
                yield _message(campaign_id, seq)
    finally:
        hub.leave(campaign_id, queue)


@require_GET
async def stream(request: HttpRequest, campaign_id: int) -> HttpResponseBase:
    """Server-sent events: the head sequence at once, then each time it changes. 404 for strangers."""
    await sync_to_async(_visible_head)(request, campaign_id)
    response = StreamingHttpResponse(_messages(campaign_id), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


@require_GET
async def head(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The same message as JSON with an ETag, for browsers that cannot hold a stream. 404 for strangers."""
    seq = await sync_to_async(_visible_head)(request, campaign_id)
    etag = f'"{campaign_id}-{seq}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponse(status=304)
    else:
        response = JsonResponse({"campaign": campaign_id, "seq": seq})
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response
