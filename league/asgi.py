"""One process for everything: streams are async, pages are plain WSGI in threads.

Sync views cost three to four times more under Django's own ASGI handler, so only /stream/ goes there.
"""

import asyncio
import os
from contextlib import suppress
from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

streams = get_asgi_application()

from league.wsgi import application as pages_wsgi  # noqa: E402

pages: Any = WSGIMiddleware(pages_wsgi, workers=10)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The ASGI entry point; takes HTTP only (`uvicorn --lifespan off`)."""
    if scope["path"].startswith("/stream/"):
        # Open streams are cancelled when the server stops; that is no error.
        with suppress(asyncio.CancelledError):
            await streams(scope, receive, send)
    else:
        await pages(scope, receive, send)
