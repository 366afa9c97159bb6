"""Addresses for monitors: whether the process answers, and whether the site can work."""

from __future__ import annotations

import hmac

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from league.services import ready

BEARER = "Bearer "
NO_TOKEN = "This is not the MONITOR_TOKEN of the site. Leave it out to ask only whether the site is ready.\n"  # noqa: S105


@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Says that the process answers; for proxies and start scripts. It asks the database nothing."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Says whether the site can work: 200 or 503, with a sentence for everybody, or with figures as JSON for
    a monitor that sends the token of the settings. 401 for another token."""
    sent = request.headers.get("Authorization", "")
    if not sent.startswith(BEARER):
        why = ready.why_not()
        return HttpResponse(f"{why or 'ready'}\n", status=503 if why else 200, content_type="text/plain")
    if not _is_monitor(sent.removeprefix(BEARER)):
        return HttpResponse(
            NO_TOKEN, status=401, content_type="text/plain", headers={"WWW-Authenticate": "Bearer"}
        )
    why = ready.why_not()
    return JsonResponse(ready.figures(why), status=503 if why else 200)


def _is_monitor(token: str) -> bool:
    """Whether it is the token of the settings. Without one there is no monitor."""
    kept = settings.MONITOR_TOKEN
    return bool(kept) and hmac.compare_digest(token.encode(), kept.encode())
