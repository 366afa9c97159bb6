"""Making an account here is open to everybody, to people with an invitation, or to nobody."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils import timezone

from league.kernel.refusal import Refusal
from league.models import Invitation
from league.services.places import place_of


def may_sign_up(request: HttpRequest) -> bool:
    """Whether this visitor may make an account. With invitations that is so on the way to an open one: the
    sign-up page knows the way by the address that follows it."""
    if settings.SIGNUP == "invited":
        return is_invited(request.POST.get("next", "") or request.GET.get("next", ""))
    return bool(settings.SIGNUP == "open")


def is_invited(path: str) -> bool:
    """Whether this is the path of an open invitation, or of a place that waits for its person."""
    try:
        found = resolve(path)
    except Resolver404:
        return False
    token = str(found.kwargs.get("token", ""))
    if found.url_name == "join":
        invitation = Invitation.objects.filter(token=token).first()
        return invitation is not None and invitation.is_open(timezone.now())
    return found.url_name == "place-claim" and _is_open_place(token)


def _is_open_place(token: str) -> bool:
    try:
        place_of(token)
    except Refusal:
        return False
    return True
