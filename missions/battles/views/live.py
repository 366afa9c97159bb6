"""The stream of one battle: numbers only, to those who may see it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from league.live import Stream, head_answer, streaming
from missions.battles.views.common import battle_access_or_404


@require_GET
def stream(request: HttpRequest, public_id: str) -> Stream:
    """Server-sent events: how often the battle has changed, at once and at each change. 404 for strangers."""
    row = battle_access_or_404(request, public_id).battle
    return streaming(("battle", row.pk), {"battle": row.public_id})


@require_GET
def head(request: HttpRequest, public_id: str) -> HttpResponse:
    """The same as JSON with an ETag, for browsers that cannot hold a stream."""
    row = battle_access_or_404(request, public_id).battle
    return head_answer(request, row.public_id, {"battle": row.public_id}, row.seq)
