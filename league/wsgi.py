"""WSGI application: all pages. Live streams need `league.asgi`."""

import os
from typing import Any

import django
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

from league.store.parts import prepare_decoders  # noqa: E402  it imports models

FOREIGN = "text/plain; charset=utf-16"
"""A content type that `league.http.Utf8Only` answers with 400."""


class Request(WSGIRequest):
    """Django's request. With a charset Django reads the query at once, so one that decodes no text, such as
    base64, and a query of thousands of fields end in its constructor."""

    def __init__(self, environ: dict[str, Any]) -> None:
        try:
            super().__init__(environ)
        except (LookupError, ValueError, SuspiciousOperation):
            super().__init__({**environ, "CONTENT_TYPE": FOREIGN})


class Pages(WSGIHandler):
    """Django's handler of pages, made of requests as above."""

    request_class = Request


django.setup(set_prefix=False)
prepare_decoders()
application = Pages()
