"""The stream of one battle: numbers only, to those who may see it."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.contrib.auth import get_user
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from league.live import head_answer, no_connection_kept, streaming
from missions.battles.models import Battle
from missions.battles.views.common import visit_or_404


def _visible(request: HttpRequest, public_id: str) -> Battle:
    with no_connection_kept():
        # The lazy user of a request is not to be asked in another thread's connection.
        request.user = get_user(request)
        return visit_or_404(request, public_id).battle


@require_GET
async def stream(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Server-sent events: how often the battle has changed, at once and at each change. 404 for strangers."""
    row = await sync_to_async(_visible)(request, public_id)
    return streaming(("battle", row.pk), {"battle": row.public_id})


@require_GET
async def head(request: HttpRequest, public_id: str) -> HttpResponse:
    """The same as JSON with an ETag, for browsers that cannot hold a stream."""
    row = await sync_to_async(_visible)(request, public_id)
    return head_answer(request, row.public_id, {"battle": row.public_id}, row.seq)
