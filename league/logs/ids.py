"""A number for every request, in its answer and in each line that the request writes into the log."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextvars import ContextVar
from secrets import token_hex

from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")
_current: ContextVar[str] = ContextVar("request_id", default="-")


class RequestIds:
    """Middleware: keeps the number that a proxy gave, or makes one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        number = given if GIVEN.fullmatch(given) else token_hex(8)
        token = _current.set(number)
        try:
            response = self._get_response(request)
        finally:
            _current.reset(token)
        response[HEADER] = number
        return response


class WithRequestId(logging.Filter):
    """Adds `request_id` to each line, “-” outside a request."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = _current.get()
        return True
