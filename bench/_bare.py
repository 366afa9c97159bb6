"""The yardstick: a bare Django page with fifty rows from the database, signed in like every page of ours."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import Client
from django.urls import clear_url_caches, path, set_urlconf

from bench._worlds import cpu, get
from league import urls
from missions.services.bots.driver import bot_user

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


@lru_cache(maxsize=1)
def seconds() -> float:
    """Median CPU seconds of the bare page."""
    for number in range(60):
        bot_user(f"Bare {number}")
    urls.urlpatterns.append(path("bench/bare/", bare))
    clear_url_caches()
    set_urlconf(None)
    client = Client()
    client.force_login(get_user_model().objects.order_by("pk")[0])
    return cpu(get(client, "/bench/bare/"), rounds=41)
