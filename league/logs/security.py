"""The security log: sign-ins, changes of how one signs in, and refusals.

Accounts are told by number. Nothing that somebody typed is kept: people type passwords into the wrong field.
"""

from __future__ import annotations

import logging
from typing import Any

from allauth.account import signals as accounts
from allauth.mfa import signals as second_steps
from django.contrib.auth.signals import user_logged_out, user_login_failed
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from league.edge.addresses import address_of

log = logging.getLogger("admiralty.security")

TOLD = (
    (accounts.user_signed_up, "signed up"),
    (accounts.user_logged_in, "signed in"),
    (user_logged_out, "signed out"),
    (user_login_failed, "sign-in failed"),
    (accounts.password_changed, "password changed"),
    (accounts.password_reset, "password reset by mail"),
    (accounts.email_changed, "address changed"),
    (second_steps.authenticator_added, "second step added"),
    (second_steps.authenticator_removed, "second step removed"),
    (second_steps.authenticator_reset, "recovery codes made"),
)


def note(what: str, request: HttpRequest | None, user: Any = None, more: str = "") -> None:
    """Write a line: what happened, the account's number, the address it came from, and `more`."""
    account = getattr(user, "pk", None)
    address = _address(request)
    log.info("%s: account %s from %s%s", what, account or "-", address, f", {more}" if more else "")


def _address(request: HttpRequest | None) -> str:
    """Address of the sender; “-” for a request that a command or a thread made up."""
    if request is None:
        return "-"
    try:
        return address_of(request)
    except PermissionDenied:
        return "-"


def refused(request: HttpRequest, status: int, code: str) -> None:
    """Write a line for an order that the actor may not give, or has given too often."""
    note("refused", request, getattr(request, "user", None), f"{status} {code}")


def listen() -> None:
    """Note from now on what Django and allauth tell."""
    for signal, what in TOLD:
        signal.connect(_listener(what), weak=False, dispatch_uid=f"league.logs.security {what}")


def _listener(what: str) -> Any:
    def told(sender: Any, request: HttpRequest | None = None, user: Any = None, **more: Any) -> None:
        note(what, request, user)

    return told
