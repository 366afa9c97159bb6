"""One process for everything: streams live in the event loop, pages are plain WSGI in threads, and one thread
sends what waits in the outbox.

The body of a request is read before the request takes a thread (`league.edge.bodies`). Open streams hold no
thread (`league.edge.streams`).
"""

import asyncio
import errno
import logging
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from a2wsgi import WSGIMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

from league.wsgi import application as pages_wsgi  # noqa: E402, I001  it sets Django up
from django.conf import settings  # noqa: E402
from league import limits  # noqa: E402
from league.edge.bodies import Intake  # noqa: E402
from league.edge.streams import Streams, is_stream  # noqa: E402
from league.services.outgoing import worker  # noqa: E402

log = logging.getLogger(__name__)

threads: Any = WSGIMiddleware(pages_wsgi, workers=limits.PAGE_THREADS)
pages = Intake(threads)
# Threads of their own: thousands who ask for a stream at once keep nobody from a page.
streams = Streams(pages_wsgi, ThreadPoolExecutor(limits.STREAM_THREADS, "streams"))
if settings.OUTGOING:
    worker.start()

EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
SPARING_SECONDS = 10.0


class Sparing:
    """Handles what goes wrong in the event loop. A process out of descriptors would log each connection that
    it cannot take; here that is one line every ten seconds."""

    def __init__(self) -> None:
        self.noted_at = float("-inf")

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        problem = context.get("exception")
        if not (isinstance(problem, OSError) and problem.errno in EXHAUSTED):
            loop.default_exception_handler(context)
        elif loop.time() >= self.noted_at + SPARING_SECONDS:
            self.noted_at = loop.time()
            log.error("No connection can be taken (%s): raise LimitNOFILE.", os.strerror(problem.errno))


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The ASGI entry point; takes HTTP only (`uvicorn --lifespan off`)."""
    loop = asyncio.get_running_loop()
    if loop.get_exception_handler() is None:
        loop.set_exception_handler(Sparing())
    if is_stream(scope):
        # Open streams are cancelled when the server stops; that is no error.
        with suppress(asyncio.CancelledError):
            await streams(scope, receive, send)
    else:
        await pages(scope, receive, send)
