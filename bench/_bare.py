"""The yardstick: a bare Django page with fifty rows from the database, signed in like every page of ours."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import Client
from django.urls import clear_url_caches, path, set_urlconf

from bench._worlds import cpu, get
from league import urls
from missions.autoplay.driver import bot_user

PAGE = """<!doctype html><html lang="en"><head><title>Bare</title></head><body>
<p>{{ request.user }}</p><table>
{% for row in rows %}<tr><td>{{ row.username }}</td><td>{{ row.first_name }}</td><td>{{ row.email }}</td>
<td>{{ row.date_joined }}</td></tr>{% endfor %}</table></body></html>"""


@lru_cache(maxsize=1)
def _template() -> Any:
    return engines["django"].from_string(PAGE)


def bare(request: HttpRequest) -> HttpResponse:
    """Fifty rows through the ORM and a template."""
    rows = get_user_model().objects.order_by("pk")[:50]
    return HttpResponse(_template().render({"rows": rows}, request))


def seconds() -> float:
    """CPU seconds of the bare page, fetched once now."""
    return _once(_fetch())


def ratio(call: Callable[[], object], rounds: int = 21) -> float:
    """CPU of a call against the bare page, taken in turns, so that both meet the same load: the median of the
    ratios.
    """
    other = _fetch()
    cpu(call, 1), cpu(other, 1)
    return statistics.median(_once(call) / _once(other) for _ in range(rounds))


def _once(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


@lru_cache(maxsize=1)
def _fetch() -> Callable[[], object]:
    """A call that fetches the bare page."""
    for number in range(60):
        bot_user(f"Bare {number}")
    urls.urlpatterns.append(path("bench/bare/", bare))
    clear_url_caches()
    set_urlconf(None)
    client = Client()
    client.force_login(get_user_model().objects.order_by("pk")[0])
    return get(client, "/bench/bare/")
